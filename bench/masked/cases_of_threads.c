/* cases_of_threads.c - time, threads, interrupts, the start of a trace. */
#include "scene.h"

#include "tracer.h"

enum { TRACE_PACKETS = 8, IRQ = 2 };

static takt_time instant;
static _Alignas(8) unsigned char trace_memory[TRACE_PACKETS * TRACER_PACKET_BYTES];

static void nothing(void *unused)
{
    (void)unused;
}

static void call_now(unsigned count)
{
    (void)count;
    (void)takt_now();
}

static void call_yield(unsigned count)
{
    (void)count;
    takt_yield();
}

/* Timeouts. */

static void sleep_until_instant(void *unused)
{
    (void)unused;
    (void)takt_sleep_until(instant);
}

static void with_sleepers(unsigned count)
{
    instant = takt_now() + takt_ms(100);
    scene_start(count, sleep_until_instant);
}

static void sleep_in_front(unsigned count)
{
    (void)count;
    (void)takt_sleep(takt_us(100));
}

/* As soon as the measuring thread waits. */
static void give_semaphore(void *unused)
{
    (void)unused;
    (void)takt_semaphore_take(&gate, TAKT_FOREVER);
    (void)takt_semaphore_give(&semaphore);
}

static void with_giver(void (*with_others)(unsigned count), unsigned count)
{
    takt_semaphore_init(&semaphore, "semaphore", 0);
    takt_semaphore_init(&gate, "gate", 0);
    scene_start_extra(give_semaphore);
    with_others(count);
    (void)takt_semaphore_give(&gate);
}

static void with_sleepers_and_giver(unsigned count)
{
    with_giver(with_sleepers, count);
}

/* Half of them are due before it, half behind. */
static void sleep_before_or_behind(void *helper)
{
    bool behind = ((const struct helper *)helper - helpers) % 2 != 0;

    (void)takt_sleep_until(instant + (behind ? takt_ms(200) : 0));
}

static void with_sleepers_around(unsigned count)
{
    instant = takt_now() + takt_ms(100);
    scene_start(count, sleep_before_or_behind);
}

static void around_and_giver(unsigned count)
{
    with_giver(with_sleepers_around, count);
}

static void take_behind(unsigned count)
{
    (void)count;
    (void)takt_semaphore_take(&semaphore, takt_ms(200));
}

static void end_sleepers_and_giver(unsigned count)
{
    scene_end(count);
    scene_end_extra();
    takt_semaphore_destroy(&semaphore);
    takt_semaphore_destroy(&gate);
}

/* Threads. */

static void create(unsigned count)
{
    (void)count;
    scene_start_extra(nothing);
}

static void end_created(unsigned count)
{
    scene_end_extra();
    scene_release_takers(count);
}

static void suspend_and_resume(unsigned count)
{
    takt_thread_suspend(&helpers[count - 1].thread);
    takt_thread_resume(&helpers[count - 1].thread);
}

/* The last of the least urgent becomes the first. */
static void raise_last(unsigned count)
{
    takt_thread_set_priority(&helpers[(count - 1) / 8 * 8].thread, 25);
}

static void join_before_others(unsigned count)
{
    (void)count;
    (void)takt_thread_join(&extra, takt_us(200));
}

static void end_joiners(unsigned count)
{
    scene_open_gate(count);
    scene_end(count);
    takt_semaphore_destroy(&gate);
}

/* Interrupts. */

static void handle(void *unused)
{
    (void)unused;
    (void)takt_semaphore_give(&semaphore);
}

static void with_takers_and_handler(unsigned count)
{
    scene_takers(count);
    takt_irq_attach(IRQ, handle, NULL);
}

static void raise_interrupt(unsigned count)
{
    (void)count;
    takt_irq_raise(IRQ);
}

static void end_takers_and_handler(unsigned count)
{
    takt_irq_detach(IRQ);
    scene_release_takers(count);
}

static void start_trace(unsigned count)
{
    (void)count;
    (void)tracer_start(trace_memory, sizeof trace_memory, TRACER_STOP_WHEN_FULL);
    tracer_stop();
}

static void look_at_all(unsigned count)
{
    struct takt_thread_walk walk = { 0 };
    struct takt_thread_info info;

    (void)count;
    while (takt_thread_next(&walk, &info)) {
    }
}

const struct bench_case cases_of_threads[] = {
    { "takt_now", scene_empty, call_now, scene_empty, ONCE },
    { "takt_yield", scene_empty, call_yield, scene_empty, ONCE },
    { "sleep before N sleepers", with_sleepers, sleep_in_front, scene_end, FLAT },
    { "take with a limit behind N timeouts", with_sleepers_and_giver, take_behind,
      end_sleepers_and_giver, FLAT },
    { "take with a limit in the middle of N", around_and_giver, take_behind, end_sleepers_and_giver,
      STEPS },
    { "N sleepers due at the same instant", with_sleepers, scene_end, scene_empty, FLAT },
    { "thread_create, N threads", scene_takers, create, end_created, FLAT },
    { "thread_next, N threads", scene_takers, look_at_all, scene_release_takers, FLAT },
    { "thread_suspend and resume, one of N", scene_takers, suspend_and_resume, scene_release_takers,
      FLAT },
    { "set_priority of the last of N waiters", scene_takers, raise_last, scene_release_takers,
      LINEAR },
    { "thread_join behind N joiners", scene_joiners, join_before_others, end_joiners, LINEAR },
    { "thread_exit, N joiners", scene_joiners, scene_open_gate, end_joiners, LINEAR },
    { "interrupt that gives, N waiters", with_takers_and_handler, raise_interrupt,
      end_takers_and_handler, FLAT },
    { "tracer_start, N + 3 threads", scene_takers, start_trace, scene_release_takers, LINEAR },
    { NULL, NULL, NULL, NULL, ONCE },
};
