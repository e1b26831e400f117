/* critical_path.h - where the time of a request went. */
#pragma once

#include "model.h"
#include "report.h"

/* Marks for every trustworthy exchange: its consecutive segments, on the client's line, track
 * "critical path". Together they last exactly as long as the exchange. A failure for want of
 * memory is report->failed. */
void critical_path_marks(const struct model *model, struct report *report);
