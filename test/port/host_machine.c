/* host_machine.c - files and arguments of the machine beyond the console, as far as they refuse. */
#include "helper.h"

#include <string.h>

TEST(port_file_that_cannot_be_is_refused)
{
    CHECK_EQUAL(port_file_create("no/such/folder/file"), -1);
}

TEST(port_command_line_begins_with_the_image)
{
    char line[200];
    int length = port_command_line(line, sizeof line);

    CHECK(length > 0);
    CHECK_EQUAL(strlen(line), length);
    CHECK(strstr(line, takt_image_name) != NULL);
    CHECK_EQUAL(port_command_line(line, 3), -1);
}

/* The guard of this stack covers the first byte of the KB in which all of its calls are. */
enum { KB = 1024, GUARDED = TAKT_STACK_GUARD > 0 };
static _Alignas(
    GUARDED ? KB : TAKT_STACK_ALIGN) unsigned char stack_of_a_kb[GUARDED ? HELPER_STACK_BYTES : 1];
static struct takt_thread thread_of_a_kb;

static void ask_for_the_name(void *answer)
{
    char word[40];
    int *length = answer;

    *length = takt_argument(0, word, sizeof word);
}

TEST(port_host_sees_a_stack_whose_guard_begins_its_kb)
{
    static int length;
    const struct takt_thread_options options = { .name = "a KB",
                                                 .priority = HELPER_MORE_URGENT,
                                                 .entry = ask_for_the_name,
                                                 .argument = &length,
                                                 .stack = stack_of_a_kb,
                                                 .stack_bytes = sizeof stack_of_a_kb };

    char word[40];

    if (!GUARDED) {
        return;
    }
    length = 0;
    CHECK_EQUAL(takt_thread_create(&thread_of_a_kb, &options), TAKT_OK);
    CHECK_EQUAL(takt_thread_join(&thread_of_a_kb, TAKT_FOREVER), TAKT_OK);
    CHECK_EQUAL(length, takt_argument(0, word, sizeof word)); /* -1 where there is no host */
}
