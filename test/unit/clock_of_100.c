/* clock_of_100.c - conversions of a clock with 100 counts a second. */
#define RATE 100
#include "clock_rate.h"

TEST(clock_of_100)
{
    check_rate();
}
