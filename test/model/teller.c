/* teller.c - tells a program's course in words, and what is not as it should be. */
#include "teller.h"

#include "operation.h"

#include <stdio.h>

static bool aloud;

void teller_begin(bool is_aloud)
{
    aloud = is_aloud;
}

static void tell_limit(const struct step *step)
{
    if (step->limit == 0) {
        printf(" without waiting");
    } else if (step->limit != FOREVER_MS) {
        printf(" within %d ms", step->limit);
    }
}

static void tell_word(char letter, const struct step *step)
{
    switch (letter) {
    case 'o':
        printf("%d", step->object);
        break;
    case 't':
        printf("%s", step->object == step->actor ? "itself" : actor_name(step->object));
        break;
    case 'v':
        printf("%d", step->value);
        break;
    default:
        tell_limit(step);
        break;
    }
}

void teller_step(const struct step *step)
{
    if (!aloud) {
        return;
    }
    printf("%6llu ms  %s ", (unsigned long long)(world.now / takt_ms(1)), actor_name(step->actor));
    if (step->in_interrupt) {
        printf("is interrupted, and the handler ");
    }
    for (const char *at = operation_of(step)->words; *at != '\0'; at++) {
        if (*at == '%') {
            at++;
            tell_word(*at, step);
        } else {
            (void)putchar(*at);
        }
    }
    printf("\n");
    (void)fflush(stdout);
}

static const char *status_name(int status)
{
    static const char *const names[] = { "ok",           "TAKT_EAGAIN",  "TAKT_ETIMEDOUT",
                                         "TAKT_ECLOSED", "TAKT_EDEADLK", "TAKT_EOWNERDEAD",
                                         "TAKT_ESTALE",  "TAKT_EINVAL" };

    return status <= 0 && status >= TAKT_EINVAL ? names[-status] : NULL;
}

void teller_result(int actor, int result)
{
    if (!aloud) {
        return;
    }
    printf("           %s: ", actor_name(actor));
    if (status_name(result) != NULL) {
        printf("%s\n", status_name(result));
    } else {
        printf("%d\n", result);
    }
    (void)fflush(stdout);
}

void teller_called(int timer)
{
    if (aloud) {
        printf("           service calls timer %d\n", timer);
    }
}

void teller_note(const char *text)
{
    if (aloud) {
        printf("           (%s)\n", text);
    }
}

void must_equal(long long found, long long wanted, const char *what, int number)
{
    if (found == wanted) {
        return;
    }
    printf("DIFFERENT: %s %d: the kernel has %lld, the reference %lld\n", what, number, found,
           wanted);
    takt_halt(1);
}
