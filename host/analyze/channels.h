/* channels.h - which channels do not lend priority. */
#pragma once

#include "sentence.h"
#include "view.h"

#include <stdint.h>

/* "ts_psrv channel psrv, ..." or "none", in the arena; NULL: no memory. */
const char *channels_fixed(const struct view *view, struct report *report, struct value *list);

/* Channels of which the trace does not show how they were created. */
uint64_t channels_unknown(const struct view *view);
