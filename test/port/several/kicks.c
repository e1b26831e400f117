/* kicks.c - a kick arrives, whatever the other CPU does meanwhile. */
#include "several.h"
#include "traced.h"

enum { ROUNDS = 200, PATIENCE_US = 2000 };

/* One kick, one interrupt, and nothing else. */
static bool kick_arrives(void)
{
    takt_time begin = takt_now();

    traced_begin();
    port_kick(THERE);
    while (traced_count(TRACE_IRQ_EXIT, TRACED_ANY) == 0
           && takt_now() - begin < takt_us(PATIENCE_US)) {
        port_relax();
    }
    several_pass(takt_us(20));
    traced_end();
    return CHECK_EQUAL(traced_count(TRACE_IRQ_ENTER, TRACE_IRQ_KICK), 1)
           && CHECK_EQUAL(traced_count(TRACE_IRQ_ENTER, TRACED_ANY), 1)
           && CHECK_EQUAL(traced_count(TRACE_THREAD_SWITCH, TRACED_ANY), 0);
}

static void kick_often(void)
{
    unsigned rounds = 0;

    several_pass(takt_us(100));
    while (rounds < harness_rounds(ROUNDS) && kick_arrives()) {
        rounds++;
    }
    CHECK_EQUAL(rounds, harness_rounds(ROUNDS));
}

TEST(port_kick_arrives_where_nobody_runs)
{
    kick_often();
}

static uint32_t over;

static void compute(void *unused)
{
    (void)unused;
    while (load(&over) == 0) {
        several_pass(takt_us(1));
    }
}

TEST(port_kick_arrives_where_a_thread_computes)
{
    store(&over, 0);
    several_start(compute, NULL);
    kick_often();
    store(&over, 1);
    helper_join(&helper);
}

static uint32_t asked;
static uint32_t awake;

/* In every second round the kick can come between the decision to idle and the idling. */
static void idle_often(void *unused)
{
    (void)unused;
    for (uint32_t i = 1; i <= harness_rounds(ROUNDS); i++) {
        unsigned state = port_irq_save();

        store(&asked, i);
        for (uint32_t turns = i % 2 * (i % 16); turns > 0; turns--) {
            port_relax();
        }
        port_idle();
        store(&awake, i);
        port_irq_restore(state);
    }
}

/* E01: the request has come just before the CPU sleeps, which nobody will ask for again. */
TEST(port_kick_to_a_cpu_that_is_about_to_idle_is_not_lost)
{
    store(&asked, 0);
    store(&awake, 0);
    several_start(idle_often, NULL);
    for (uint32_t i = 1; i <= harness_rounds(ROUNDS); i++) {
        CHECK(several_wait(&asked, i));
        port_kick(THERE);
        if (!CHECK(several_wait(&awake, i))) {
            break;
        }
    }
    helper_join(&helper);
}
