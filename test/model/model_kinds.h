/* model_kinds.h - the kinds of objects, and what a dying thread asks of them. */
#pragma once

#include "operation.h"

extern const struct model_kind model_threads;
extern const struct model_kind model_time;
extern const struct model_kind model_mutexes;
extern const struct model_kind model_conditions;
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

/* The end of a thread, by itself or by another. */
int end_model_exit(int thread, const struct step *step);
int end_call_exit(int thread, const struct step *step);
bool end_is_between(int thread, const struct step *step);
int end_model_cancel(int thread, const struct step *step);
int end_call_cancel(int thread, const struct step *step);

/* All threads are in the same states in both worlds. */
bool threads_are_alike(void);

enum { WORLD_MUTEXES = MODEL_MUTEXES - 1 };

/* What locking that mutex comes to; whether the thread holds it, once; and that it lets it go. */
int mutex_model_lock(int thread, int object);
bool mutex_model_held_once(int thread, int object);
void mutex_model_let_go(int object);
struct takt_mutex *mutex_in_kernel(int object);

/* True if a thread that waits for a condition will lock that mutex again. */
bool condition_needs_mutex(int mutex);

void timer_comes_due(int timer);

/* The service's thread, and its beginning, in both worlds; which timer is being called. */
struct takt_thread *timer_service(void);
void timer_service_begin(unsigned priority, unsigned cpu);
int timer_being_called(void);

/* The call is over. */
void timer_called(void);
