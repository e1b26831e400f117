/* actor.h - inside of the tests' frame: what an actor is, for those who make it and its orders. */
#pragma once

#include "kernel_test.h"

enum { TEXT_BYTES = 16 };

struct actor {
    struct takt_thread thread;
    struct takt_semaphore orders;
    char name[2];
    bool takes_orders;
    void (*entry)(void *argument);
    void *argument;

    /* The order in hand; written by both sides, hence by atomic steps. */
    order_call call;
    void *object;
    takt_time limit;
    bool leaves_token;
    int result;

    struct takt_received received;
    struct takt_message message;
    const char *reply_text;
    char request[TEXT_BYTES];
    char sent[TEXT_BYTES];
    char answer[TEXT_BYTES];

    uint32_t number; /* to send; that was received */
    uint32_t wanted; /* flags */
    unsigned options;
    uint32_t got;
    void *block; /* of a pool */
};

void actor_set_result(struct actor *actor, int result);

/* The pools of objects: all free; everything destroyed that the test has not destroyed itself. */
void objects_begin(void);
void objects_end(void);
