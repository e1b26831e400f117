/* main.c - the image that breaks one contract and must be stopped for it.
 *
 *     misuse NAME|list
 *
 * Exit status: 70 from the kernel if it noticed; 1 if it did not; 2 for an unknown name.
 */
#include "cases.h"
#include "takt/takt.h"

#include <string.h>

enum { STATUS_UNNOTICED = 1, STATUS_UNKNOWN = 2, STACK_BYTES = 4096, NAME_BYTES = 64, IRQ = 3 };

static struct takt_thread victim;
static TAKT_STACK(victim_stack, STACK_BYTES);

static void print_list(void)
{
    for (unsigned i = 0; misuse_tables[i] != NULL; i++) {
        for (const struct misuse_case *one = misuse_tables[i]; one->name != NULL; one++) {
            takt_print(one->name);
            takt_print("\n");
        }
    }
}

/* NULL: no case has that name. */
static const struct misuse_case *find_in(const struct misuse_case *table, const char *name)
{
    while (table->name != NULL && strcmp(table->name, name) != 0) {
        table++;
    }
    return table->name == NULL ? NULL : table;
}

static const struct misuse_case *find(const char *name)
{
    const struct misuse_case *found = NULL;

    for (unsigned i = 0; misuse_tables[i] != NULL && found == NULL; i++) {
        found = find_in(misuse_tables[i], name);
    }
    return found;
}

static const struct misuse_case *chosen(void)
{
    char name[NAME_BYTES] = "";

    (void)takt_argument(1, name, sizeof name);
    const struct misuse_case *one = find(name);

    if (one != NULL) {
        return one;
    }
    if (strcmp(name, "list") == 0) {
        print_list();
        takt_halt(0);
    }
    takt_print("misuse: no case has that name\n");
    takt_halt(STATUS_UNKNOWN);
}

static void in_interrupt(void *argument)
{
    const struct misuse_case *one = argument;

    one->run();
}

static void run_victim(void *argument)
{
    const struct misuse_case *one = argument;

    if (one->place == IN_INTERRUPT) {
        takt_irq_attach(IRQ, in_interrupt, argument);
        takt_irq_raise(IRQ);
    } else {
        one->run();
    }
    takt_print("misuse: nobody noticed\n");
    takt_halt(STATUS_UNNOTICED);
}

void takt_main(void)
{
    const struct misuse_case *one = chosen();
    const struct takt_thread_options options = {
        .name = "victim",
        .priority = 10,
        .entry = run_victim,
        .argument = (void *)(uintptr_t)one,
        .stack = victim_stack,
        .stack_bytes = sizeof victim_stack,
    };

    misuse_prepare();
    if (one->place == IN_MAIN) {
        one->run();
        takt_print("misuse: nobody noticed\n");
        takt_halt(STATUS_UNNOTICED);
    }
    (void)takt_thread_create(&victim, &options);
}
