/* main.c - the image `model`: programs in the kernel and in the reference, side by side.
 *
 *     model seeds FIRST COUNT    roll and play so many programs
 *     model print SEED           the program of that seed, as text
 *     model play FILE            play the program in a file, and tell its course
 *
 * Exit status: 0 both worlds agree; 1 they do not, and where is printed; others if the kernel stops
 * or dies. The seed is printed before each program.
 */
#include "harness.h"
#include "player.h"
#include "program.h"
#include "takt/takt.h"
#include "turns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = 256, STACK_BYTES = 8192 };

static struct takt_thread thread;
static TAKT_STACK(stack, STACK_BYTES);
static struct program program;

void harness_print(const char *text)
{
    (void)fputs(text, stdout);
    (void)fflush(stdout);
}

static unsigned long number_at(unsigned index)
{
    char word[WORD_BYTES];

    return takt_argument(index, word, sizeof word) > 0 ? strtoul(word, NULL, 10) : 0;
}

static int play_seeds(unsigned long first, unsigned long count)
{
    struct player_figures figures = { 0 };

    for (unsigned long seed = first; seed < first + count; seed++) {
        program_roll(&program, (uint32_t)seed);
        player_play(&program, false, &figures);
    }
    printf("%lu programs, %lu steps as in the reference; %lu programs cut where order is not "
           "promised\n",
           figures.programs, figures.steps, figures.cut);
    return figures.programs > 0 ? 0 : 2;
}

static int play_file(void)
{
    struct player_figures figures = { 0 };
    char path[WORD_BYTES];

    if (takt_argument(2, path, sizeof path) <= 0 || !program_read(&program, path)) {
        return 2;
    }
    player_play(&program, true, &figures);
    printf("%lu steps as in the reference\n", figures.steps);
    return 0;
}

static int run(void)
{
    char word[WORD_BYTES];

    if (takt_argument(1, word, sizeof word) <= 0) {
        word[0] = '\0';
    }
    if (strcmp(word, "seeds") == 0) {
        return play_seeds(number_at(2), number_at(3));
    }
    if (strcmp(word, "print") == 0) {
        program_roll(&program, (uint32_t)number_at(2));
        program_print(&program);
        return 0;
    }
    if (strcmp(word, "play") == 0) {
        return play_file();
    }
    printf("model: seeds FIRST COUNT, print SEED, or play FILE\n");
    return 2;
}

static void play(void *unused)
{
    (void)unused;
    takt_halt(run());
}

void takt_main(void)
{
    const struct takt_thread_options options = {
        .name = "control",
        .priority = 0,
        .entry = play,
        .stack = stack,
        .stack_bytes = sizeof stack,
    };

    turns_by_hand();
    (void)takt_thread_create(&thread, &options);
}
