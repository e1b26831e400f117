/* threadmetric_row.c - a result in words. */
#include "text.h"
#include "threadmetric.h"

size_t threadmetric_row(char *text, size_t size, const struct threadmetric_test *test,
                        const struct threadmetric_result *result)
{
    uint64_t each_ns = result->iterations == 0 ? 0 : takt_to_ns(result->took) / result->iterations;

    return text_format(
        text, size, "%-22s %10llu iterations, %7llu ns each, max_delta %u, errors %u: %s\n",
        test->name, (unsigned long long)result->iterations, (unsigned long long)each_ns,
        (unsigned)result->max_delta, (unsigned)result->errors, result->passed ? "PASS" : "FAIL");
}
