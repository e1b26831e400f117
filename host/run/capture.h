/* capture.h - takes a trace that the shell prints (`trace dump`) out of what a board says. Pure.
 *
 * What comes is not trusted: files have plain names, there is a limit for everything, and nothing
 * counts before its check sum was right.
 */
#pragma once

#include "arena.h"
#include "array.h"
#include "error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CAPTURE_FILES_MAX = 16, CAPTURE_NAME_MAX = 63, CAPTURE_LINE_MAX = 96 };

/* 64 MB: a thousand times what the shell has room for. */
enum { CAPTURE_BYTES_MAX = 64 * 1024 * 1024 };

struct capture_file {
    char name[CAPTURE_NAME_MAX + 1];
    struct array bytes;
};

enum capture_state {
    CAPTURE_NONE,
    CAPTURE_BEGUN,
    CAPTURE_WHOLE,
    CAPTURE_DAMAGED, /* `problem` says how; lines are taken until it ends */
    CAPTURE_SPOILT,  /* and it has ended */
};

struct capture {
    enum capture_state state;
    struct capture_file files[CAPTURE_FILES_MAX];
    size_t count;
    bool in_file;
    struct error problem;
    struct arena arena;
};

void capture_init(struct capture *capture);

/* True: the line belongs to a trace, and was taken. */
bool capture_take(struct capture *capture, const char *line, size_t length);

void capture_free(struct capture *capture);
