/* drive.h - a run: what a board says is shown, what the user wants is typed, until it ends. */
#pragma once

#include "error.h"

#include <stdbool.h>
#include <stddef.h>

enum drive_end {
    DRIVE_ENDED,       /* the image's status, or the command's, is in `status` */
    DRIVE_LEFT,        /* the user left with the key for it */
    DRIVE_TIMED_OUT,   /* `error` says what it was busy with */
    DRIVE_INTERRUPTED, /* by the signal in `status` */
    DRIVE_FAILED,      /* `error` says why */
};

struct drive {
    int in;     /* to the board; writing does not block */
    int out;    /* from it */
    bool stays; /* it runs already, and must not be halted */

    const char *const *commands; /* none: keys are typed as they come */
    size_t count;
    bool given; /* the image has been started with the commands */
    int keys;
    bool terminal; /* keys come from one, which is the user's */
    int screen;
    const char *save;   /* where a trace goes that is printed; NULL: it is shown */
    unsigned timeout_s; /* 0: none */
    int interruption;   /* can be read when a signal has come */
};

/* DRIVE_ENDED with `status` -1: the board's output has ended, its status is not known yet. Should
 * it be 0, `error` says why that is wrong; or it is empty. */
enum drive_end drive_run(const struct drive *drive, int *status, struct error *error);
