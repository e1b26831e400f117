/* keep.h - files of a captured trace become a directory, all of them or none. */
#pragma once

#include "capture.h"

/* Can a directory of that name be made, or is it one that is empty? */
bool keep_possible(const char *path, struct error *error);

/* Write the files. */
bool keep_files(const struct capture *capture, const char *path, struct error *error);
