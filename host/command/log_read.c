/* log_read.c - the log that an image's programs wrote of their requests.
 *
 * Read line by line into a buffer of fixed size; a line that does not fit is no line of a log.
 */
#include "log_read.h"

#include "array.h"
#include "texts.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 1024, COLUMNS = 8, FIRST_TIME = 3 };

static const char first_line[] = "# takt-log 1";
static const char header[] = "client,server,number,send_ns,receive_ns,reply_ns,return_ns,outcome";

struct reader_of_log {
    FILE *file;
    const char *path;
    struct arena *arena;
    struct texts texts;
    struct array requests; /* struct logged_request */
    unsigned line;
    bool header_seen;
    char text[LINE_BYTES];
};

static bool wrong(const struct reader_of_log *reader, struct error *error, const char *what)
{
    return error_set(error, "%.160s: line %u: %s", reader->path, reader->line, what);
}

/* Cut the line at its commas, in place; how many columns it has. */
static unsigned split(char *text, char **columns)
{
    unsigned count = 0;

    for (;;) {
        char *comma = strchr(text, ',');

        if (count < COLUMNS) {
            columns[count] = text;
        }
        count++;
        if (comma == NULL) {
            return count;
        }
        *comma = '\0';
        text = comma + 1;
    }
}

static bool number(const char *text, uint64_t *value)
{
    *value = 0;
    if (*text == '\0') {
        return false;
    }
    for (; *text >= '0' && *text <= '9'; text++) {
        uint64_t digit = (uint64_t)(*text - '0');

        if (*value > (UINT64_MAX - digit) / 10) {
            return false;
        }
        *value = *value * 10 + digit;
    }
    return *text == '\0';
}

static bool read_times(struct logged_request *request, char *const *columns)
{
    for (unsigned i = 0; i < STAGE_COUNT; i++) {
        if (!number(columns[FIRST_TIME + i], &request->times[i])) {
            return false;
        }
    }
    return true;
}

/* A request that was answered has gone through its stages in this order. */
static bool in_order(const struct logged_request *request)
{
    const uint64_t *times = request->times;

    if (times[STAGE_RETURN] < times[STAGE_SEND]) {
        return false;
    }
    return !request->replied
           || (times[STAGE_SEND] <= times[STAGE_RECEIVE]
               && times[STAGE_RECEIVE] <= times[STAGE_REPLY]
               && times[STAGE_REPLY] <= times[STAGE_RETURN]);
}

static bool read_request(struct reader_of_log *reader, struct error *error)
{
    char *columns[COLUMNS];
    struct logged_request request = { .line = reader->line };
    struct logged_request *added;

    if (split(reader->text, columns) != COLUMNS) {
        return wrong(reader, error, "a request has 8 columns");
    }
    if (columns[0][0] == '\0' || columns[1][0] == '\0' || columns[7][0] == '\0') {
        return wrong(reader, error, "client, server and outcome must not be empty");
    }
    if (!number(columns[2], &request.number) || request.number == 0
        || !read_times(&request, columns)) {
        return wrong(reader, error, "number (from 1 on) and times must be whole numbers");
    }
    request.replied = strcmp(columns[7], "replied") == 0;
    if (!in_order(&request)) {
        return wrong(reader, error, "the times of a request must not go backwards");
    }
    request.client = texts_keep(&reader->texts, columns[0], strlen(columns[0]));
    request.server = texts_keep(&reader->texts, columns[1], strlen(columns[1]));
    added = array_add(&reader->requests);
    if (request.client == NULL || request.server == NULL || added == NULL) {
        return error_memory(error);
    }
    *added = request;
    return true;
}

static bool read_line(struct reader_of_log *reader, struct error *error)
{
    if (reader->line == 1) {
        return strcmp(reader->text, first_line) == 0
               || wrong(reader, error, "not a log: it begins with '# takt-log 1'");
    }
    if (reader->text[0] == '#') {
        return true;
    }
    if (!reader->header_seen) {
        reader->header_seen = true;
        return strcmp(reader->text, header) == 0
               || error_set(error, "%.100s: line %u: the columns must be '%s'", reader->path,
                            reader->line, header);
    }
    return read_request(reader, error);
}

/* Take off the end of line. False: the line is too long, or has a zero byte. */
static bool complete(struct reader_of_log *reader)
{
    size_t length = strlen(reader->text);

    if (length > 0 && reader->text[length - 1] == '\n') {
        length--;
        if (length > 0 && reader->text[length - 1] == '\r') {
            length--;
        }
        reader->text[length] = '\0';
        return true;
    }
    return length > 0 && length < LINE_BYTES - 1 && feof(reader->file);
}

static bool read_lines(struct reader_of_log *reader, struct error *error)
{
    while (fgets(reader->text, LINE_BYTES, reader->file) != NULL) {
        reader->line++;
        if (!complete(reader)) {
            return wrong(reader, error, "too long, or no text");
        }
        if (!read_line(reader, error)) {
            return false;
        }
    }
    if (ferror(reader->file)) {
        return error_set(error, "%.200s: %s", reader->path, strerror(errno));
    }
    reader->line++;
    return reader->requests.count > 0 || wrong(reader, error, "the log ends without a request");
}

static int by_client_and_number(const void *left_item, const void *right_item)
{
    const struct logged_request *left = left_item;
    const struct logged_request *right = right_item;
    int order = strcmp(left->client, right->client);

    if (order == 0) {
        order = (left->number > right->number) - (left->number < right->number);
    }
    return order != 0 ? order : (left->line > right->line) - (left->line < right->line);
}

/* In order, and each request of a client once and after the one before. */
static bool arrange(struct reader_of_log *reader, struct error *error)
{
    struct logged_request *requests = reader->requests.items;

    qsort(requests, reader->requests.count, sizeof *requests, by_client_and_number);
    for (size_t i = 1; i < reader->requests.count; i++) {
        const struct logged_request *last = &requests[i - 1];

        reader->line = requests[i].line;
        if (strcmp(last->client, requests[i].client) != 0) {
            continue;
        }
        if (last->number == requests[i].number) {
            return wrong(reader, error, "this number of this client was there before");
        }
        if (last->times[STAGE_RETURN] > requests[i].times[STAGE_SEND]) {
            return wrong(reader, error, "sent before the client's request before it returned");
        }
    }
    return true;
}

static bool read_all(struct reader_of_log *reader, struct request_log *log, struct error *error)
{
    struct logged_request *copy;
    size_t count;

    if (!read_lines(reader, error) || !arrange(reader, error)) {
        return false;
    }
    count = reader->requests.count;
    copy = arena_alloc(reader->arena, count, sizeof *copy);
    if (copy == NULL) {
        return error_memory(error);
    }
    memcpy(copy, reader->requests.items, count * sizeof *copy);
    *log = (struct request_log){ reader->path, copy, count };
    return true;
}

bool log_read(struct request_log *log, const char *path, struct arena *arena, struct error *error)
{
    struct reader_of_log reader = { .path = path, .arena = arena };
    bool read;

    reader.file = fopen(path, "r");
    if (reader.file == NULL) {
        return error_set(error, "%.200s: %s", path, strerror(errno));
    }
    texts_init(&reader.texts, arena);
    array_init(&reader.requests, sizeof(struct logged_request), arena);
    read = read_all(&reader, log, error);
    array_free(&reader.requests);
    texts_free(&reader.texts);
    (void)fclose(reader.file);
    return read;
}
