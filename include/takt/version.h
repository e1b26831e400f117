/* version.h - of Takt, once for all: CMake reads it here. */
#pragma once

#define TAKT_VERSION "0.1.0"
