/* story.c - a trace told as text, one event a line. */
#include "story.h"

#include "harness.h"
#include "write_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = 32, WORDS = 6 };

struct story_line {
    uint64_t time;
    char verb[WORD_BYTES];
    char words[WORDS][WORD_BYTES];
};

struct teller {
    struct picture *picture;
    uint64_t unit_ns;
    uint8_t priorities[256]; /* by thread: a switch tells it */
    uint16_t cpus[256];
};

static uint32_t number(const struct story_line *line, unsigned word)
{
    return (uint32_t)strtoul(line->words[word], NULL, 10);
}

static uint8_t state_of(const char *word)
{
    static const struct {
        const char *name;
        uint8_t state;
    } states[] = {
        { "SEND", STATE_SEND },   { "REPLY", STATE_REPLY }, { "RECEIVE", STATE_RECEIVE },
        { "MUTEX", STATE_MUTEX }, { "SLEEP", STATE_SLEEP }, { "SUSPENDED", STATE_SUSPENDED },
    };

    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        if (strcmp(states[i].name, word) == 0) {
            return states[i].state;
        }
    }
    CHECK(!"a known state");
    return STATE_UNKNOWN;
}

static void tell_thread(struct teller *teller, const struct story_line *line,
                        const struct event *event)
{
    struct event next = *event;
    const char *slash = strchr(line->words[1], '/');
    const char *name = slash == NULL ? line->words[1] : slash + 1;
    uint32_t id = number(line, 0) % 256;

    teller->priorities[id] = (uint8_t)number(line, 2);
    teller->cpus[id] = (uint16_t)number(line, 3);
    next.kind = EVENT_THREAD;
    next.a = number(line, 2);
    next.b = number(line, 3);
    next.cpu = 0;
    tell(teller->picture, &next);
    next.kind = EVENT_NAME;
    next.text = arena_copy(&teller->picture->arena, name, strlen(name));
    tell(teller->picture, &next);
    if (slash != NULL) {
        next.kind = EVENT_GROUP;
        next.text =
            arena_copy(&teller->picture->arena, line->words[1], (size_t)(slash - line->words[1]));
        tell(teller->picture, &next);
    }
}

static void tell_object(struct teller *teller, const struct story_line *line,
                        const struct event *event)
{
    struct event next = *event;

    next.thread = 0;
    next.object = number(line, 0);
    next.kind = EVENT_OBJECT;
    next.detail = strcmp(line->verb, "mutex") == 0 ? OBJECT_MUTEX : OBJECT_CHANNEL;
    next.a = strcmp(line->words[2], "fixed") == 0 ? OBJECT_FIXED_PRIORITY : 0;
    tell(teller->picture, &next);
    next.kind = EVENT_OBJECT_NAME;
    next.detail = 0;
    next.text = arena_copy(&teller->picture->arena, line->words[1], strlen(line->words[1]));
    tell(teller->picture, &next);
}

static void tell_exchange(struct teller *teller, const struct story_line *line, struct event event)
{
    static const struct {
        const char *verb;
        uint8_t kind;
        bool names_channel;
    } verbs[] = {
        { "send", EVENT_SEND, true },    { "receive", EVENT_RECEIVE, true },
        { "reply", EVENT_REPLY, false }, { "return", EVENT_RETURN, false },
        { "error", EVENT_ERROR, false },
    };

    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strcmp(verbs[i].verb, line->verb) == 0) {
            event.kind = verbs[i].kind;
            event.object = verbs[i].names_channel ? number(line, 1) : 0;
            event.exchange = number(line, verbs[i].names_channel ? 2 : 1);
            tell(teller->picture, &event);
            return;
        }
    }
    CHECK(!"a known verb");
    harness_print(line->verb);
}

static void tell_thread_event(struct teller *teller, const struct story_line *line,
                              struct event event)
{
    uint32_t id = event.thread % 256;

    if (strcmp(line->verb, "run") == 0) {
        event.kind = EVENT_SWITCH;
        event.a = teller->priorities[id];
    } else if (strcmp(line->verb, "blocks") == 0) {
        event.kind = EVENT_STATE;
        event.detail = state_of(line->words[1]);
        event.object = number(line, 2);
    } else if (strcmp(line->verb, "ready") == 0) {
        event.kind = EVENT_STATE;
        event.detail = STATE_READY;
        event.a = CAUSE_GRANTED;
    } else if (strcmp(line->verb, "prio") == 0) {
        event.kind = EVENT_PRIORITY;
        event.a = number(line, 1);
        event.b = event.a;
        teller->priorities[id] = (uint8_t)event.a;
    } else if (strcmp(line->verb, "exit") == 0) {
        event.kind = EVENT_EXIT;
    } else if (strcmp(line->verb, "mark") == 0) {
        event.kind = EVENT_MARK;
    } else if (strcmp(line->verb, "late") == 0) {
        event.kind = EVENT_MARK;
        event.a = MARK_LATE;
        event.b = number(line, 1) * (uint32_t)teller->unit_ns;
    } else {
        tell_exchange(teller, line, event);
        return;
    }
    tell(teller->picture, &event);
}

/* False: the verb is none of these. */
static bool tell_lock(struct teller *teller, const struct story_line *line, struct event event)
{
    event.object = number(line, 1);
    event.b = number(line, 2);
    if (strcmp(line->verb, "wait") == 0) {
        event.kind = EVENT_LOCK_WAIT;
    } else if (strcmp(line->verb, "lock") == 0) {
        event.kind = EVENT_LOCK;
    } else if (strcmp(line->verb, "unlock") == 0) {
        event.kind = EVENT_UNLOCK;
    } else {
        return false;
    }
    tell(teller->picture, &event);
    return true;
}

static bool tell_cpu(struct teller *teller, const struct story_line *line, struct event event)
{
    event.thread = 0;
    event.cpu = 0;
    if (strcmp(line->verb, "irq") == 0 || strcmp(line->verb, "irqend") == 0) {
        event.kind = line->verb[3] == '\0' ? EVENT_IRQ_ENTER : EVENT_IRQ_EXIT;
        event.a = number(line, 0);
    } else if (strcmp(line->verb, "loss") == 0) {
        event.kind = EVENT_LOSS;
        event.cpu = (uint16_t)number(line, 0);
        event.exchange = number(line, 1) * teller->unit_ns;
        event.a = number(line, 2);
    } else {
        return false;
    }
    tell(teller->picture, &event);
    return true;
}

static void tell_line(struct teller *teller, const char *text)
{
    char time[WORD_BYTES];
    struct story_line line = { .time = 0 };
    struct event event = { .time = 0 };
    int words =
        sscanf(text, "%31s %31s %31s %31s %31s %31s %31s %31s", time, line.verb, line.words[0],
               line.words[1], line.words[2], line.words[3], line.words[4], line.words[5]);

    if (!CHECK(words >= 3)) {
        return;
    }
    line.time = strtoull(time, NULL, 10);
    event.time = line.time * teller->unit_ns;
    event.thread = number(&line, 0);
    event.cpu = teller->cpus[event.thread % 256];
    if (strcmp(line.verb, "thread") == 0) {
        tell_thread(teller, &line, &event);
    } else if (strcmp(line.verb, "channel") == 0 || strcmp(line.verb, "mutex") == 0) {
        tell_object(teller, &line, &event);
    } else if (!tell_lock(teller, &line, event) && !tell_cpu(teller, &line, event)) {
        tell_thread_event(teller, &line, event);
    }
}

static unsigned cpus_of(const struct teller *teller)
{
    unsigned cpus = 1;

    for (size_t i = 0; i < 256; i++) {
        cpus = teller->cpus[i] >= cpus ? teller->cpus[i] + 1U : cpus;
    }
    return cpus;
}

void story_tell(struct picture *picture, uint64_t unit_ns, const char *const *lines, size_t count)
{
    struct teller teller = { .picture = picture, .unit_ns = unit_ns };

    picture_begin(picture);
    for (size_t i = 0; i < count; i++) {
        tell_line(&teller, lines[i]);
    }
    picture_finish(picture, cpus_of(&teller));
    CHECK(!picture->failed);
}

const char *story_text(struct arena *arena, const struct report *report)
{
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    const char *copy;

    if (!CHECK(file != NULL)) {
        return "";
    }
    write_text(file, report);
    (void)fclose(file);
    copy = arena_copy(arena, text, length);
    free(text);
    return copy;
}

const char *story_analyze(struct picture *picture, const struct analyze_options *options,
                          bool *finding)
{
    struct report report;
    struct error error;

    report_init(&report, &picture->arena);
    CHECK(analyze_all(&picture->model, options, &report, &error));
    *finding = report.finding;
    return story_text(&picture->arena, &report);
}

const char *story_section(struct picture *picture, const struct analyze_options *options,
                          const char *name)
{
    struct report report;
    struct error error;
    const char *text = "";

    report_init(&report, &picture->arena);
    CHECK(analyze_all(&picture->model, options, &report, &error));
    for (const struct section *section = report.sections; section != NULL;
         section = section->next) {
        if (strcmp(section->name, name) != 0) {
            continue;
        }
        for (const struct line *line = section->lines; line != NULL; line = line->next) {
            text = arena_print(&picture->arena, "%s%s\n", text, line->text);
        }
    }
    return text;
}

const char *story_diff(struct picture *before, struct picture *after,
                       const struct analyze_options *options, bool *finding)
{
    struct report report;
    struct error error;

    report_init(&report, &before->arena);
    CHECK(analyze_diff(&before->model, &after->model, options, &report, &error));
    *finding = report.finding;
    return story_text(&before->arena, &report);
}
