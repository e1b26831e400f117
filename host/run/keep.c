/* keep.c - files of a captured trace become a directory, all of them or none.
 *
 * They are written into a new directory beside it, which takes its name at the end; that also takes
 * the place of an empty one, and of no other.
 */
#include "keep.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

static bool fail(struct error *error, const char *path)
{
    return error_set(error, "cannot write %s: %s", path, strerror(errno));
}

static bool is_empty(const char *path)
{
    DIR *directory = opendir(path);
    unsigned entries = 0;

    if (directory == NULL) {
        return false;
    }
    while (entries <= 2 && readdir(directory) != NULL) {
        entries++;
    }
    (void)closedir(directory);
    return entries <= 2; /* . and .. */
}

/* Its path without slashes at its end, and with something behind it. */
static bool path_with(char *text, const char *path, const char *ending)
{
    size_t length = strlen(path);

    while (length > 1 && path[length - 1] == '/') {
        length--;
    }
    int printed = snprintf(text, PATH_BYTES, "%.*s%s", (int)length, path, ending);

    return printed > 0 && printed < PATH_BYTES;
}

static bool temporary_path(char *text, const char *path)
{
    char ending[48];

    (void)snprintf(ending, sizeof ending, ".%ld.partial", (long)getpid());
    return path_with(text, path, ending);
}

bool keep_possible(const char *path, struct error *error)
{
    char temporary[PATH_BYTES];
    struct stat status;

    if (stat(path, &status) == 0 && (!S_ISDIR(status.st_mode) || !is_empty(path))) {
        return error_set(error, "%s is there already, and is not an empty directory", path);
    }
    if (!temporary_path(temporary, path)) {
        return error_set(error, "%s: the name is too long", path);
    }
    if (mkdir(temporary, 0777) != 0) {
        return fail(error, path);
    }
    (void)rmdir(temporary);
    return true;
}

static bool write_file(int directory, const struct capture_file *file)
{
    const unsigned char *bytes = file->bytes.items;
    int out = openat(directory, file->name, O_WRONLY | O_CREAT | O_EXCL, 0666);
    size_t written = 0;
    ssize_t count = 0;

    while (out >= 0 && written < file->bytes.count && count >= 0) {
        count = write(out, bytes + written, file->bytes.count - written);
        written += count > 0 ? (size_t)count : 0;
    }
    return out >= 0 && close(out) == 0 && count >= 0;
}

static void drop(int directory, const struct capture *capture, const char *temporary)
{
    for (size_t i = 0; i < capture->count; i++) {
        (void)unlinkat(directory, capture->files[i].name, 0);
    }
    (void)rmdir(temporary);
}

static bool write_all(const struct capture *capture, const char *temporary, const char *path,
                      struct error *error)
{
    int directory = open(temporary, O_RDONLY | O_DIRECTORY);
    bool fine = directory >= 0;

    for (size_t i = 0; fine && i < capture->count; i++) {
        fine = write_file(directory, &capture->files[i]);
    }
    fine = fine && rename(temporary, path) == 0;
    if (!fine) {
        (void)fail(error, path);
        drop(directory, capture, temporary);
    }
    if (directory >= 0) {
        (void)close(directory);
    }
    return fine;
}

bool keep_files(const struct capture *capture, const char *path, struct error *error)
{
    char temporary[PATH_BYTES];
    char place[PATH_BYTES];

    if (!keep_possible(path, error)) {
        return false;
    }
    if (!temporary_path(temporary, path) || !path_with(place, path, "")) {
        return error_set(error, "%s: the name is too long", path);
    }
    if (mkdir(temporary, 0777) != 0) {
        return fail(error, path);
    }
    return write_all(capture, temporary, place, error);
}
