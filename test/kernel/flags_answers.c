/* flags_answers.c - which flags end which wait, and what is then reported and left. */
#include "kernel_test.h"

enum { ALL = TAKT_FLAGS_ALL, CLEAR = TAKT_FLAGS_CLEAR };

/* D23: over: whether they are set, with which limit. */
KERNEL_TEST(flags_wait_answers)
{
    const takt_time limits[] = { TAKT_NO_WAIT, takt_ms(1), TAKT_FOREVER };
    struct takt_flags *flags = flags_make(0);
    struct actor *actor = actor_make('A', 10);

    for (unsigned i = 0; i < COUNT_OF(limits); i++) {
        CHECK_EQUAL(takt_flags_set(flags, 1), TAKT_OK);
        CHECK_EQUAL(await_within(actor, flags, 1, CLEAR, limits[i]), TAKT_OK);
        CHECK_EQUAL(got_by(actor), 1);
        CHECK_EQUAL(await_within(actor, flags, 1, CLEAR, limits[i]), i == 0 ? TAKT_EAGAIN : BUSY);
        pass_ms(2);
        CHECK_EQUAL(result_of(actor), i == 0 ? TAKT_EAGAIN : i == 1 ? TAKT_ETIMEDOUT : BUSY);
        CHECK_EQUAL(got_by(actor), i < 2 ? 0 : 0xA5A5A5A5U); /* nothing is reported yet */
    }
    CHECK_EQUAL(takt_flags_set(flags, 3), TAKT_OK);
    CHECK_EQUAL(result_of(actor), TAKT_OK);
    CHECK_EQUAL(got_by(actor), 1);
    CHECK_EQUAL(takt_flags_get(flags), 2);
}

static int set_one(void *flags)
{
    return takt_flags_set(flags, 1);
}

static int clear_one(void *flags)
{
    return takt_flags_clear(flags, 1);
}

static int wait_one(void *flags)
{
    uint32_t got = 77;
    int status = takt_flags_wait(flags, 1, 0, &got, TAKT_NO_WAIT);

    CHECK_EQUAL(got, status == TAKT_OK ? 1 : 0);
    return status;
}

KERNEL_TEST(flags_calls_answer_in_interrupts)
{
    struct takt_flags *flags = flags_make(0);

    CHECK_EQUAL(in_interrupt(wait_one, flags), TAKT_EAGAIN);
    CHECK_EQUAL(in_interrupt(set_one, flags), TAKT_OK);
    CHECK_EQUAL(in_interrupt(wait_one, flags), TAKT_OK);
    CHECK_EQUAL(in_interrupt(clear_one, flags), TAKT_OK);
    CHECK_EQUAL(in_interrupt(wait_one, flags), TAKT_EAGAIN);
    takt_flags_destroy(flags);
    CHECK_EQUAL(in_interrupt(wait_one, flags), TAKT_ECLOSED);
    CHECK_EQUAL(in_interrupt(set_one, flags), TAKT_ECLOSED);
    CHECK_EQUAL(in_interrupt(clear_one, flags), TAKT_ECLOSED);
}

/* D25, D26: one table of words, wishes and options: what is reported and what is left, by the words
 * of the contract; the same whether the flags are there before or come later, in a thread or in an
 * interrupt. */
static const uint32_t words[] = { 0, 1, 4, 5, 0xFF, 0x80000000U, 0x80000001U, 0xFFFFFFFFU };
static const uint32_t wishes[] = { 1, 3, 6, 0x80000000U, 0x80000001U, 0xFFFFFFFFU };

static uint32_t wanted_report(uint32_t word, uint32_t wish, unsigned options)
{
    if ((options & ALL) != 0) {
        return (word & wish) == wish ? wish : 0;
    }
    return word & wish;
}

static uint32_t word_to_set;

static int set_word(void *flags)
{
    return takt_flags_set(flags, word_to_set);
}

static void check_wish(struct actor *actor, uint32_t word, uint32_t wish, unsigned options)
{
    uint32_t report = wanted_report(word, wish, options);
    uint32_t left = (options & CLEAR) != 0 ? word & ~report : word;
    struct takt_flags flags;

    takt_flags_init(&flags, "before", word);
    CHECK_EQUAL(await_within(actor, &flags, wish, options, TAKT_NO_WAIT),
                report != 0 ? TAKT_OK : TAKT_EAGAIN);
    CHECK_EQUAL(got_by(actor), report);
    CHECK_EQUAL(takt_flags_get(&flags), left);
    takt_flags_destroy(&flags);

    for (unsigned in_irq = 0; in_irq < 2; in_irq++) {
        takt_flags_init(&flags, "later", 0);
        CHECK_EQUAL(await(actor, &flags, wish, options), BUSY);
        word_to_set = word;
        CHECK_EQUAL(in_irq ? in_interrupt(set_word, &flags) : set_word(&flags), TAKT_OK);
        CHECK_EQUAL(result_of(actor), report != 0 ? TAKT_OK : BUSY);
        CHECK_EQUAL(takt_flags_get(&flags), left);
        takt_flags_destroy(&flags);
        CHECK_EQUAL(result_of(actor), report != 0 ? TAKT_OK : TAKT_ECLOSED);
        CHECK_EQUAL(got_by(actor), report);
    }
}

static void check_wishes(struct actor *actor, uint32_t word)
{
    for (unsigned wish = 0; wish < COUNT_OF(wishes); wish++) {
        for (unsigned options = 0; options < 4; options++) {
            check_wish(actor, word, wishes[wish], options);
        }
    }
}

KERNEL_TEST(flags_report_what_was_wanted_and_set)
{
    struct actor *actor = actor_make('A', 10);

    for (unsigned word = 0; word < COUNT_OF(words); word++) {
        check_wishes(actor, words[word]);
    }
}

/* D25, step by step: other flags wake nobody, and only what is reported is cleared. */
KERNEL_TEST(flags_of_others_do_not_wake)
{
    struct takt_flags *flags = flags_make(0);
    struct actor *actor = actor_make('A', 10);

    CHECK_EQUAL(await(actor, flags, 6, CLEAR), BUSY);
    CHECK_EQUAL(takt_flags_set(flags, 1), TAKT_OK);
    CHECK_EQUAL(result_of(actor), BUSY);
    CHECK_EQUAL(takt_flags_set(flags, 5), TAKT_OK);
    CHECK_EQUAL(result_of(actor), TAKT_OK);
    CHECK_EQUAL(got_by(actor), 4);
    CHECK_EQUAL(takt_flags_get(flags), 1);
}

/* What is set is kept until somebody comes, and cleared before that it is gone. */
KERNEL_TEST(flags_are_kept_and_cleared)
{
    struct takt_flags *flags = flags_make(0xF0);
    struct actor *actor = actor_make('A', 10);

    CHECK_EQUAL(takt_flags_set(flags, 0x3), TAKT_OK);
    CHECK_EQUAL(takt_flags_clear(flags, 0x31), TAKT_OK);
    CHECK_EQUAL(takt_flags_get(flags), 0xC2);
    CHECK_EQUAL(await_within(actor, flags, 0x31, 0, TAKT_NO_WAIT), TAKT_EAGAIN);
    CHECK_EQUAL(await(actor, flags, 0xC2, ALL | CLEAR), TAKT_OK);
    CHECK_EQUAL(takt_flags_get(flags), 0);
    CHECK_EQUAL(takt_flags_wait(flags, 1, 0, NULL, TAKT_NO_WAIT), TAKT_EAGAIN);
}
