/* cases.h - everything that a caller can do wrong, one function each. */
#pragma once

/* Where the case is carried out. */
enum misuse_place {
    IN_THREAD,    /* the thread `victim` */
    IN_INTERRUPT, /* a device's interrupt, which comes while `victim` runs */
    IN_MAIN       /* takt_main, before any thread runs */
};

struct misuse_case {
    const char *name; /* NULL: the end */
    enum misuse_place place;
    void (*run)(void);
};

/* Every image that main.c is part of gives it these: what makes the objects that the cases use,
 * before any thread runs; and its tables of cases, NULL behind the last. */
void misuse_prepare(void);
extern const struct misuse_case *const misuse_tables[];

/* The tables of the image `misuse`, and what makes the objects of some of them. */
extern const struct misuse_case misuse_cases[];
extern const struct misuse_case misuse_number_cases[];    /* that are too large */
extern const struct misuse_case misuse_object_cases[];    /* timers and conditions */
extern const struct misuse_case misuse_container_cases[]; /* flags, queues and pools */
void misuse_prepare_objects(void);
void misuse_prepare_containers(void);
