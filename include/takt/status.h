/* status.h - outcomes to expect. What the caller does wrong is not among them: it stops. */
#pragma once

enum takt_status {
    TAKT_OK = 0,
    TAKT_EAGAIN = -1,     /* would have to wait, and must not; or no room */
    TAKT_ETIMEDOUT = -2,  /* the time was over first */
    TAKT_ECLOSED = -3,    /* the object was destroyed, or the server died */
    TAKT_EDEADLK = -4,    /* the wait would never end: all who could end it wait for each other */
    TAKT_EOWNERDEAD = -5, /* got the mutex, but its owner died while holding it */
    TAKT_ESTALE = -6,     /* the client has gone: timed out, or was answered already */
    TAKT_EINVAL = -7,     /* a size that cannot be, a CPU that is not there */
    TAKT_EBUSY = -8,      /* a CPU is isolated, or cannot be for what is on it */
};
