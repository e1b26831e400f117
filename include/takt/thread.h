/* thread.h - threads: fixed priority, preemptive, first come first served among equals.
 *
 * The record and the stack belong to the application and must live as long as the thread.
 */
#pragma once

#include "clock.h"
#include "config.h"
#include "list.h"
#include "status.h"
#include "wait.h"

#include <stddef.h>
#include <stdint.h>

struct kernel_cpu;
struct takt_message;

/* Something that happens at an instant. Not for applications. */
struct takt_timeout {
    struct list node;            /* next is NULL unless armed */
    takt_time when;              /* where it stands */
    takt_time goal;              /* early: when it is due */
    bool early;                  /* stands on its way to its place */
    struct takt_thread *carrier; /* early: in whose steps it goes there; NULL: in nobody's */
    void (*expire)(struct takt_timeout *timeout);
    struct kernel_cpu *cpu; /* in whose queue it was put last; only with several CPUs */
};

/* What else than its wait can keep a thread from running, or must be seen to when the wait is over:
 * looked at in one load. */
union takt_thread_ties {
    struct {
        uint16_t suspended; /* suspend calls without resume */
        uint16_t limited;   /* 1 while the wait has a time limit that is armed */
    } each;
    uint32_t all;
};

/* One thread. Applications provide the memory and touch nothing in it. */
struct takt_thread {
    /* The port's, which knows these two by their places. */
    void *context;
    void *stack_low; /* the lowest address that the thread may use */

    /* Scheduling. */
    struct list node; /* in a ready list, or in the wait */
    struct kernel_cpu *cpu;
    uint8_t priority; /* effective: the highest of base, served and what its waits lend */
    uint8_t base;     /* the thread's own */
    uint8_t served;   /* of the message that it received last; 0: none */
    uint8_t state;    /* enum thread_state */
    union takt_thread_ties ties;
    uint32_t slice;      /* counts; 0: no end */
    uint32_t slice_left; /* of the slice, when it runs next */

    /* What it has used, with TAKT_STATISTICS. */
    takt_time run_time;
    uint32_t switches; /* to it */

    /* Waiting. */
    struct takt_wait *waiting_on; /* while it is blocked */
    struct takt_timeout timeout;  /* armed while blocked with a limit */
    int32_t result;               /* what the blocking call will return */
    void *wanted;                 /* the object's: what its waiter wants, on the waiter's stack */

    /* Lending and owing: see kernel/core/priority.c. */
    struct list owned;          /* waits that it owns */
    struct takt_wait *serves;   /* the channel that it last received from */
    struct list serve_node;     /* in serves->servers */
    struct list clients;        /* threads that wait for its reply */
    struct list client_node;    /* in server->clients */
    struct takt_thread *server; /* who works on its message; NULL unless REPLY-blocked */
    bool rose;                  /* since then: so it lends what it has now to its server */
    struct takt_thread *walk_next;
    struct takt_thread *circle_next;
    bool in_walk;
    bool in_circle;

    /* Messages. */
    const struct takt_message *message; /* that it is sending */
    uint32_t exchange;                  /* number of the send in progress; 0: none */

    /* Identity, unchanged from creation to exit. */
    const char *name;
    const char *group;
    void (*entry)(void *argument);
    void *argument;
    void *stack;
    size_t stack_bytes;
    uint32_t serial; /* counts the threads that were ever made */
    uint32_t id;
    struct takt_wait joiners;
    struct list registry_node;

    /* Calls of several lock windows: see kernel/core/steps.h and thread_end.c. */
    bool (*step)(void *object); /* that it is in the middle of; NULL: none */
    void *step_object;
    struct takt_thread *enders; /* threads that are cancelling it, linked by ender_next */
    struct takt_thread *ender_next;

    void *local; /* the application's */

    /* With several CPUs. */
    struct kernel_cpu *runs_on; /* NULL: none runs it */
    bool guest;                 /* was not sent to its CPU by name, or serves timers */
    bool serves_timers;
};

/* Read while the call that takes it lasts; names are kept by pointer. */
struct takt_thread_options {
    const char *name;  /* shown in traces; 23 characters at most, the rest is cut there */
    const char *group; /* shown as the process; NULL: the image's name */
    unsigned priority; /* 0 ... 31 */
    void (*entry)(void *argument); /* to return from it is takt_thread_exit */
    void *argument;
    void *stack; /* any memory; what its alignment costs is lost */
    size_t stack_bytes;
    bool suspended;  /* true: does not run before takt_thread_resume */
    takt_time slice; /* after so long it goes behind its equals; 0: never. Below 2^32. Ignored with
                      * TAKT_ROUND_ROBIN at 0 */
    unsigned cpu;    /* TAKT_CPU(n): there; 0: where its maker is, unless that CPU is isolated */
};

/* For options. */
#define TAKT_CPU(n) ((n) + 1U)

struct takt_thread_statistics {
    takt_time run_time; /* as the running thread, interrupts of that time included */
    uint32_t switches;  /* to it; modulo 2^32 */
    size_t stack_used;  /* at most, so far */
    size_t stack_bytes; /* what it was given */
};

/* A stack that begins there loses nothing to a guard's own alignment. */
enum { TAKT_STACK_ALIGN = TAKT_STACK_GUARD > 16 ? TAKT_STACK_GUARD : 16 };

/* Declares a stack for a thread: static TAKT_STACK(name, bytes); A guard's bytes are among them. */
/* NOLINTBEGIN(bugprone-macro-parentheses): a name that is declared cannot have any */
#define TAKT_STACK(name, bytes) \
    _Alignas(TAKT_STACK_ALIGN) unsigned char name[(bytes) + TAKT_STACK_EXTRA]
/* NOLINTEND(bugprone-macro-parentheses) */

/* Make a thread. TAKT_OK; TAKT_EINVAL, and nothing is written, if the stack is NULL, smaller than
 * the port's PORT_STACK_MIN + PORT_STACK_ALIGN (Cortex-M3 without a guard: 264; docs/porting.md),
 * reaches beyond all addresses, the slice is 2^32 counts or more, or there is no such CPU;
 * TAKT_EBUSY, and nothing is written, if its maker's CPU is isolated and no other is named. Without
 * a record, options or an entry, or with a priority above 31, it stops. Fills the stack, which
 * takes its time, without the lock. A thread more urgent than its maker runs before the call
 * returns. A record may be used again once its thread has been joined. Not from an interrupt. */
int takt_thread_create(struct takt_thread *thread, const struct takt_thread_options *given);

/* End the calling thread, as returning from its entry does. Clients that wait for its reply wake
 * with TAKT_ECLOSED, its mutexes pass on with TAKT_EOWNERDEAD, those who join it wake. Threads
 * only. */
__attribute__((noreturn)) void takt_thread_exit(void);

/* End another thread the same way, wherever it stands: waiting, ready, suspended, never started. It
 * does not come back from the call that it is in; one that others rest on (destroying an object,
 * waking all, ending a thread) is finished in its place. When the call returns the thread has left
 * everything, and its record, stack and name may be used again. TAKT_OK; TAKT_ECLOSED if it had
 * ended before. Several may cancel one thread: all return when it has ended. Of oneself:
 * takt_thread_exit. What the thread's own code had half done stays so. A thread that was not made
 * by takt_thread_create stops, as what runs takt_main. Threads only. */
int takt_thread_cancel(struct takt_thread *thread);

/* Wait until `thread` has ended; its record, stack and name may then be used again. TAKT_OK,
 * TAKT_EAGAIN, TAKT_ETIMEDOUT, or TAKT_EDEADLK for oneself; circles of several who join each other
 * are not noticed. Several may join one thread, at any time, also long after its end while the
 * record is not used again. It lends no priority. Threads only; any context with TAKT_NO_WAIT. */
int takt_thread_join(struct takt_thread *thread, takt_time timeout);

/* Keep `thread` from running until it was resumed as often; the 65536th time stops. A wait that it
 * is in goes on, and may end, meanwhile; its mutexes and what it lends stay. Of oneself, and from a
 * thread: takes effect before the call returns. TAKT_OK; TAKT_ECLOSED if the thread has ended. In
 * an interrupt, of the thread that it came upon, it stops; so does what runs takt_main. Any
 * context. */
int takt_thread_suspend(struct takt_thread *thread);

/* Take back one suspend. Does nothing, and is not remembered, where there is none to take back: a
 * thread that runs, waits, or has ended. Any context. */
void takt_thread_resume(struct takt_thread *thread);

/* Let it run on that CPU from now on, be it running, ready, waiting or suspended; who is ready
 * comes behind its equals there. What it holds, and what it inherits, stays. Of oneself: the call
 * returns on the other CPU. A thread that another CPU runs leaves it as soon as that CPU takes an
 * interrupt. TAKT_OK; TAKT_EINVAL if there is no such CPU; TAKT_EBUSY if it is isolated and the
 * thread is that of a timer service; TAKT_ECLOSED if the thread has ended. Of what runs takt_main
 * it stops. Any context. */
int takt_thread_move(struct takt_thread *thread, unsigned cpu);

/* The CPU that it belongs to. Any context. */
unsigned takt_thread_cpu(const struct takt_thread *thread);

/* Set the thread's own priority; what it inherits stays. A thread that is raised goes behind the
 * threads already there, one that is lowered before them. Above 31, or of what runs takt_main, it
 * stops. TAKT_OK; TAKT_ECLOSED if the thread has ended. Any context. */
int takt_thread_set_priority(struct takt_thread *thread, unsigned priority);

/* Let threads of the same priority run first. Threads only. */
void takt_yield(void);

/* What the thread has used so far; run time and switches are 0 with TAKT_STATISTICS=0. Looks at the
 * stack word by word, which takes its time; without the lock. Of what runs takt_main it stops. Not
 * from an interrupt. */
void takt_thread_statistics(const struct takt_thread *thread,
                            struct takt_thread_statistics *statistics);

/* The calling thread; inside an interrupt the one that was interrupted. Any context. */
struct takt_thread *takt_thread_self(void);

/* One pointer of the thread's own, for its use alone; NULL at first. Threads only. */
void takt_thread_set_local(void *local);

/* That of the calling thread. NULL inside an interrupt, which comes upon a thread at any point of
 * what it does with it, and in takt_main. Any context. */
void *takt_thread_local(void);

/* Bytes of its stack that the thread has used when it used most, what the port saves there
 * included; a guard (TAKT_STACK_GUARD) is not counted. Looks at each word that was never used,
 * without the lock. Of what runs takt_main it stops. Any context. */
size_t takt_thread_stack_used(const struct takt_thread *thread);

/* What it runs at now: its own priority or what it inherits. Any context. */
static inline unsigned takt_thread_priority(const struct takt_thread *thread)
{
    return thread->priority;
}

/* As it was made with; "" for none. Any context. */
static inline const char *takt_thread_name(const struct takt_thread *thread)
{
    return thread->name;
}
