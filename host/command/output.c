/* output.c - a file that appears when it is complete, and not before. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(struct error *error, const char *path)
{
    return error_set(error, "cannot write %s: %s", path, strerror(errno));
}

/* Where the file lies that a name leads to; a new file's name is that itself. */
static const char *follow(const char *path, struct arena *arena)
{
    char *real = realpath(path, NULL);
    const char *copy =
        arena_copy(arena, real != NULL ? real : path, strlen(real != NULL ? real : path));

    free(real);
    return copy;
}

static bool open_temporary(struct output *output, struct arena *arena, struct error *error)
{
    int file;

    output->temporary = arena_print(arena, "%s.%ld.partial", output->path, (long)getpid());
    if (output->temporary == NULL) {
        return error_memory(error);
    }
    file = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (file < 0) {
        return fail(error, output->path);
    }
    output->file = fdopen(file, "wb");
    if (output->file == NULL) {
        (void)fail(error, output->path);
        (void)close(file);
        (void)unlink(output->temporary);
        return false;
    }
    return true;
}

bool output_begin(struct output *output, const char *path, struct arena *arena, struct error *error)
{
    struct stat status;
    bool exists = stat(path, &status) == 0;

    *output = (struct output){ .path = path };
    if (exists && S_ISDIR(status.st_mode)) {
        return error_set(error, "cannot write %s: it is a directory", path);
    }
    if (exists && access(path, W_OK) != 0) {
        return fail(error, path);
    }
    if (exists && !S_ISREG(status.st_mode)) {
        output->file = fopen(path, "wb");
        return output->file != NULL || fail(error, path);
    }
    output->path = follow(path, arena);
    if (output->path == NULL) {
        return error_memory(error);
    }
    return open_temporary(output, arena, error);
}

bool output_keep(struct output *output, struct error *error)
{
    FILE *file = output->file;

    output->file = NULL;
    if (fclose(file) != 0
        || (output->temporary != NULL && rename(output->temporary, output->path) != 0)) {
        (void)fail(error, output->path);
        output_drop(output);
        return false;
    }
    return true;
}

void output_drop(struct output *output)
{
    if (output->file != NULL) {
        (void)fclose(output->file);
        output->file = NULL;
    }
    if (output->temporary != NULL) {
        (void)unlink(output->temporary);
    }
}
