/* harness.c - runs the tests and counts.
 *
 * Needs nothing of a C library, so that it runs on a board as on the host; that is also why it
 * writes its own numbers instead of trusting the formatting that it has to test.
 */
#include "harness.h"

#include <stddef.h>

enum { TOKENS = 128, DIGITS = 24 };

/* The ends of the section that TEST fills. The linker defines them, unless there is no test. */
// NOLINTBEGIN: the linker's names
extern const struct harness_test *const __start_takt_tests[] __attribute__((weak));
extern const struct harness_test *const __stop_takt_tests[] __attribute__((weak));
// NOLINTEND

static const char *test_name = "";
static bool test_failed;

static unsigned rounds_factor = 1;

/* Written by test threads and interrupts: the count by atomic steps only. */
static char tokens[TOKENS];
static unsigned token_count;

unsigned harness_rounds(unsigned few)
{
    return few * rounds_factor;
}

void harness_multiply_rounds(unsigned factor)
{
    rounds_factor = factor;
}

static void print_number(long long value)
{
    char digits[DIGITS];
    char *at = digits + DIGITS - 1;
    unsigned long long rest = value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;

    *at = '\0';
    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (value < 0) {
        *--at = '-';
    }
    harness_print(at);
}

static void print_failure(const char *file, int line, const char *what)
{
    test_failed = true;
    harness_print("FAILED ");
    harness_print(test_name);
    harness_print(" ");
    harness_print(file);
    harness_print(":");
    print_number(line);
    harness_print(": ");
    harness_print(what);
}

static bool same_text(const char *left, const char *right)
{
    if (left == NULL || right == NULL) {
        return false;
    }
    while (*left != '\0' && *left == *right) {
        left++;
        right++;
    }
    return *left == *right;
}

static bool contains(const char *text, const char *part)
{
    for (; *text != '\0'; text++) {
        size_t i = 0;

        while (part[i] != '\0' && text[i] == part[i]) {
            i++;
        }
        if (part[i] == '\0') {
            return true;
        }
    }
    return false;
}

/* Returns whether it passed. */
static bool run_one(const struct harness_test *test)
{
    test_name = test->name;
    test_failed = false;
    harness_tokens_clear();
    test->run();
    if (!test_failed) {
        harness_print("ok ");
        harness_print(test_name);
        harness_print("\n");
    }
    return !test_failed;
}

bool harness_check(bool holds, const char *file, int line, const char *what)
{
    if (!holds) {
        print_failure(file, line, what);
        harness_print("\n");
    }
    return holds;
}

bool harness_check_equal(long long found, long long wanted, const char *file, int line,
                         const char *what)
{
    if (found != wanted) {
        print_failure(file, line, what);
        harness_print(": ");
        print_number(found);
        harness_print(", not ");
        print_number(wanted);
        harness_print("\n");
    }
    return found == wanted;
}

bool harness_check_text(const char *found, const char *wanted, const char *file, int line,
                        const char *what)
{
    bool same = same_text(found, wanted);

    if (!same) {
        print_failure(file, line, what);
        harness_print(": \"");
        harness_print(found == NULL ? "(null)" : found);
        harness_print("\", not \"");
        harness_print(wanted == NULL ? "(null)" : wanted);
        harness_print("\"\n");
    }
    return same;
}

int harness_run(const char *filter)
{
    int passed = 0;
    int failed = 0;

    // cppcheck-suppress comparePointers ; two ends of one section
    for (size_t i = 0; &__start_takt_tests[i] < __stop_takt_tests; i++) {
        const struct harness_test *test = __start_takt_tests[i];

        if (filter != NULL && !contains(test->name, filter)) {
            continue;
        }
        if (run_one(test)) {
            passed++;
        } else {
            failed++;
        }
    }
    if (passed + failed == 0) {
        harness_print("FAILED harness: no test has such a name\n");
        failed = 1;
    }
    print_number(passed);
    harness_print(" passed, ");
    print_number(failed);
    harness_print(" failed\n");
    return failed;
}

void harness_token(char token)
{
    unsigned index = __atomic_fetch_add(&token_count, 1, __ATOMIC_SEQ_CST);

    if (index < TOKENS - 1) {
        tokens[index] = token;
    }
}

const char *harness_tokens(void)
{
    return tokens;
}

void harness_tokens_clear(void)
{
    for (size_t i = 0; i < TOKENS; i++) {
        ((volatile char *)tokens)[i] = '\0';
    }
    __atomic_store_n(&token_count, 0, __ATOMIC_SEQ_CST);
}
