/* model_kinds.h - the kinds of objects, and what a dying thread asks of them. */
#pragma once

#include "operation.h"

extern const struct model_kind model_threads;
extern const struct model_kind model_time;
extern const struct model_kind model_mutexes;
extern const struct model_kind model_semaphores;
extern const struct model_kind model_channels;
extern const struct model_kind model_flags;
extern const struct model_kind model_queues;
extern const struct model_kind model_pools;
extern const struct model_kind model_timers;

/* One step of what a thread's death means; false: nothing was left to do. */
bool channels_lose_server_of_client(int thread);
bool mutexes_lose_owner(int thread);
bool channels_lose_server(int thread);

/* All threads are in the same states in both worlds. */
bool threads_are_alike(void);

/* What locking that mutex comes to. */
int mutex_model_lock(int thread, int object);

void timer_comes_due(int timer);

/* The service's thread, and its beginning, in both worlds; which timer is being called. */
struct takt_thread *timer_service(void);
void timer_service_begin(unsigned priority);
int timer_being_called(void);

/* The call is over. */
void timer_called(void);
