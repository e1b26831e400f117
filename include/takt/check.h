/* check.h - what happens when a contract is broken: stop, and say where. */
#pragma once

#include "config.h"

/* The caller keeps its side of the contract; or the run stops with place and thread. */
#define TAKT_REQUIRE(condition)                \
    ((TAKT_CHECK < 1 || (condition)) ? (void)0 \
                                     : takt_stop("contract", __FILE__, __LINE__, #condition))

/* The kernel contradicts itself. Looked at only where TAKT_CHECK is 2. */
#define TAKT_ASSERT(condition)                 \
    ((TAKT_CHECK < 2 || (condition)) ? (void)0 \
                                     : takt_stop("assertion", __FILE__, __LINE__, #condition))

/* Print what was broken, where and by which thread, and end the run with status 70. */
__attribute__((noreturn)) void takt_stop(const char *what, const char *file, int line,
                                         const char *condition);
