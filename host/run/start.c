/* start.c - an image starts on a board: in QEMU, or as a program of this machine.
 *
 * In QEMU an instruction takes as long in virtual time as with tools/qemu, so that every run counts
 * the same. The image may ask this machine for files and arguments, and gives its status so.
 */
#define _POSIX_C_SOURCE 200809L /* stpcpy */
#include "start.h"

#include "arena.h"

#include <stdio.h>
#include <string.h>

enum { FIXED_MAX = 32, MEMORY_BYTES = 1024 * 1024 };

static const char *const qemu = "qemu-system-arm";

/* The last part of a path, without the ending .elf. */
static const char *name_of(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    size_t length = strlen(name);

    if (length > 4 && strcmp(name + length - 4, ".elf") == 0) {
        length -= 4;
    }
    return arena_copy(arena, name, length);
}

/* Write ",arg=WORD", a comma within the word doubled; where it ends. */
static char *add_word(char *at, const char *word)
{
    at = stpcpy(at, ",arg=");
    for (; *word != '\0'; word++) {
        *at++ = *word;
        if (*word == ',') {
            *at++ = ',';
        }
    }
    *at = '\0';
    return at;
}

static size_t room_for(const char *word)
{
    return strlen(",arg=") + 2 * strlen(word);
}

static const char *semihosting(struct arena *arena, const char *path, const char *const *words)
{
    static const char begin[] = "enable=on,target=native";
    const char *name = name_of(arena, path);
    size_t room = sizeof begin + (name == NULL ? 0 : room_for(name));

    for (const char *const *word = words; *word != NULL; word++) {
        room += room_for(*word);
    }
    char *text = name == NULL ? NULL : arena_alloc(arena, room, 1);

    if (text == NULL) {
        return NULL;
    }
    char *at = add_word(stpcpy(text, begin), name);

    for (; *words != NULL; words++) {
        at = add_word(at, *words);
    }
    return text;
}

/* A sound device that is told of no sound complains on the console, but for this. */
static void hush_sound(const char **argv, const char *machine)
{
    if (machine == NULL || strcmp(machine, "vexpress-a9") != 0) {
        return;
    }
    while (*argv != NULL) {
        argv++;
    }
    *argv++ = "-global";
    *argv = "pl041.audiodev=none";
}

static bool start_qemu(struct child *child, const struct run_board *board, const char *path,
                       const char *host, struct error *error)
{
    char clock[64];
    const char *argv[FIXED_MAX] = {
        qemu,        "-M",         board->machine, "-smp",
        board->cpus, "-icount",    clock,          "-semihosting-config",
        host,        "-kernel",    path,           "-display",
        "none",      "-audiodev",  "none,id=none", "-monitor",
        "none",      "-no-reboot", "-serial",      "stdio",
    };
    bool missing;

    (void)snprintf(clock, sizeof clock, "shift=%u,align=off,sleep=off", board->shift);
    hush_sound(argv, board->machine);
    if (child_start(child, argv, CHILD_PIPES, &missing, error)) {
        return true;
    }
    return missing
               ? error_set(error, "there is no program %s; Debian's package %s has it", qemu, qemu)
               : false;
}

static bool start_process(struct child *child, const char *path, const char *const *words,
                          struct error *error)
{
    const char *argv[START_WORDS_MAX + 2] = { path };
    size_t count = 1;
    bool missing;

    for (; *words != NULL && count <= START_WORDS_MAX; words++) {
        argv[count++] = *words;
    }
    return child_start(child, argv, CHILD_TERMINAL, &missing, error);
}

bool start_image(struct child *child, const struct run_board *board, const char *path,
                 const char *const *words, struct error *error)
{
    struct arena arena;
    size_t count = 0;

    while (words[count] != NULL) {
        count++;
    }
    if (count > START_WORDS_MAX) {
        return error_set(error, "more than %d words for the image", START_WORDS_MAX);
    }
    if (board->process) {
        return start_process(child, path, words, error);
    }
    arena_init(&arena, MEMORY_BYTES);
    const char *host = semihosting(&arena, path, words);
    bool fine = host != NULL ? start_qemu(child, board, path, host, error) : error_memory(error);

    arena_free(&arena);
    return fine;
}
