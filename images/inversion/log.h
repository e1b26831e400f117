/* log.h - the workload's own account of every request, for `takt validate`. */
#pragma once

/* Write it to a file on the machine that hosts this one. TAKT_OK or TAKT_ECLOSED. */
int log_write(const char *path, unsigned periods);
