/* host_print.c - the harness's output on the host. Flushed at once: a test may die. */
#include "harness.h"

#include <stdio.h>

void harness_print(const char *text)
{
    (void)fputs(text, stdout);
    (void)fflush(stdout);
}
