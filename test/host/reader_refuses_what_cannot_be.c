/* reader_refuses_what_cannot_be.c - traces made to do harm, and things that are no traces: one
 * clear line each, in no time and little memory. */
#include "harness.h"
#include "picture.h"
#include "read.h"
#include "record.h"
#include "synth.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct picture picture;
static struct source source;

/* Read a trace into the picture; the message, "" if there is none. */
static const char *message_of(const char *path)
{
    struct event_sink sink;

    picture_begin(&picture);
    sink = model_sink(&picture.model);
    source = (struct source){ 0 };
    picture.error.text[0] = '\0';
    picture.failed = !read_trace(path, &picture.arena, &sink, &source, &picture.error);
    if (picture.failed) {
        return picture.error.text;
    }
    picture_finish(&picture, source.cpus);
    return source.problem == NULL ? "" : source.problem;
}

static bool says(const char *path, const char *part)
{
    const char *message = message_of(path);
    bool found = strstr(message, part) != NULL;

    if (!found) {
        CHECK_TEXT(message, part);
    }
    picture_free(&picture);
    return found;
}

static FILE *open_metadata(const char *directory)
{
    char path[128];

    (void)mkdir(directory, 0777);
    (void)snprintf(path, sizeof(path), "%s/metadata", directory);
    (void)remove(path);
    return fopen(path, "wb");
}

/* Metadata of a beginning, a part many times, and nothing behind. */
static void repeat(const char *directory, const char *begin, const char *part, unsigned times)
{
    FILE *file = open_metadata(directory);

    if (!CHECK(file != NULL)) {
        return;
    }
    CHECK(fputs("/* CTF 1.8 */ env { tracer_name = \"takt\"; };", file) >= 0);
    CHECK(fputs(begin, file) >= 0);
    for (unsigned i = 0; i < times; i++) {
        CHECK(fputs(part, file) >= 0);
    }
    CHECK(fclose(file) == 0);
}

TEST(refuses_what_is_no_trace)
{
    FILE *file = fopen("synth_not_a_trace", "wb");

    CHECK(file != NULL && fputs("nothing", file) >= 0 && fclose(file) == 0);
    CHECK(says("synth_not_there", "No such file"));
    CHECK(says("synth_not_a_trace", "not a trace of a known format"));
    CHECK(says(".", "not a trace of a known format"));
    repeat("synth_no_stream", "", "", 0);
    CHECK(says("synth_no_stream", "describes no stream"));
}

TEST(refuses_a_pipe_instead_of_waiting_for_it)
{
    (void)mkdir("synth_pipe", 0777);
    (void)remove("synth_pipe/metadata");
    if (CHECK(mkfifo("synth_pipe/metadata", 0666) == 0)) {
        CHECK(says("synth_pipe", "not a trace of a known format"));
    }
}

TEST(refuses_metadata_that_is_too_large)
{
    repeat("synth_large", "", "", 0);
    CHECK(truncate("synth_large/metadata", 100L * 1000 * 1000) == 0);
    CHECK(says("synth_large", "more than 16 MiB"));
    CHECK(remove("synth_large/metadata") == 0);
}

TEST(refuses_types_nested_a_million_deep)
{
    repeat("synth_deep", "typealias ", "struct { ", 1000000);
    CHECK(says("synth_deep", "nested more than 16 deep"));
    repeat("synth_deep", "typealias ", "enum : ", 1000000);
    CHECK(says("synth_deep", "nested more than 16 deep"));
    repeat("synth_deep", "", "{", 1000000);
    CHECK(says("synth_deep", "expected"));
}

/* I18: a hundred structures, each of which has the one before twice: 2^100 fields in few bytes. */
TEST(refuses_structures_that_double)
{
    FILE *file = open_metadata("synth_double");

    if (!CHECK(file != NULL)) {
        return;
    }
    CHECK(fputs("/* CTF 1.8 */ env { tracer_name = \"takt\"; };"
                "typealias integer { size = 8; } := u8; struct s0 { u8 x[0]; };",
                file)
          >= 0);
    for (int i = 1; i < 100; i++) {
        CHECK(fprintf(file, "struct s%d { struct s%d a; struct s%d b; };", i, i - 1, i - 1) > 0);
    }
    CHECK(fclose(file) == 0);
    CHECK(says("synth_double", "more than 1024 fields"));
}

TEST(refuses_types_without_number)
{
    repeat("synth_types", "typealias integer { size = 8; } := u8;", "typealias u8 := v8;", 500000);
    CHECK(says("synth_types", "more than 1024 types"));
    repeat("synth_types", "", "stream { id = 1; };", 500000);
    CHECK(says("synth_types", "too many streams"));
}

TEST(refuses_a_record_of_any_size)
{
    repeat("synth_record", "typealias integer { size = 8; } := u8; struct s { u8 x[65000]; ",
           "u8 y[65000]; ", 10);
    CHECK(says("synth_record", "more than 64 KiB"));
    repeat("synth_record", "struct s { u8 x[0xFFFFFFFFFFFFFFFFF]; ", "", 0);
    CHECK(says("synth_record", "unknown type"));
}

/* Change one 32-bit word of the first packet's header. */
static void change_header(size_t offset, uint32_t value)
{
    FILE *file;

    CHECK(synth_inversion("synth_header", false, 1));
    file = fopen("synth_header/stream_0", "r+b");
    if (CHECK(file != NULL)) {
        CHECK(fseek(file, (long)offset, SEEK_SET) == 0);
        CHECK(fwrite(&value, sizeof(value), 1, file) == 1);
        CHECK(fclose(file) == 0);
    }
}

/* F02: events that the description does not know. */
TEST(refuses_packets_that_cannot_be)
{
    change_header(offsetof(struct trace_packet, magic), 0);
    CHECK(says("synth_header", "stream_0, byte 0: no packet begins here"));
    change_header(offsetof(struct trace_packet, stream), 7);
    CHECK(says("synth_header", "a stream that is not described"));
    change_header(offsetof(struct trace_packet, packet_bits), 0);
    CHECK(says("synth_header", "impossible size"));
    change_header(offsetof(struct trace_packet, content_bits), UINT32_MAX);
    CHECK(says("synth_header", "impossible size"));
    change_header(offsetof(struct trace_packet, packet_bits), UINT32_MAX);
    CHECK(says("synth_header", "the file ends in a packet"));
    change_header(offsetof(struct trace_packet, cpu), 255);
    CHECK(says("synth_header", "a packet of CPU 255, of 1 CPUs"));
    change_header(offsetof(struct trace_packet, cpu), UINT32_MAX);
    CHECK(says("synth_header", "a CPU number that cannot be"));
    change_header(offsetof(struct trace_packet, time_begin) + 4, 1);
    CHECK(says("synth_header", "time runs backward"));
    change_header(sizeof(struct trace_packet) + 16, 0x7FFFFFFF);
    CHECK(says("synth_header", "a time outside its packet"));
    change_header(sizeof(struct trace_packet) + 16 + 4, 999);
    CHECK(says("synth_header", "byte 64: an event that is not described"));
}

/* What came before the damage is there. */
TEST(refuses_only_what_comes_after_the_damage)
{
    change_header(sizeof(struct trace_packet) + (size_t)30 * 16 + 4, 999);
    CHECK_TEXT(message_of("synth_header"), "stream_0, byte 528: an event that is not described");
    CHECK_EQUAL(picture.model.events, 30 - 3); /* three groups are told in two pieces each */
    CHECK(source.partial);
    picture_free(&picture);
}

/* F18: a stream that is not there is not missed by the format, but one that cannot be opened is. */
TEST(refuses_nothing_for_an_empty_stream)
{
    FILE *file;

    CHECK(synth_inversion("synth_empty", false, 1));
    file = fopen("synth_empty/stream_0", "wb");
    CHECK(file != NULL && fclose(file) == 0);
    CHECK_TEXT(message_of("synth_empty"), "");
    CHECK_EQUAL(picture.model.events, 0);
    picture_free(&picture);
    CHECK(remove("synth_empty/stream_0") == 0);
    CHECK(says("synth_empty", "no stream beside the metadata"));
}
