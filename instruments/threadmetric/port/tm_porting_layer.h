/* tm_porting_layer.h - what the original Thread-Metric suite includes by this name: how an
 * interrupt is caused, how text is printed, and the calls that its tests make.
 *
 * The suite's own tm_api.h declares the calls too. Nothing here is the suite's.
 */
#pragma once

#include "takt/irq.h"

/* The interrupt that the tests raise; one that no device uses. */
#ifndef TM_INTERRUPT
#define TM_INTERRUPT 30
#endif

/* A statement; the suite puts no semicolon behind it. */
#define TM_CAUSE_INTERRUPT takt_irq_raise(TM_INTERRUPT);

/* In place of the C library's, which images are not linked with. A line of at most 127 characters;
 * returns its length. */
int tm_print(const char *restrict format, ...) __attribute__((format(printf, 1, 2)));
/* NOLINTNEXTLINE(readability-identifier-naming): the name is C's */
#define printf(...) tm_print(__VA_ARGS__)

/* Written by the suite: each of its programs has the first, and one of the others or none. */
void tm_main(void);
void tm_interrupt_handler(void);
void tm_interrupt_preemption_handler(void);

/* All return 0, or 1 where something went wrong. None waits: what a test asks for is there, or the
 * test has failed. Ids of threads are 0 to 7; of queues, semaphores and pools there is one, 0.
 * Another id stops. */

/* Let the test make its threads and objects. */
void tm_initialize(void (*test)(void));

/* A thread that does not run before it is resumed; of 1 ... 31, the smaller the more urgent. */
int tm_thread_create(int id, int priority, void (*entry)(void));
int tm_thread_resume(int id);
int tm_thread_suspend(int id);
void tm_thread_relinquish(void);
void tm_thread_sleep(int seconds);

/* Six messages of four words of unsigned long. */
int tm_queue_create(int id);
int tm_queue_send(int id, unsigned long *message);
int tm_queue_receive(int id, unsigned long *message);

/* There is one to get at first. */
int tm_semaphore_create(int id);
int tm_semaphore_get(int id);
int tm_semaphore_put(int id);

/* Sixteen blocks of 128 bytes. */
int tm_memory_pool_create(int id);
int tm_memory_pool_allocate(int id, unsigned char **block);
int tm_memory_pool_deallocate(int id, unsigned char *block);
