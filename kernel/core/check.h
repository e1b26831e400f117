/* check.h - the checks of public calls, in the words of their contracts. */
#pragma once

#include "cpu.h"
#include "takt/check.h"

/* How a run ends that the kernel stops. */
enum { STATUS_STOPPED = 70 };

/* The call may block or end the caller: it must be a thread that makes it. */
#define REQUIRE_THREAD() TAKT_REQUIRE(!port_in_isr() && cpu_here()->current != &cpu_here()->boot)

/* The call takes too long for an interrupt. */
#define REQUIRE_NO_ISR() TAKT_REQUIRE(!port_in_isr())

/* The thread is one that was created: not what runs takt_main, nor what idles. */
#define REQUIRE_CREATED(thread) \
    TAKT_REQUIRE((thread) != &cpu_of(thread)->boot && (thread) != &cpu_of(thread)->idle)
