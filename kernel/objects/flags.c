/* flags.c - 32 event flags in one word.
 *
 * Each waiter leaves a wish on its stack, in a list in order of arrival; it takes it back itself
 * if it was not served. So the list changes only by calls on these flags, and a search can leave a
 * mark of its own between the wishes, let interrupts in, and go on from there.
 *
 * To serve in order of priority takes several rounds: the first tells the highest priority of
 * those who have what they want; the next serves these and tells the next priority; and so on,
 * until a round finds nobody. Priorities may change meanwhile, waiters may leave: each is looked at
 * as it is then. As the word can only lose flags, whoever did not match in a round needs no second
 * look. Who sets some more begins anew (`sets`), and the last search that finds nobody has finished
 * for all (`serving`). docs/decisions/013-event-flags.md tells why.
 *
 * Every static is called with the kernel lock held; those that say so let it go between.
 */
#include "takt/flags.h"

#include "entry.h"
#include "steps.h"
#include "thread_state.h"
#include "trace.h"
#include "wait.h"

/* How many wishes are looked at before interrupts may come in again. */
enum { LOOKS = 8 };

/* What a thread waits for; or, without a thread, the place that a search has come to. */
struct wish {
    struct list node;
    struct takt_thread *thread;
    uint32_t wanted;
    uint32_t got;
    unsigned options;
};

/* One search for waiters to serve. Priorities are counted from 1, so that 0 is nobody. */
struct search {
    struct takt_flags *flags;
    struct wish place; /* behind the last that was looked at */
    uint32_t sets;     /* of the flags, when it began */
    unsigned level;    /* those who are at least as urgent are served in this round */
    unsigned next;     /* the most urgent of the others */
};

static void describe(const struct takt_wait *wait)
{
    trace_event(TRACE_FLAGS_CREATE, 0, wait->id, LIST_ENTRY(wait, struct takt_flags, wait)->set);
    wait_trace_name(wait);
}

/* Nobody is chosen from the wait: the wishes have an order of their own. */
static const struct takt_wait_kind flags_kind = {
    .state = TRACE_STATE_FLAGS,
    .unordered = true,
    .describe = describe,
};

void takt_flags_init(struct takt_flags *flags, const char *name, uint32_t set)
{
    kernel_enter();

    wait_init(&flags->wait, &flags_kind);
    list_init(&flags->wishes);
    flags->set = set;
    flags->sets = 0;
    flags->serving = false;
    flags->open = true;
    wait_register(&flags->wait, name);
    kernel_leave();
}

static inline void trace_word(enum trace_event_id event, const struct takt_flags *flags,
                              const struct takt_thread *thread, uint32_t word)
{
    trace_event(event, thread->id, flags->wait.id, word);
}

/* Those of the wanted flags that are set, if they are enough; otherwise 0. */
static uint32_t match(const struct takt_flags *flags, uint32_t wanted, unsigned options)
{
    uint32_t got = flags->set & wanted;

    return (options & TAKT_FLAGS_ALL) == 0 || got == wanted ? got : 0;
}

/* The thread is told of them, and takes them if it wants. */
static void report(struct takt_flags *flags, const struct takt_thread *thread, uint32_t got,
                   unsigned options)
{
    if ((options & TAKT_FLAGS_CLEAR) != 0) {
        flags->set &= ~got;
    }
    trace_word(TRACE_FLAGS_TAKE, flags, thread, got);
}

/* Serving. */

/* Out of line: the compiler would fear that the search, which is on its caller's stack, stays in
 * the list when that returns. serve() takes it out. */
SELDOM static void next_round(struct takt_flags *flags, struct search *search, unsigned level)
{
    search->level = level;
    search->next = 0;
    list_remove(&search->place.node);
    list_add_first(&flags->wishes, &search->place.node);
}

/* Where there is only one wish there is no order to be found out. */
static void begin(struct takt_flags *flags, struct search *search)
{
    bool alone = flags->wishes.next == flags->wishes.previous;

    search->sets = flags->sets;
    next_round(flags, search, alone ? 1 : TAKT_PRIORITIES + 1);
}

/* A wait that was over before its thread could take its wish back. */
static bool is_over(const struct takt_flags *flags, const struct wish *wish)
{
    return wish->thread->state != THREAD_BLOCKED || wish->thread->waiting_on != &flags->wait;
}

/* True if that one was served. */
static bool look_at(struct takt_flags *flags, struct search *search, struct wish *wish)
{
    if (wish->thread == NULL || is_over(flags, wish)) {
        return false;
    }
    uint32_t got = match(flags, wish->wanted, wish->options);
    unsigned level = wish->thread->priority + 1U;

    if (got == 0) {
        return false;
    }
    if (level < search->level) {
        search->next = level > search->next ? level : search->next;
        return false;
    }
    list_remove(&wish->node);
    wish->got = got;
    report(flags, wish->thread, got, wish->options);
    (void)wait_end(wish->thread);
    return true;
}

/* Looks at some, or serves one. */
static void look(struct takt_flags *flags, struct search *search)
{
    struct list *place = &search->place.node;
    bool served = false;

    for (unsigned looks = 0; looks < LOOKS && !served && place->next != &flags->wishes; looks++) {
        struct list *at = place->next;

        list_remove(place);
        list_add_first(at, place);
        served = look_at(flags, search, LIST_ENTRY(at, struct wish, node));
    }
    if (place->next == &flags->wishes && search->next > 0) {
        next_round(flags, search, search->next);
    } else if (place->next == &flags->wishes) {
        flags->serving = false;
    }
}

/* Another may have served all meanwhile, or set more. */
static bool serve_step(void *object)
{
    struct search *search = object;
    struct takt_flags *flags = search->flags;

    if (flags->serving && search->sets != flags->sets) {
        begin(flags, search);
    }
    if (flags->serving) {
        look(flags, search);
    }
    if (!flags->serving) {
        list_remove(&search->place.node);
    }
    return flags->serving;
}

/* Lets the lock go between its steps. */
static void serve(struct takt_flags *flags)
{
    struct search search = { .flags = flags, .place = { .thread = NULL } };

    list_init(&search.place.node);
    begin(flags, &search);
    steps_run(serve_step, &search);
}

/* Lets the lock go if there is something to finish; not behind the last step. */
static inline void finish_serving(struct takt_flags *flags)
{
    if (flags->serving) {
        serve(flags);
    }
}

/* The calls. */

static bool take_wish_back(void *object)
{
    struct wish *wish = object;

    list_remove(&wish->node);
    return false;
}

/* Who was served finds its wish taken out. */
static int wait_for(struct takt_flags *flags, struct wish *wish, takt_time timeout)
{
    int status = wait_join(&flags->wait, timeout);

    if (status != WAIT_BLOCKED) {
        kernel_leave();
        return status;
    }
    list_add_last(&flags->wishes, &wish->node);
    steps_if_ended(take_wish_back, wish);
    status = kernel_leave_blocked();
    if (status != TAKT_OK) {
        kernel_enter();
        (void)take_wish_back(wish);
        kernel_leave_same();
    }
    steps_if_ended(NULL, NULL);
    return status;
}

static int take(struct takt_flags *flags, struct wish *wish, takt_time timeout)
{
    kernel_enter();
    finish_serving(flags);
    if (!flags->open) {
        kernel_leave();
        return TAKT_ECLOSED;
    }
    wish->thread = cpu_here()->current;
    wish->got = match(flags, wish->wanted, wish->options);
    if (wish->got == 0) {
        return wait_for(flags, wish, timeout);
    }
    report(flags, wish->thread, wish->got, wish->options);
    kernel_leave();
    return TAKT_OK;
}

int takt_flags_wait(struct takt_flags *flags, uint32_t wanted, unsigned options, uint32_t *got,
                    takt_time timeout)
{
    struct wish wish = { .wanted = wanted, .options = options };

    TAKT_REQUIRE(wanted != 0);
    TAKT_REQUIRE((options & ~(unsigned)(TAKT_FLAGS_ALL | TAKT_FLAGS_CLEAR)) == 0);
    list_init(&wish.node);
    int status = take(flags, &wish, timeout);

    if (got != NULL) {
        *got = status == TAKT_OK ? wish.got : 0;
    }
    return status;
}

/* Of the word after the call, or none if the flags are destroyed. */
static int change(struct takt_flags *flags, enum trace_event_id event, uint32_t word)
{
    if (!flags->open) {
        return TAKT_ECLOSED;
    }
    flags->set = word;
    trace_word(event, flags, cpu_here()->current, word);
    return TAKT_OK;
}

int takt_flags_set(struct takt_flags *flags, uint32_t set)
{
    kernel_enter();
    finish_serving(flags);
    int status = change(flags, TRACE_FLAGS_SET, flags->set | set);

    if (status == TAKT_OK && !list_empty(&flags->wishes)) {
        flags->sets++;
        flags->serving = true;
        serve(flags);
    }
    kernel_leave();
    return status;
}

int takt_flags_clear(struct takt_flags *flags, uint32_t cleared)
{
    kernel_enter();
    finish_serving(flags);
    int status = change(flags, TRACE_FLAGS_CLEAR, flags->set & ~cleared);

    kernel_leave();
    return status;
}

uint32_t takt_flags_get(const struct takt_flags *flags)
{
    return flags->set;
}

void takt_flags_destroy(struct takt_flags *flags)
{
    REQUIRE_THREAD();
    kernel_enter();

    TAKT_REQUIRE(flags->open);
    flags->open = false;
    flags->serving = false;
    wait_unregister(&flags->wait);
    trace_event(TRACE_FLAGS_DESTROY, cpu_here()->current->id, flags->wait.id, 0);
    wait_close(&flags->wait);
    kernel_leave();
}
