/* log_read.h - the log that an image's programs wrote of their requests.
 *
 *     # takt-log 1
 *     # clock_hz 25000000
 *     client,server,number,send_ns,receive_ns,reply_ns,return_ns,outcome
 *     ts_pload/hi,ts_psrv/psrv-rx,1,504000040,512500000,513000000,513000400,replied
 */
#pragma once

#include "arena.h"
#include "error.h"
#include "validation.h"

#include <stdbool.h>

/* Texts and requests are the arena's. False: `error` names the line that is wrong. */
bool log_read(struct request_log *log, const char *path, struct arena *arena, struct error *error);
