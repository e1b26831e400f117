/* ctf_compare.c - does babeltrace2 read the same in a trace as we do?
 *
 *     ctf_compare DIRECTORY
 *
 * Writes every event as babeltrace2 does and compares line by line: time, name, CPU, thread and
 * every field. Each CPU is compared for itself, since the order of what happens at one time on two
 * of them is anybody's. Exit status 0: the same; 1: the first difference is printed; 2: neither.
 */
#include "ctf.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 4096 };
#define ARENA_BYTES ((size_t)256 * 1024 * 1024)

struct line_text {
    char text[LINE_BYTES];
    size_t length;
};

static void add(struct line_text *line, const char *text)
{
    size_t left = sizeof(line->text) - line->length;
    int length = snprintf(line->text + line->length, left, "%s", text);

    if (length > 0 && (size_t)length < left) {
        line->length += (size_t)length;
    }
}

static void add_number(struct line_text *line, const struct ctf_field *field, uint64_t value)
{
    char text[32];

    if (field->is_signed) {
        (void)snprintf(text, sizeof(text), "%lld", (long long)value);
    } else {
        (void)snprintf(text, sizeof(text), "%llu", (unsigned long long)value);
    }
    add(line, text);
}

static void add_text(struct line_text *line, const struct ctf_field *field, const uint8_t *bytes)
{
    char text[LINE_BYTES / 2];

    (void)snprintf(text, sizeof(text), "\"%.*s\"", (int)field->count,
                   (const char *)bytes + field->offset);
    add(line, text);
}

static void add_fields(struct line_text *line, const struct ctf_layout *layout,
                       const uint8_t *bytes)
{
    add(line, "{ ");
    for (size_t i = 0; i < layout->count; i++) {
        const struct ctf_field *field = &layout->fields[i];

        add(line, i == 0 ? "" : ", ");
        add(line, field->name);
        add(line, " = ");
        if (field->is_array) {
            add_text(line, field, bytes);
        } else {
            add_number(line, field, ctf_value(field, bytes));
        }
    }
    add(line, " }");
}

static void write_event(struct line_text *line, const struct ctf_record *record)
{
    char text[128];

    line->length = 0;
    (void)snprintf(text, sizeof(text), "[%020llu] ", (unsigned long long)record->time);
    add(line, text);
    add(line, record->event->name);
    (void)snprintf(text, sizeof(text), ": { cpu_id = %u, reserved = 0 }, ", record->cpu);
    add(line, text);
    add_fields(line, &record->stream->event_context, record->stream_context);
    add(line, ", ");
    add_fields(line, &record->event->fields, record->fields);
    add(line, "\n");
}

static bool is_of_cpu(const char *line, uint32_t cpu)
{
    char text[32];

    (void)snprintf(text, sizeof(text), "{ cpu_id = %u,", cpu);
    return strstr(line, text) != NULL;
}

/* The oracle's next line of that CPU; false at its end. */
static bool next_theirs(FILE *theirs, uint32_t cpu, char *line)
{
    while (fgets(line, LINE_BYTES, theirs) != NULL) {
        if (is_of_cpu(line, cpu)) {
            return true;
        }
    }
    return false;
}

/* babeltrace2 2.0 shows a text whose first byte is zero as some text that it had before: there,
 * nothing is compared. */
static void forgive_empty_text(const char *ours, char *theirs)
{
    static const char empty[] = "text = \"\"";
    char *text = strstr(theirs, "text = \"");
    char *end = text == NULL ? NULL : strchr(text + sizeof(empty) - 2, '"');

    if (strstr(ours, empty) != NULL && end != NULL) {
        memmove(text + sizeof(empty) - 2, end, strlen(end) + 1);
    }
}

static bool next_ours(struct ctf_trace *trace, uint32_t cpu, struct line_text *line)
{
    const struct ctf_record *record;

    while ((record = ctf_next(trace)) != NULL) {
        if (record->kind == CTF_EVENT && record->cpu == cpu) {
            write_event(line, record);
            return true;
        }
    }
    return false;
}

/* The number of events that agree; a difference is printed and ends it. */
static bool compare(struct ctf_trace *trace, FILE *theirs, uint32_t cpu, unsigned long *agreed)
{
    static struct line_text ours;
    static char line[LINE_BYTES];

    while (next_theirs(theirs, cpu, line)) {
        if (!next_ours(trace, cpu, &ours)) {
            printf("babeltrace2 alone has: %s", line);
            return false;
        }
        forgive_empty_text(ours.text, line);
        if (strcmp(ours.text, line) != 0) {
            printf("ours:   %stheirs: %s", ours.text, line);
            return false;
        }
        (*agreed)++;
    }
    if (next_ours(trace, cpu, &ours)) {
        printf("we alone have: %s", ours.text);
        return false;
    }
    return true;
}

/* Both are read once for each CPU. */
static int compare_cpu(const char *directory, uint32_t cpu, uint32_t *cpus, unsigned long *agreed)
{
    char command[LINE_BYTES];
    struct ctf_trace trace;
    struct arena arena;
    struct error error;
    FILE *theirs;
    int status = 2;

    arena_init(&arena, ARENA_BYTES);
    (void)snprintf(command, sizeof(command),
                   "babeltrace2 --clock-cycles --no-delta '%s' 2>/dev/null", directory);
    theirs = popen(command, "r"); // NOLINT(cert-env33-c): a test's own command
    if (theirs == NULL) {
        printf("babeltrace2 cannot be started\n");
        return 2;
    }
    if (!ctf_open(directory, &arena, &trace, &error)) {
        printf("%s\n", error.text);
    } else {
        status = compare(&trace, theirs, cpu, agreed) ? 0 : 1;
        *cpus = trace.cpus;
    }
    if (trace.problem != NULL) {
        printf("we complain: %s\n", trace.problem);
        status = 1;
    }
    ctf_close(&trace);
    (void)pclose(theirs);
    arena_free(&arena);
    return status;
}

/* What babeltrace2 says beside the events; losses are no complaint. */
static bool complains(const char *directory)
{
    char line[LINE_BYTES];
    bool any = false;
    FILE *said;

    (void)snprintf(line, sizeof(line), "babeltrace2 '%s' 2>&1 >/dev/null", directory);
    said = popen(line, "r"); // NOLINT(cert-env33-c): a test's own command
    while (said != NULL && fgets(line, sizeof(line), said) != NULL) {
        if (strstr(line, "discarded") == NULL) {
            printf("babeltrace2 says: %s", line);
            any = true;
        }
    }
    return said == NULL || pclose(said) != 0 || any;
}

int main(int argc, char **argv)
{
    unsigned long agreed = 0;
    uint32_t cpus = 1;

    if (argc != 2 || strchr(argv[1], '\'') != NULL) {
        printf("ctf_compare DIRECTORY\n");
        return 2;
    }
    for (uint32_t cpu = 0; cpu < cpus; cpu++) {
        int status = compare_cpu(argv[1], cpu, &cpus, &agreed);

        if (status != 0) {
            return status;
        }
    }
    if (complains(argv[1])) {
        return 1;
    }
    printf("%lu events, each the same for babeltrace2\n", agreed);
    return agreed > 0 ? 0 : 2;
}
