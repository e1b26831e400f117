/* model_flags.c - event flags: whoever has what it waits for is served, the most urgent first, and
 * then the next with what is left; between any two, others may run. */
#include "model_kinds.h"
#include "player.h"
#include "teller.h"

#include <string.h>

enum { FLAGS = 2, WANTED = 16, VALUES = 4 * WANTED };

static struct takt_flags flags[FLAGS];

static struct {
    bool open;
    bool serving;
    unsigned sets; /* while somebody waited */
    uint32_t set;
} known[FLAGS];

/* What each thread was or will be told, in both worlds. */
static uint32_t got[MODEL_THREADS + 1];
static uint32_t got_in_kernel[MODEL_THREADS + 1];

static uint32_t wanted_of(const struct step *step)
{
    return (uint32_t)step->value % WANTED;
}

static unsigned options_of(const struct step *step)
{
    return (unsigned)step->value / WANTED;
}

/* Those that would be reported, 0 if they are not enough. */
static uint32_t match(const struct step *step)
{
    uint32_t there = known[step->object].set & wanted_of(step);

    return (options_of(step) & TAKT_FLAGS_ALL) != 0 && there != wanted_of(step) ? 0 : there;
}

static void report(int thread, const struct step *step)
{
    got[thread] = match(step);
    if ((options_of(step) & TAKT_FLAGS_CLEAR) != 0) {
        known[step->object].set &= ~got[thread];
    }
}

/* The places of those who wait or have waited and were not served, in order of arrival; 0: none. A
 * thread takes its own back when it runs again. */
static long wishes[MODEL_THREADS];

/* One search for those who have what they want. It goes over them in rounds: in each those are
 * served who are at least as urgent as its level, and the most urgent of the others is noted, which
 * is the next round's level. Levels are priorities counted from 1. */
static struct {
    int object;
    bool begun;
    unsigned sets; /* of the flags, when it began */
    unsigned level;
    unsigned next;
    long place; /* that it has come to */
} searches[MODEL_THREADS + 1];

static int first_wish_behind(int object, long place)
{
    int first = NOBODY;

    for (int i = 0; i < MODEL_THREADS; i++) {
        if (wishes[i] > place && thread_in_world(i)->step->object == object
            && (first == NOBODY || wishes[i] < wishes[first])) {
            first = i;
        }
    }
    return first;
}

/* True if that one was served. */
static bool look_at(int searcher, int thread)
{
    const struct step *step = thread_in_world(thread)->step;
    unsigned level = thread_in_model(thread)->priority + 1;

    if (thread_in_model(thread)->wait != FOR_FLAGS || match(step) == 0) {
        return false;
    }
    if (level < searches[searcher].level) {
        searches[searcher].next = level > searches[searcher].next ? level : searches[searcher].next;
        return false;
    }
    wishes[thread] = 0;
    report(thread, step);
    world_end(thread, TAKT_OK);
    return true;
}

static void look(int searcher, int object)
{
    int at = first_wish_behind(object, searches[searcher].place);
    bool served = false;

    while (at != NOBODY && !served) {
        searches[searcher].place = wishes[at];
        served = look_at(searcher, at);
        at = first_wish_behind(object, searches[searcher].place);
    }
    if (at == NOBODY) {
        known[object].serving = searches[searcher].next > 0;
        searches[searcher].level = searches[searcher].next;
        searches[searcher].next = 0;
        searches[searcher].place = 0;
    }
}

/* How many wishes and searches there are. */
static int about(int object)
{
    int count = 0;

    for (int i = 0; i <= MODEL_THREADS; i++) {
        count += searches[i].begun && searches[i].object == object;
    }
    for (int at = first_wish_behind(object, 0); at != NOBODY;
         at = first_wish_behind(object, wishes[at])) {
        count++;
    }
    return count;
}

/* It need not find out who is the most urgent where nothing else is about. */
static void begin_search(int searcher, int object)
{
    searches[searcher].level = about(object) <= 1 ? 1 : TAKT_PRIORITIES + 1;
    searches[searcher].object = object;
    searches[searcher].begun = true;
    searches[searcher].sets = known[object].sets;
    searches[searcher].next = 0;
    searches[searcher].place = 0;
}

/* A part of a search, up to where others may run. */
static void search_on(int searcher, int object)
{
    if (known[object].serving && searches[searcher].sets != known[object].sets) {
        begin_search(searcher, object);
    }
    if (known[object].serving) {
        look(searcher, object);
    }
    searches[searcher].begun = known[object].serving;
}

/* The rest of the search of a thread that is ended. */
static void search_alone(int thread)
{
    search_on(thread, searches[thread].object);
    if (searches[thread].begun) {
        world_go_on(thread, search_alone, search_alone);
    }
}

/* Search until nobody is being served any more, and then do what that call does, with nothing in
 * between; in an interrupt all at once. */
static int search_first(int thread, const struct step *step, void (*go_on)(int thread),
                        int (*call)(int thread, const struct step *step))
{
    begin_search(thread, step->object);
    search_on(thread, step->object);
    while (thread == INTERRUPT && searches[thread].begun) {
        search_on(thread, step->object);
    }
    if (!searches[thread].begun) {
        return call(thread, step);
    }
    world_go_on(thread, go_on, search_alone);
    return WAITS;
}

static int begin_call(int thread, const struct step *step, void (*go_on)(int thread),
                      int (*call)(int thread, const struct step *step))
{
    return known[step->object].serving ? search_first(thread, step, go_on, call)
                                       : call(thread, step);
}

static void go_on_with(int thread, void (*go_on)(int thread),
                       int (*call)(int thread, const struct step *step))
{
    const struct step *step = thread_in_world(thread)->step;

    if (searches[thread].begun) {
        search_on(thread, step->object);
    }
    if (searches[thread].begun) {
        world_go_on(thread, go_on, search_alone);
        return;
    }
    int status = call(thread, step);

    if (status != WAITS) {
        thread_in_world(thread)->result = status;
    }
}

static void take_back(int thread)
{
    wishes[thread] = 0;
}

/* Of the call; it counts from where the wait begins, behind what is served first. */
static takt_time limits[MODEL_THREADS + 1];

static int wait_now(int thread, const struct step *step)
{
    got[thread] = 0;
    if (step->limit > 0) {
        thread_in_world(thread)->deadline = world.now + limits[thread];
    }
    if (!known[step->object].open) {
        return TAKT_ECLOSED;
    }
    if (match(step) != 0) {
        report(thread, step);
        return TAKT_OK;
    }
    int status = world_join(thread, FOR_FLAGS, step->object);

    if (status == WAITS) {
        wishes[thread] = world_next_place();
        world_go_on(thread, take_back, take_back);
    }
    return status;
}

static void wait_on(int thread)
{
    go_on_with(thread, wait_on, wait_now);
}

static bool wants_some(int thread, const struct step *step)
{
    (void)thread;
    return wanted_of(step) != 0;
}

static int model_wait(int thread, const struct step *step)
{
    limits[thread] = thread_in_world(thread)->deadline - world.now;
    return begin_call(thread, step, wait_on, wait_now);
}

static int call_wait(int thread, const struct step *step)
{
    got_in_kernel[thread] = UINT32_MAX;
    return takt_flags_wait(&flags[step->object], wanted_of(step), options_of(step),
                           &got_in_kernel[thread], limit_now(thread));
}

static void check_wait(int thread, const struct step *step)
{
    (void)step;
    must_equal(got_in_kernel[thread], thread_in_world(thread)->result == TAKT_OK ? got[thread] : 0,
               "flags reported to thread", thread);
}

static int done(int thread, const struct step *step)
{
    (void)thread;
    (void)step;
    return TAKT_OK;
}

static void serve_on(int thread)
{
    go_on_with(thread, serve_on, done);
}

static int set_now(int thread, const struct step *step)
{
    if (!known[step->object].open) {
        return TAKT_ECLOSED;
    }
    known[step->object].set |= wanted_of(step);
    if (first_wish_behind(step->object, 0) == NOBODY) {
        return TAKT_OK;
    }
    known[step->object].sets++;
    known[step->object].serving = true;
    return search_first(thread, step, serve_on, done);
}

static void set_on(int thread)
{
    go_on_with(thread, set_on, set_now);
}

static int model_set(int thread, const struct step *step)
{
    return begin_call(thread, step, set_on, set_now);
}

static int call_set(int thread, const struct step *step)
{
    (void)thread;
    return takt_flags_set(&flags[step->object], wanted_of(step));
}

static int clear_now(int thread, const struct step *step)
{
    (void)thread;
    if (!known[step->object].open) {
        return TAKT_ECLOSED;
    }
    known[step->object].set &= ~wanted_of(step);
    return TAKT_OK;
}

static void clear_on(int thread)
{
    go_on_with(thread, clear_on, clear_now);
}

static int model_clear(int thread, const struct step *step)
{
    return begin_call(thread, step, clear_on, clear_now);
}

static int call_clear(int thread, const struct step *step)
{
    (void)thread;
    return takt_flags_clear(&flags[step->object], wanted_of(step));
}

static void close_on(int thread)
{
    (void)world_close(thread, FOR_FLAGS, close_on);
}

static bool is_open(int thread, const struct step *step)
{
    (void)thread;
    return known[step->object].open;
}

static int model_destroy(int thread, const struct step *step)
{
    known[step->object].open = false;
    known[step->object].serving = false;
    close_on(thread);
    return TAKT_OK;
}

static int call_destroy(int thread, const struct step *step)
{
    (void)thread;
    takt_flags_destroy(&flags[step->object]);
    return TAKT_OK;
}

static bool may_be_made(int thread, const struct step *step)
{
    (void)thread;
    return !known[step->object].open && !operation_in_progress(&model_flags, step->object);
}

static int model_make(int thread, const struct step *step)
{
    (void)thread;
    known[step->object].open = true;
    known[step->object].serving = false;
    known[step->object].set = (uint32_t)step->value;
    return TAKT_OK;
}

static int call_make(int thread, const struct step *step)
{
    (void)thread;
    takt_flags_init(&flags[step->object], "flags", (uint32_t)step->value);
    return TAKT_OK;
}

static void begin(void)
{
    memset(wishes, 0, sizeof wishes);
    for (int i = 0; i < FLAGS; i++) {
        const struct step step = { .object = i };

        (void)model_make(CONTROL, &step);
        (void)call_make(CONTROL, &step);
    }
}

static void compare(void)
{
    for (int i = 0; i < FLAGS; i++) {
        if (known[i].open) {
            must_equal(takt_flags_get(&flags[i]), known[i].set, "word of flags", i);
        }
        must_wait(&flags[i].wait, FOR_FLAGS, i, "flags");
    }
}

static const struct operation operations[] = {
    { .name = "wait_flags",
      .late = true,
      .words = "waits for %v mod 16 of flags %o, options %v / 16%l",
      .weight = 16,
      .objects = FLAGS,
      .limited = true,
      .any_context = true,
      .values = VALUES,
      .possible = wants_some,
      .model = model_wait,
      .call = call_wait,
      .check = check_wait },
    { .name = "set_flags",
      .words = "sets %v of flags %o",
      .weight = 10,
      .objects = FLAGS,
      .any_context = true,
      .values = WANTED,
      .model = model_set,
      .call = call_set },
    { .name = "clear_flags",
      .words = "clears %v of flags %o",
      .weight = 4,
      .objects = FLAGS,
      .any_context = true,
      .values = WANTED,
      .model = model_clear,
      .call = call_clear },
    { .name = "destroy_flags",
      .words = "destroys flags %o",
      .weight = 1,
      .objects = FLAGS,
      .closes = true,
      .possible = is_open,
      .model = model_destroy,
      .call = call_destroy },
    { .name = "make_flags",
      .words = "makes flags %o with %v set",
      .weight = 3,
      .objects = FLAGS,
      .any_context = true,
      .values = WANTED,
      .possible = may_be_made,
      .model = model_make,
      .call = call_make },
};

const struct model_kind model_flags = {
    .name = "flags", .begin = begin, .compare = compare, OPERATIONS(operations)
};
