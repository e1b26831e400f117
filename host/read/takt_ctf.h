/* takt_ctf.h - traces of Takt's own kernel: CTF 1.8 with the events of trace/events.h. */
#pragma once

#include "read.h"

extern const struct reader takt_ctf_reader;
