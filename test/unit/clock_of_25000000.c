/* clock_of_25000000.c - conversions of a clock with 25000000 counts a second. */
#define RATE 25000000
#include "clock_rate.h"

TEST(clock_of_25000000)
{
    check_rate();
}
