/* clock_of_1000000000.c - conversions of a clock with 1000000000 counts a second. */
#define RATE 1000000000
#include "clock_rate.h"

TEST(clock_of_1000000000)
{
    check_rate();
}
