/* harness.h - the tests' own frame: the same on the host and on a board.
 *
 * A test registers itself by the section that its pointer lies in, so there is no list to keep;
 * a board's linker script keeps that section and marks its ends. A failed check is reported and
 * the test goes on; what a check returns lets a test leave early: `if (!CHECK(x)) return;`.
 */
#pragma once

#include <stdbool.h>

struct harness_test {
    const char *name;
    void (*run)(void);
};

/* TEST(mutex_wakes_the_most_urgent) { CHECK(...); } */
#define TEST(name)                                                           \
    static void test_##name(void);                                           \
    static const struct harness_test record_##name = { #name, test_##name }; \
    static const struct harness_test *const entry_##name                     \
        __attribute__((used, section("takt_tests"))) = &record_##name;       \
    static void test_##name(void)

#define CHECK(condition) harness_check((condition), __FILE__, __LINE__, #condition)

/* For integers of any type; both values are printed when they differ. */
#define CHECK_EQUAL(found, wanted)                                                   \
    harness_check_equal((long long)(found), (long long)(wanted), __FILE__, __LINE__, \
                        #found " == " #wanted)

/* For terminated strings; NULL differs from every text. */
#define CHECK_TEXT(found, wanted) \
    harness_check_text((found), (wanted), __FILE__, __LINE__, #found " == " #wanted)

bool harness_check(bool holds, const char *file, int line, const char *what);
bool harness_check_equal(long long found, long long wanted, const char *file, int line,
                         const char *what);
bool harness_check_text(const char *found, const char *wanted, const char *file, int line,
                        const char *what);

/* Run the tests whose names contain `filter` (NULL: all), print a line for each and at the end
 * "N passed, N failed". Returns how many failed; a run without any test counts as one failure. */
int harness_run(const char *filter);

/* How often to do what goes wrong once in many times: `few`, or so many times more as the run was
 * told to before it began. */
unsigned harness_rounds(unsigned few);
void harness_multiply_rounds(unsigned factor);

/* Threads leave letters here and the test compares their order: CHECK_TEXT(harness_tokens(),
 * "HMLl"). Safe from any thread and interrupt; empty when a test begins. At most 127 are kept. */
void harness_token(char token);
const char *harness_tokens(void);
void harness_tokens_clear(void);

/* Supplied by the environment: host_print.c, or the board's console. */
void harness_print(const char *text);
