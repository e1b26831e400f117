/* program.c - a program as the original suite's are, but for its report: that is the tests'. */
#include "harness.h"
#include "takt/takt.h"
#include "tm_porting_layer.h"

enum { REPORTER = 7, REPORTER_PRIORITY = 5 };

void harness_print(const char *text)
{
    printf("%s", text);
}

static void report(void)
{
    takt_halt(harness_run(NULL) == 0 ? 0 : 1);
}

static void make(void)
{
    (void)tm_thread_create(REPORTER, REPORTER_PRIORITY, report);
    (void)tm_thread_resume(REPORTER);
}

void tm_main(void)
{
    tm_initialize(make);
}
