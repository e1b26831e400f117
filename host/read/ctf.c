/* ctf.c - a CTF 1.8 trace: a directory with metadata and streams. */
#include "ctf.h"

#include "ctf_stream.h"
#include "tsdl.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { METADATA_BYTES_MAX = 16 << 20, STREAMS_MAX = 1024, PROBLEM_BYTES = 320 };
#define CLOCK_HZ_MAX  UINT64_C(10000000000)
#define NS_PER_SECOND UINT64_C(1000000000)

static const char *path_of(struct arena *arena, const char *directory, const char *name)
{
    return arena_print(arena, "%s/%s", directory, name);
}

void ctf_missing(struct ctf_trace *trace, const char *format, ...)
{
    trace->partial = true;
    if (trace->problem == NULL) {
        char text[PROBLEM_BYTES];
        va_list arguments;

        va_start(arguments, format);
        (void)vsnprintf(text, sizeof text, format, arguments);
        va_end(arguments);
        trace->problem = arena_copy(trace->arena, text, strlen(text));
    }
}

/* Only what is a file is opened: anything else may keep whoever opens it waiting. */
static FILE *open_file(const char *path)
{
    struct stat status;

    if (stat(path, &status) != 0) {
        return NULL;
    }
    if (!S_ISREG(status.st_mode)) {
        errno = EINVAL;
        return NULL;
    }
    return fopen(path, "rb");
}

size_t ctf_peek(const char *path, char *text, size_t size)
{
    char name[4096];
    int length = snprintf(name, sizeof name, "%s/metadata", path);
    FILE *file = length < 0 || (size_t)length >= sizeof name ? NULL : open_file(name);
    size_t got = 0;

    if (file != NULL) {
        got = fread(text, 1, size, file);
        (void)fclose(file);
    }
    return got;
}

/* The whole file; NULL with the error set. */
static char *read_whole(FILE *file, struct arena *arena, size_t *size, struct error *error)
{
    struct stat status;

    if (fstat(fileno(file), &status) != 0 || !S_ISREG(status.st_mode)) {
        (void)error_set(error, "metadata is not a file");
        return NULL;
    }
    if (status.st_size > METADATA_BYTES_MAX) {
        (void)error_set(error, "metadata of %lld bytes: more than 16 MiB is not believed",
                        (long long)status.st_size);
        return NULL;
    }
    char *text = arena_alloc(arena, (size_t)status.st_size + 1, 1);

    if (text == NULL) {
        (void)error_memory(error);
        return NULL;
    }
    *size = fread(text, 1, (size_t)status.st_size, file);
    return text;
}

static bool read_metadata(const char *path, struct ctf_trace *trace, struct error *error)
{
    const char *name = path_of(trace->arena, path, "metadata");
    FILE *file = name == NULL ? NULL : open_file(name);
    size_t size = 0;

    if (file == NULL) {
        return error_set(error, "%.200s: no metadata: %s", path, strerror(errno));
    }
    char *text = read_whole(file, trace->arena, &size, error);

    (void)fclose(file);
    if (text == NULL || !tsdl_parse(text, size, trace->arena, &trace->schema, error)) {
        return false;
    }
    trace->bytes += size;
    if (trace->schema.streams.count == 0 || trace->schema.events.count == 0) {
        return error_set(error, "metadata: describes no stream or no event");
    }
    if (trace->schema.clock_hz == 0 || trace->schema.clock_hz > CLOCK_HZ_MAX) {
        return error_set(error, "metadata: a clock of impossible frequency");
    }
    return true;
}

static int is_stream(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && strcmp(entry->d_name, "metadata") != 0;
}

/* False only without memory: a file that cannot be opened is a part that is missing. */
static bool add_stream(struct ctf_trace *trace, const char *directory, const char *name)
{
    struct ctf_stream *stream = &trace->streams[trace->stream_count];
    const char *path = path_of(trace->arena, directory, name);
    struct stat status = { 0 };

    stream->name = arena_copy(trace->arena, name, strlen(name));
    if (path == NULL || stream->name == NULL) {
        return false;
    }
    stream->file = open_file(path);
    if (stream->file == NULL) {
        ctf_missing(trace, "%.120s: %s", name, errno == EINVAL ? "not a file" : strerror(errno));
        return true;
    }
    (void)fstat(fileno(stream->file), &status);
    stream->file_size = (uint64_t)status.st_size;
    trace->bytes += stream->file_size;
    trace->stream_count++;
    return true;
}

static bool add_streams(struct ctf_trace *trace, const char *path, struct dirent **entries,
                        int count)
{
    trace->streams = arena_alloc(trace->arena, (size_t)count, sizeof *trace->streams);
    if (trace->streams == NULL && count > 0) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        if (!add_stream(trace, path, entries[i]->d_name)) {
            return false;
        }
    }
    return true;
}

static void free_entries(struct dirent **entries, int count)
{
    for (int i = 0; i < count; i++) {
        free(entries[i]);
    }
    free(entries);
}

static bool find_streams(const char *path, struct ctf_trace *trace, struct error *error)
{
    struct dirent **entries = NULL;
    int count = scandir(path, &entries, is_stream, alphasort);

    if (count < 0) {
        return error_set(error, "%.200s: %s", path, strerror(errno));
    }
    if (count > STREAMS_MAX) {
        free_entries(entries, count);
        return error_set(error, "%.200s: more than %d streams", path, STREAMS_MAX);
    }
    bool fine = add_streams(trace, path, entries, count);

    free_entries(entries, count);
    if (!fine) {
        return error_memory(error);
    }
    if (trace->stream_count == 0) {
        return error_set(error, "%.200s: no stream beside the metadata", path);
    }
    return true;
}

bool ctf_open(const char *path, struct arena *arena, struct ctf_trace *trace, struct error *error)
{
    *trace = (struct ctf_trace){ .arena = arena };
    if (!read_metadata(path, trace, error) || !find_streams(path, trace, error)) {
        return false;
    }
    for (size_t i = 0; i < trace->stream_count; i++) {
        ctf_stream_advance(trace, &trace->streams[i]);
    }
    return true;
}

/* A loss is told where it begins, so that whoever listens knows of it in time. */
static uint64_t place_of(const struct ctf_record *record)
{
    return record->kind == CTF_LOSS ? record->lost_from : record->time;
}

/* At one time what is known comes before what is not. */
static bool is_before(const struct ctf_record *record, const struct ctf_record *other)
{
    if (place_of(record) != place_of(other)) {
        return place_of(record) < place_of(other);
    }
    return record->kind == CTF_EVENT && other->kind == CTF_LOSS;
}

const struct ctf_record *ctf_next(struct ctf_trace *trace)
{
    struct ctf_stream *first = NULL;

    if (trace->taken != NULL) {
        ctf_stream_advance(trace, trace->taken);
        trace->taken = NULL;
    }
    for (size_t i = 0; i < trace->stream_count; i++) {
        struct ctf_stream *stream = &trace->streams[i];

        if (stream->has_next && (first == NULL || is_before(&stream->next, &first->next))) {
            first = stream;
        }
    }
    trace->taken = first;
    return first == NULL ? NULL : &first->next;
}

/* Exact where a count is a whole number of nanoseconds, and then one multiplication. */
uint64_t ctf_ns(const struct ctf_trace *trace, uint64_t counts)
{
    uint64_t hz = trace->schema.clock_hz;
    uint64_t seconds;
    uint64_t ns;

    if (NS_PER_SECOND % hz == 0) {
        return __builtin_mul_overflow(counts, NS_PER_SECOND / hz, &ns) ? UINT64_MAX : ns;
    }
    if (__builtin_mul_overflow(counts / hz, NS_PER_SECOND, &seconds)
        || __builtin_add_overflow(seconds, counts % hz * NS_PER_SECOND / hz, &ns)) {
        return UINT64_MAX;
    }
    return ns;
}

void ctf_close(struct ctf_trace *trace)
{
    for (size_t i = 0; i < trace->stream_count; i++) {
        (void)fclose(trace->streams[i].file);
    }
    trace->stream_count = 0;
    ctf_schema_free(&trace->schema);
}
