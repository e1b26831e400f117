/* bytes_as_text_and_back.c - base64: the examples of RFC 4648, all lengths there and back, and
 * texts that are none. */
#include "base64.h"
#include "dice.h"
#include "harness.h"

#include <string.h>

static const char *const examples[][2] = {
    { "", "" },
    { "f", "Zg==" },
    { "fo", "Zm8=" },
    { "foo", "Zm9v" },
    { "foob", "Zm9vYg==" },
    { "fooba", "Zm9vYmE=" },
    { "foobar", "Zm9vYmFy" },
};

TEST(base64_is_that_of_the_standard)
{
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        char text[16];
        char bytes[16];
        size_t size = 99;

        CHECK_EQUAL(base64_encode(text, examples[i][0], strlen(examples[i][0])),
                    strlen(examples[i][1]));
        CHECK_TEXT(text, examples[i][1]);
        CHECK(base64_decode(bytes, &size, text, strlen(text)));
        CHECK_EQUAL(size, strlen(examples[i][0]));
        CHECK(memcmp(bytes, examples[i][0], size) == 0);
    }
}

TEST(base64_there_and_back)
{
    struct dice dice = dice_seeded(64);

    for (size_t length = 0; length <= 64; length++) {
        unsigned char bytes[64];
        unsigned char back[66];
        char text[BASE64_LENGTH(64) + 1];
        size_t size = 0;

        for (size_t i = 0; i < length; i++) {
            bytes[i] = (unsigned char)dice_roll(&dice);
        }
        CHECK_EQUAL(base64_encode(text, bytes, length), BASE64_LENGTH(length));
        CHECK_EQUAL(strlen(text), BASE64_LENGTH(length));
        CHECK(base64_decode(back, &size, text, strlen(text)));
        CHECK_EQUAL(size, length);
        CHECK(memcmp(bytes, back, length) == 0);
    }
}

TEST(base64_refuses_other_texts)
{
    static const char *const wrong[] = {
        "Z",    "Zg",   "Zg=",      "====",     "Z===", "Zg=a", "=g==",
        "Zh==", /* bits behind */
        "Zm9=", "Zm 8", "Zg==Zg==", "Zm9v\nZm", "Zm-v", "Zm_v", "Z\xC3\xA4=",
    };

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char bytes[16];
        size_t size;

        if (!CHECK(!base64_decode(bytes, &size, wrong[i], strlen(wrong[i])))) {
            harness_print(wrong[i]);
        }
    }
}

/* What is taken is what would be written: no two texts have the same bytes. */
TEST(base64_has_one_text_for_bytes)
{
    struct dice dice = dice_seeded(4648);
    unsigned taken = 0;

    for (unsigned round = 0; round < 200000; round++) {
        static const char letters[] = "Ag/+=Q9";
        char text[9] = "";
        unsigned char bytes[6];
        size_t size;

        for (size_t i = 0; i < 8; i++) {
            text[i] = letters[dice_below(&dice, 7)];
        }
        if (base64_decode(bytes, &size, text, 8)) {
            char again[13];

            taken++;
            (void)base64_encode(again, bytes, size);
            CHECK_TEXT(again, text);
        }
    }
    CHECK(taken > 100);
}
