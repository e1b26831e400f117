/* command.c - how all commands speak of failure. */
#include "command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MESSAGE_BYTES = 1024 };

int command_fail(const struct command *command, const char *format, ...)
{
    char text[MESSAGE_BYTES];
    va_list arguments;

    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    /* names out of a file must not break the line or command the terminal */
    for (char *at = text; *at != '\0'; at++) {
        if ((unsigned char)*at < 0x20 || *at == 0x7F) {
            *at = '?';
        }
    }
    (void)fprintf(stderr, "takt %s: %s\n", command->name, text);
    return EXIT_ERROR;
}

int command_end(const struct command *command, int status)
{
    errno = 0;
    if (fflush(stdout) != 0 || ferror(stdout)) {
        return command_fail(command, "cannot write the result: %s",
                            errno == 0 ? "output error" : strerror(errno));
    }
    return status;
}
