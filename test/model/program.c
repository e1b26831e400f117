/* program.c - programs as text. */
#include "program.h"

#include "operation.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 128 };

static const char *const names[] = { "control", "a", "b", "c",       "d",
                                     "e",       "f", "g", "service", "interrupt" };

const char *actor_name(int actor)
{
    return names[actor];
}

static int actor_named(const char *name)
{
    for (int i = 0; i < MODEL_THREADS; i++) {
        if (strcmp(names[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

static void print_step(const struct step *step)
{
    const struct operation *operation = operation_of(step);

    printf("%s %s", actor_name(step->actor), operation->name);
    if (operation->of_thread) {
        printf(" %s", actor_name(step->object));
    } else if (operation->objects > 0) {
        printf(" %d", step->object);
    }
    if (operation->limited) {
        printf(" limit %d", step->limit);
    }
    if (operation->values > 0) {
        printf(" value %d", step->value);
    }
    printf("%s\n", step->in_interrupt ? " interrupt" : "");
}

static void print_thread(const struct program *program, int thread)
{
    printf("thread %s %u", actor_name(thread), program->priorities[thread]);
    if (program->slices[thread] > 0) {
        printf(" slice %d", program->slices[thread]);
    }
    if (program->cpus[thread] > 0) {
        printf(" cpu %d", program->cpus[thread]);
    }
    printf("\n");
}

void program_print(const struct program *program)
{
    for (int i = 1; i < MODEL_THREADS; i++) {
        if (program->priorities[i] > 0) {
            print_thread(program, i);
        }
    }
    for (int i = 0; i < program->count; i++) {
        print_step(&program->steps[i]);
    }
}

/* All of the word, if there is one. */
static bool read_number(const char *word, int *number)
{
    char *end;
    long value = word == NULL ? 0 : strtol(word, &end, 10);

    if (word == NULL || end == word || *end != '\0' || value < INT_MIN || value > INT_MAX) {
        return false;
    }
    *number = (int)value;
    return true;
}

/* `slice N` and `cpu N`, in this order, each of which may be missing. */
static bool read_option(const char *name, int most, int *value, const char **word, char **rest)
{
    if (*word == NULL || strcmp(*word, name) != 0) {
        return true;
    }
    if (!read_number(strtok_r(NULL, " \n", rest), value) || *value < 0 || *value > most) {
        return false;
    }
    *word = strtok_r(NULL, " \n", rest);
    return true;
}

static bool read_thread(struct program *program, const char *name, char **rest)
{
    int thread = actor_named(name);
    int number;

    if (thread < 1 || !read_number(strtok_r(NULL, " \n", rest), &number) || number < 0
        || number >= TAKT_PRIORITIES) {
        return false;
    }
    program->priorities[thread] = (unsigned)number;
    const char *word = strtok_r(NULL, " \n", rest);

    return read_option("slice", PROGRAM_SLICES - 1, &program->slices[thread], &word, rest)
           && read_option("cpu", TAKT_CPUS - 1, &program->cpus[thread], &word, rest)
           && word == NULL;
}

/* What follows the operation: an object or a thread, then words with or without a number. */
static bool read_word(struct step *step, const char *word, char **rest)
{
    if (strcmp(word, "interrupt") == 0) {
        step->in_interrupt = true;
        return true;
    }
    if (strcmp(word, "limit") == 0 || strcmp(word, "value") == 0) {
        return read_number(strtok_r(NULL, " \n", rest),
                           word[0] == 'l' ? &step->limit : &step->value);
    }
    if (actor_named(word) >= 0) {
        step->object = actor_named(word);
        return true;
    }
    return read_number(word, &step->object);
}

/* The control must be there when all others wait; nor do interrupts wait. */
static bool may_wait(const struct step *step)
{
    const struct operation *operation = operation_at(step->operation);

    return !step->in_interrupt && (step->actor != CONTROL || operation->rests);
}

static bool fits(const struct step *step)
{
    const struct operation *operation = operation_at(step->operation);
    int objects = operation->of_thread ? MODEL_THREADS : operation->objects;

    return step->actor >= 0 && step->object >= 0 && step->object < (objects > 0 ? objects : 1)
           && step->value >= 0 && step->value < (operation->values > 0 ? operation->values : 1)
           && step->limit >= FOREVER_MS && (step->limit == 0 || may_wait(step))
           && (step->actor != CONTROL || !operation->blocks)
           && (!step->in_interrupt || operation->any_context);
}

static bool read_step(struct program *program, const char *actor, const char *name, char **rest)
{
    struct step *step = &program->steps[program->count];

    *step = (struct step){ .actor = actor_named(actor), .operation = operation_named(name) };
    if (program->count == PROGRAM_STEPS - 1 || step->operation < 0) {
        return false;
    }
    for (const char *word = strtok_r(NULL, " \n", rest); word != NULL;
         word = strtok_r(NULL, " \n", rest)) {
        if (!read_word(step, word, rest)) {
            return false;
        }
    }
    program->count++;
    return fits(step);
}

static bool read_line(struct program *program, char *line)
{
    char *rest = NULL;
    const char *first = strtok_r(line, " \n", &rest);
    const char *second = strtok_r(NULL, " \n", &rest);

    if (first == NULL || strcmp(first, "seed") == 0) {
        return true;
    }
    if (second == NULL) {
        return false;
    }
    if (strcmp(first, "thread") == 0) {
        return read_thread(program, second, &rest);
    }
    return read_step(program, first, second, &rest);
}

static bool read_lines(struct program *program, FILE *file, const char *path)
{
    char line[LINE_BYTES];
    int number = 0;

    while (fgets(line, sizeof line, file) != NULL) {
        number++;
        if (!read_line(program, line)) {
            printf("%s: line %d is no line of a program\n", path, number);
            return false;
        }
    }
    if (ferror(file) || number == 0) {
        printf("%s: there is no program in it\n", path);
        return false;
    }
    return true;
}

bool program_read(struct program *program, const char *path)
{
    FILE *file = fopen(path, "r");

    memset(program, 0, sizeof *program);
    if (file == NULL) {
        printf("%s: cannot be read\n", path);
        return false;
    }
    bool good = read_lines(program, file, path);

    (void)fclose(file);
    return good;
}
