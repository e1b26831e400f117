/* clock_of_1024.c - conversions of a clock with 1024 counts a second. */
#define RATE 1024
#include "clock_rate.h"

TEST(clock_of_1024)
{
    check_rate();
}
