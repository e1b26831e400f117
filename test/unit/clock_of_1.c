/* clock_of_1.c - conversions of a clock with 1 counts a second. */
#define RATE 1
#include "clock_rate.h"

TEST(clock_of_1)
{
    check_rate();
}
