/* program.h - a program: threads and the steps that each of them takes, as data.
 *
 * A step that makes no sense when its turn comes is left out, so every part of a program is a
 * program too. As text a program is one line for each thread and step; text goes in and out.
 *
 *     thread b 7 slice 2
 *     b lock 2 limit 5
 *     control resume b
 */
#pragma once

#include "kernel_model.h"

#include <stdbool.h>
#include <stdint.h>

enum { PROGRAM_STEPS = 512, FOREVER_MS = -1, PROGRAM_SLICES = 4 };

struct step {
    int actor;
    int operation; /* its number in the table of operations.c */
    int object;
    int limit; /* ms; 0: no waiting; FOREVER_MS */
    int value;
    bool in_interrupt;
};

struct program {
    unsigned priorities[MODEL_THREADS]; /* 0: there is no such thread at first */
    int slices[MODEL_THREADS];          /* below PROGRAM_SLICES; 0: it has none */
    int cpus[MODEL_THREADS];
    int count;
    struct step steps[PROGRAM_STEPS];
};

/* Roll a program. The seed is printed. */
void program_roll(struct program *program, uint32_t seed);

/* Read a program from a file. False, and the reason is printed, if that is none. */
bool program_read(struct program *program, const char *path);

void program_print(const struct program *program);

/* "control", "a", "b", ... */
const char *actor_name(int actor);
