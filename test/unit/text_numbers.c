/* text_numbers.c - what is a number, and what is too large for one. */
#include "harness.h"
#include "text.h"

TEST(text_number_is_digits_alone)
{
    static const struct {
        const char *text;
        uint32_t most;
        bool fine;
        uint32_t number;
    } cases[] = {
        { "0", 0, true, 0 },
        { "007", 9, true, 7 },
        { "10", 10, true, 10 },
        { "11", 10, false, 0 },
        { "4294967295", UINT32_MAX, true, UINT32_MAX },
        { "4294967296", UINT32_MAX, false, 0 },
        { "18446744073709551617", UINT32_MAX, false, 0 },
        { "00000000000000000000000000000001", 1, true, 1 },
        { "", 9, false, 0 },
        { "-1", 9, false, 0 },
        { "+1", 9, false, 0 },
        { " 1", 9, false, 0 },
        { "1 ", 9, false, 0 },
        { "1x", 9, false, 0 },
        { "0x1", 9, false, 0 },
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint32_t number = 99;

        CHECK_EQUAL(text_number(cases[i].text, cases[i].most, &number), cases[i].fine);
        CHECK_EQUAL(number, cases[i].fine ? cases[i].number : 99);
    }
}
