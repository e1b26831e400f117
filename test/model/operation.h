/* operation.h - what an operation is, to the reference and to the kernel; and the kinds of objects,
 * each of which is one file and one line in operations.c. */
#pragma once

#include "program.h"
#include "takt/takt.h"
#include "world.h"

#include <stddef.h>

struct operation {
    const char *name;  /* in the text of a program */
    const char *words; /* what it does; %o the object, %t a thread, %l the limit, %v the value */
    unsigned weight;   /* how often it is rolled */
    int objects;       /* how many there are to choose from; 0: it has none */
    bool of_thread;    /* the object is a thread */
    bool limited;      /* it may wait, and no longer than its limit */
    bool rests;        /* it ends by itself within its limit: for the control, too */
    bool late;         /* its limit begins a little after the call: it gets an instant of its own */
    bool blocks;       /* it may wait whatever it is given: not for the control */
    bool any_context;  /* interrupts may use it, without waiting */
    bool closes;       /* it ends its object */
    bool of_priority;  /* the value is a priority, which is never 0 */
    bool of_object;    /* the value is the number of an object of another kind */
    int values;        /* value: 0 ... values - 1; 0: it has none */

    /* Does it make sense now? NULL: always. `thread` is INTERRUPT inside one. */
    bool (*possible)(int thread, const struct step *step);

    /* What it does in the reference: the result, or WAITS. */
    int (*model)(int thread, const struct step *step);

    /* The call. */
    int (*call)(int thread, const struct step *step);

    /* The thread is back: compare what it got beside the result. NULL: nothing. */
    void (*check)(int thread, const struct step *step);
};

struct model_kind {
    const char *name;
    const struct operation *operations;
    int count;
    bool with_the_one_before; /* of no use without that kind */
    void (*begin)(void);      /* make the objects, in both worlds */
    void (*compare)(void);    /* all objects as they are, in both worlds */
};

/* The table. */
extern const struct model_kind *const model_kinds[];
extern const int model_kind_count;

/* All operations of all kinds, by number. NULL: there are not so many. */
const struct operation *operation_at(int number);
const struct operation *operation_of(const struct step *step);

/* The number of the operation of that name, or -1. */
int operation_named(const char *name);

/* True if some thread is inside a call at that object: its memory must not be used anew. */
bool operation_in_progress(const struct model_kind *kind, int object);

/* How long the kernel may let the thread wait, so that its wait ends when the reference says. */
takt_time limit_now(int thread);

#define OPERATIONS(array) .operations = (array), .count = sizeof(array) / sizeof((array)[0])
