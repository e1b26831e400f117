/* clock_of_1000.c - conversions of a clock with 1000 counts a second. */
#define RATE 1000
#include "clock_rate.h"

TEST(clock_of_1000)
{
    check_rate();
}
