/* image.c - which file an image's name means, and whether the board can run it. */
#include "image.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of the ELF header: 4 bytes that all have, and at 18 the processor. */
enum { HEADER_BYTES = 20, MACHINE_AT = 18, MACHINE_ARM = 40 };

static bool is_file(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static bool print_path(char *path, const char *folder, const char *name, const char *ending)
{
    const char *here = strchr(name, '/') == NULL ? "./" : ""; /* not to be sought by PATH */
    int length = folder == NULL
                     ? snprintf(path, IMAGE_PATH_BYTES, "%s%s%s", here, name, ending)
                     : snprintf(path, IMAGE_PATH_BYTES, "build/%s/%s%s", folder, name, ending);

    return length >= 0 && length < IMAGE_PATH_BYTES && is_file(path);
}

static bool look_up(char *path, const char *name, const struct run_board *board,
                    struct error *error)
{
    if (print_path(path, NULL, name, "")) {
        return true;
    }
    if (strchr(name, '/') != NULL) {
        return error_set(error, "%s: there is no such file", name);
    }
    if (print_path(path, board->name, name, ".elf") || print_path(path, board->name, name, "")) {
        return true;
    }
    return error_set(error,
                     "no image %s: neither it nor build/%s/%s%s is a file here; ./run build "
                     "makes the latter",
                     name, board->name, name, board->process ? "" : ".elf");
}

/* What QEMU is given without its being an ELF it would run as if it were code. */
static bool check(const char *path, const struct run_board *board, struct error *error)
{
    unsigned char header[HEADER_BYTES] = { 0 };
    FILE *file = fopen(path, "rb");

    if (file == NULL) {
        return error_set(error, "%s: %s", path, strerror(errno));
    }
    (void)fread(header, 1, sizeof header, file);
    (void)fclose(file);
    if (memcmp(header,
               "\x7F"
               "ELF",
               4)
        != 0) {
        return error_set(error, "%s is no image: not an ELF file", path);
    }
    bool arm = header[MACHINE_AT] == MACHINE_ARM && header[MACHINE_AT + 1] == 0;

    if (!board->process && !arm) {
        return error_set(error, "%s is not for board %s: not for an ARM processor", path,
                         board->name);
    }
    if (board->process && access(path, X_OK) != 0) {
        return error_set(error, "%s cannot be run: %s", path, strerror(errno));
    }
    return true;
}

bool image_find(char *path, const char *name, const struct run_board *board, struct error *error)
{
    return look_up(path, name, board, error) && check(path, board, error);
}
