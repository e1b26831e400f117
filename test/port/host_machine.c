/* host_machine.c - files and arguments of the machine beyond the console, as far as they refuse. */
#include "harness.h"
#include "port.h"
#include "takt/takt.h"

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
