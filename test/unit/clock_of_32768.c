/* clock_of_32768.c - conversions of a clock with 32768 counts a second. */
#define RATE 32768
#include "clock_rate.h"

TEST(clock_of_32768)
{
    check_rate();
}
