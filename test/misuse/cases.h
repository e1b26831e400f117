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

/* Make the objects that the cases use. Before any thread runs. */
void misuse_prepare(void);
void misuse_prepare_objects(void);

extern const struct misuse_case misuse_cases[];
extern const struct misuse_case misuse_object_cases[];

/* Those of containers.c. */
void misuse_prepare_containers(void);
void misuse_flags_wait(void);
void misuse_queue_send(void);
void misuse_queue_send_front(void);
void misuse_queue_receive(void);
void misuse_pool_take(void);
void misuse_destroy_flags(void);
void misuse_destroy_queue(void);
void misuse_destroy_pool(void);
