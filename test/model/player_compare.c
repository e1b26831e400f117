/* player_compare.c - looks whether the kernel and the reference are alike. */
#include "kernel_view.h"
#include "model_kinds.h"
#include "player.h"
#include "teller.h"

struct row {
    int count;
    int players[MODEL_THREADS];
};

static void must_list(const struct row *found, const struct row *wanted, const char *what,
                      int number)
{
    must_equal(found->count, wanted->count, what, number);
    for (int i = 0; i < found->count && i < wanted->count; i++) {
        must_equal(found->players[i], wanted->players[i], what, number);
    }
}

static struct row row_of(const struct takt_thread *const *threads, int count)
{
    struct row row = { .count = count };

    for (int i = 0; i < count; i++) {
        row.players[i] = player_of(threads[i]);
    }
    return row;
}

void must_wait(const struct takt_wait *wait, int model_wait, int object, const char *what)
{
    const struct takt_thread *waiting[MODEL_THREADS];
    struct row found = row_of(waiting, view_waiters(wait, waiting, MODEL_THREADS));
    struct row wanted;

    wanted.count = world_waiters((enum model_wait)model_wait, object, wanted.players);
    must_list(&found, &wanted, what, object);
}

static void compare_ready(int cpu)
{
    const struct takt_thread *ready[MODEL_THREADS];
    struct row wanted;

    for (unsigned priority = 0; priority < TAKT_PRIORITIES; priority++) {
        struct row found = row_of(ready, view_ready(cpu, priority, ready, MODEL_THREADS));

        wanted.count = world_ready_at(cpu, priority, wanted.players);
        must_list(&found, &wanted, "ready at priority", (int)priority);
    }
}

void player_compare(void)
{
    for (int cpu = 0; cpu < TAKT_CPUS; cpu++) {
        compare_ready(cpu);
    }
    for (int i = 0; i < model_kind_count; i++) {
        if (model_kinds[i]->compare != NULL) {
            model_kinds[i]->compare();
        }
    }
}

void player_compare_priorities(void)
{
    for (int i = 0; i < MODEL_THREADS; i++) {
        if (thread_in_world(i)->alive) {
            must_equal(player_thread(i)->priority, thread_in_model(i)->priority,
                       "priority of thread", i);
        }
    }
}
