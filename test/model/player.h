/* player.h - plays a program: in the kernel, and in step with it in the reference. */
#pragma once

#include "program.h"
#include "takt/thread.h"

#include <stdbool.h>

struct takt_wait;

struct player_figures {
    unsigned long programs;
    unsigned long steps;
    unsigned long cut; /* programs that ended early, because the order was lost: world_order.c */
};

/* Play it to its end and compare both worlds after every step; the first difference ends the run.
 * The caller is the control. With `aloud` each step is told. Adds to the figures. */
void player_play(const struct program *to_play, bool aloud, struct player_figures *to_fill);

/* What the actors are; those that a program does not have are dead. */
struct takt_thread *player_thread(int thread);

/* Make the actor's record and stack a thread. */
int player_create(int thread, unsigned priority, int slice, bool suspended);

/* The slices that programs have, by number; 0: none. */
takt_time player_slice(int slice);

/* Stop if anything is not alike; or if boosts, whose height does not depend on the order, are not.
 */
void player_compare(void);
void player_compare_priorities(void);

/* Where a thread is made. */
int player_cpu(int thread);

/* Whose record that is, or NOBODY. */
int player_of(const struct takt_thread *thread);

/* The service calls that timer. */
void player_is_called(int timer);

/* The same threads wait there as in the reference, in the same order. */
void must_wait(const struct takt_wait *wait, int model_wait, int object, const char *what);
