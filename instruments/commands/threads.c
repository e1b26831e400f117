/* threads.c - `threads`: what each does, whom it waits for, what it has used. */
#include "shell.h"

static uint32_t milliseconds(takt_time counts)
{
    return (uint32_t)(takt_to_ns(counts) / 1000000);
}

static void print_wait(const struct takt_thread_info *info)
{
    if (info->waits_for[0] != '\0') {
        shell_print(" %s", info->waits_for);
    }
    if (info->holder[0] != '\0') {
        shell_print(", held by %s", info->holder);
    }
    shell_print("\n");
}

static int run_threads(unsigned count, char **words)
{
    struct takt_thread_walk walk = { 0 };
    struct takt_thread_info info;

    (void)count;
    if (!shell_alone(words)) {
        return SHELL_ERROR;
    }
    shell_print("cpu prio base    ms run   switches  stack used/of  thread            state\n");
    while (takt_thread_next(&walk, &info)) {
        shell_print("%3u %4u %4u %9u %10u %8u/%-6u %-17s %s", info.cpu, info.priority, info.base,
                    (unsigned)milliseconds(info.run_time), (unsigned)info.switches,
                    (unsigned)info.stack_used, (unsigned)info.stack_bytes, info.name, info.state);
        print_wait(&info);
    }
    return SHELL_FINE;
}

SHELL_COMMAND(threads, "", "threads: state, what each waits for, priorities, time, stack",
              run_threads)
