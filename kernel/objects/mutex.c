/* mutex.c - mutual exclusion. The wait has an owner; inheritance follows from that alone. */
#include "takt/mutex.h"

#include "entry.h"
#include "mutex_hold.h"
#include "trace.h"
#include "wait.h"

static struct takt_mutex *mutex_of(struct takt_wait *wait)
{
    return LIST_ENTRY(wait, struct takt_mutex, wait);
}

static uint32_t owner_id(const struct takt_wait *wait)
{
    return wait->owner == NULL ? 0 : wait->owner->id;
}

static void describe(const struct takt_wait *wait)
{
    trace_event(TRACE_MUTEX_CREATE, 0, wait->id, owner_id(wait));
    wait_trace_name(wait);
}

static void note_special(struct takt_mutex *mutex)
{
    mutex->special =
        mutex->again > 0 || mutex->owner_died || !mutex->open || !list_empty(&mutex->wait.waiters);
}

static void trace_lock(const struct takt_mutex *mutex, const struct takt_thread *thread)
{
    trace_event(TRACE_MUTEX_LOCK, thread->id, mutex->wait.id, 0);
}

static void own(struct takt_mutex *mutex, struct takt_thread *thread)
{
    wait_own(&mutex->wait, thread);
    trace_lock(mutex, thread);
}

/* The most urgent waiter owns it at once, so that nobody can come between. */
static void release(struct takt_mutex *mutex, const struct takt_thread *from, int32_t result)
{
    struct takt_thread *next = wait_first(&mutex->wait);

    trace_event(TRACE_MUTEX_UNLOCK, from->id, mutex->wait.id, next == NULL ? 0 : next->id);
    mutex->again = 0;
    wait_lose_owner(&mutex->wait);
    if (next != NULL) {
        wait_leave(next, result);
        own(mutex, next);
    }
    note_special(mutex);
}

static bool owner_dies(struct takt_wait *wait, struct takt_thread *thread)
{
    struct takt_mutex *mutex = mutex_of(wait);

    mutex->owner_died = wait_first(wait) == NULL;
    release(mutex, thread, TAKT_EOWNERDEAD);
    return false;
}

static const struct takt_wait_kind mutex_kind = {
    .state = TRACE_STATE_MUTEX,
    .abandon = owner_dies,
    .describe = describe,
};

void takt_mutex_init(struct takt_mutex *mutex, const char *name, unsigned flags)
{
    TAKT_REQUIRE((flags & ~(unsigned)TAKT_MUTEX_RECURSIVE) == 0);
    kernel_enter();

    wait_init(&mutex->wait, &mutex_kind);
    mutex->again = 0;
    mutex->flags = (uint8_t)flags;
    mutex->special = false;
    mutex->open = true;
    mutex->owner_died = false;
    wait_register(&mutex->wait, name);
    kernel_leave();
}

static int lock_free(struct takt_mutex *mutex, struct takt_thread *thread)
{
    int status = mutex->owner_died ? TAKT_EOWNERDEAD : TAKT_OK;

    mutex->owner_died = false;
    own(mutex, thread);
    return status;
}

static int lock_again(struct takt_mutex *mutex)
{
    if ((mutex->flags & TAKT_MUTEX_RECURSIVE) == 0) {
        return TAKT_EDEADLK;
    }
    TAKT_REQUIRE(mutex->again < UINT32_MAX);
    mutex->again++;
    return TAKT_OK;
}

static int lock(struct takt_mutex *mutex, struct takt_thread *thread, takt_time timeout)
{
    if (!mutex->open) {
        return TAKT_ECLOSED;
    }
    if (mutex->wait.owner == NULL) {
        return lock_free(mutex, thread);
    }
    if (mutex->wait.owner == thread) {
        return lock_again(mutex);
    }
    trace_event(TRACE_MUTEX_WAIT, thread->id, mutex->wait.id, owner_id(&mutex->wait));
    return wait_join(&mutex->wait, timeout);
}

SELDOM static int lock_slowly(struct takt_mutex *mutex, takt_time timeout)
{
    int status = lock(mutex, cpu_here()->current, timeout);

    note_special(mutex);
    return kernel_leave_with(status);
}

int takt_mutex_lock(struct takt_mutex *mutex, takt_time timeout)
{
    REQUIRE_THREAD();
    kernel_enter();
    if (mutex->wait.owner != NULL || mutex->special) {
        return lock_slowly(mutex, timeout);
    }
    struct takt_thread *thread = cpu_here()->current;

    wait_own(&mutex->wait, thread);
    trace_lock(mutex, thread);
    kernel_leave_same();
    return TAKT_OK;
}

SELDOM static void unlock_slowly(struct takt_mutex *mutex)
{
    if (mutex->again > 0) {
        mutex->again--;
        note_special(mutex);
    } else {
        release(mutex, mutex->wait.owner, TAKT_OK);
    }
    kernel_leave();
}

void takt_mutex_unlock(struct takt_mutex *mutex)
{
    REQUIRE_THREAD();
    kernel_enter();
    TAKT_REQUIRE(mutex->wait.owner == cpu_here()->current);
    if (mutex->special) {
        unlock_slowly(mutex);
        return;
    }
    trace_event(TRACE_MUTEX_UNLOCK, mutex->wait.owner->id, mutex->wait.id, 0);
    wait_disown(&mutex->wait);
    kernel_leave_same();
}

bool mutex_held_once(const struct takt_mutex *mutex)
{
    return mutex->wait.owner == cpu_here()->current && mutex->again == 0;
}

void mutex_let_go(struct takt_mutex *mutex)
{
    release(mutex, mutex->wait.owner, TAKT_OK);
}

int mutex_take(struct takt_mutex *mutex)
{
    int status = lock(mutex, cpu_here()->current, TAKT_FOREVER);

    note_special(mutex);
    return status;
}

void takt_mutex_destroy(struct takt_mutex *mutex)
{
    REQUIRE_THREAD();
    kernel_enter();

    TAKT_REQUIRE(mutex->open);
    mutex->open = false;
    mutex->special = true;
    if (mutex->wait.owner != NULL) {
        wait_lose_owner(&mutex->wait);
    }
    wait_unregister(&mutex->wait);
    trace_event(TRACE_MUTEX_DESTROY, cpu_here()->current->id, mutex->wait.id, 0);
    wait_close(&mutex->wait);
    kernel_leave();
}
