/* files.c - the host's files, by small handles as on a board. */
#include "port.h"

#include <stdio.h>

enum { FILES = 8 };

static FILE *files[FILES];

int port_file_create(const char *path)
{
    for (int file = 0; file < FILES; file++) {
        if (files[file] == NULL) {
            files[file] = fopen(path, "wb");
            return files[file] == NULL ? -1 : file;
        }
    }
    return -1;
}

static bool is_open(int file)
{
    return file >= 0 && file < FILES && files[file] != NULL;
}

int port_file_write(int file, const void *data, size_t size)
{
    return is_open(file) && fwrite(data, 1, size, files[file]) == size ? 0 : -1;
}

int port_file_close(int file)
{
    if (!is_open(file)) {
        return -1;
    }
    int failed = fclose(files[file]);

    files[file] = NULL;
    return failed == 0 ? 0 : -1;
}
