/* picture.h - a model out of events that a test tells one by one, and the rules that hold for
 * every model whatever it was told. */
#pragma once

#include "model.h"

struct picture {
    struct arena arena;
    struct model model;
    struct error error;
    bool failed;
};

enum { PICTURE_BYTES = 64 * 1024 * 1024 };

void picture_begin(struct picture *picture);

/* One event; what it does not say is 0. */
void tell(struct picture *picture, const struct event *event);
void tell_all(struct picture *picture, const struct event *events, size_t count);

/* The trace ends. */
void picture_finish(struct picture *picture, unsigned cpus);
void picture_free(struct picture *picture);

/* The thread, object or exchange that has that name or number; NULL if there is none, or more
 * than one. */
const struct thread *picture_thread(const struct picture *picture, const char *name);
const struct exchange *picture_exchange(const struct picture *picture, uint64_t number);
uint32_t picture_index(const struct picture *picture, const char *name);

/* States of a thread as "READY 0-10, running 10-25": what, from when, until when. */
const char *picture_states(struct picture *picture, const char *name);

/* The first rule that is broken, or NULL: states and occupancies follow each other without gap or
 * overlap, a thread is running only where it has the CPU, an exchange that is trusted has all its
 * stages in order. */
const char *picture_broken_rule(const struct picture *picture);
