/* tsdl.c - from the text of the metadata to the schema: the blocks. */
#include "tsdl.h"

#include "tsdl_type.h"

#include <string.h>

/* Lists that are searched are short, whatever the text says. */
enum { STREAM_CLASSES_MAX = 64 };

enum block_kind { BLOCK_TRACE, BLOCK_CLOCK, BLOCK_ENV, BLOCK_STREAM, BLOCK_EVENT, BLOCK_OTHER };

struct block {
    enum block_kind kind;
    struct ctf_stream_class stream; /* BLOCK_STREAM */
    struct ctf_event_class event;   /* BLOCK_EVENT */
    uint64_t offset_s;              /* BLOCK_CLOCK */
    uint64_t offset;
};

static enum block_kind block_kind_of(const char *word)
{
    static const char *const names[] = { "trace", "clock", "env", "stream", "event" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(word, names[i]) == 0) {
            return (enum block_kind)i;
        }
    }
    return BLOCK_OTHER;
}

static bool add_fact(struct tsdl_parser *parser, const char *name, const char *text,
                     uint64_t number)
{
    struct ctf_fact *fact = array_add(&parser->schema->facts);

    if (fact == NULL) {
        return error_memory(parser->error);
    }
    *fact = (struct ctf_fact){ name, text, (int64_t)number };
    return true;
}

static void set_clock(struct tsdl_parser *parser, struct block *block, const char *name,
                      uint64_t number)
{
    if (strcmp(name, "freq") == 0) {
        parser->schema->clock_hz = number;
    } else if (strcmp(name, "offset_s") == 0) {
        block->offset_s = number;
    } else if (strcmp(name, "offset") == 0) {
        block->offset = number;
    }
}

static bool set_event(struct block *block, const char *name, const char *text, uint64_t number)
{
    if (strcmp(name, "id") == 0) {
        block->event.id = number;
    } else if (strcmp(name, "stream_id") == 0) {
        block->event.stream_id = number;
    } else if (strcmp(name, "name") == 0 && text != NULL) {
        block->event.name = text;
    }
    return true;
}

/* `name = value` in a block. Text is NULL for a number. */
static bool set_value(struct tsdl_parser *parser, struct block *block, const char *name,
                      const char *text, uint64_t number)
{
    switch (block->kind) {
    case BLOCK_TRACE:
        if (strcmp(name, "byte_order") == 0 && text != NULL) {
            bool big = strcmp(text, "be") == 0 || strcmp(text, "network") == 0;

            parser->schema->order = big ? BYTES_BIG : BYTES_LITTLE;
        }
        return true;
    case BLOCK_CLOCK:
        set_clock(parser, block, name, number);
        return true;
    case BLOCK_ENV:
        return add_fact(parser, name, text, number);
    case BLOCK_STREAM:
        block->stream.id = strcmp(name, "id") == 0 ? number : block->stream.id;
        return true;
    case BLOCK_EVENT:
        return set_event(block, name, text, number);
    case BLOCK_OTHER:
    default:
        return true;
    }
}

/* Where `name := structure` in a block belongs; NULL: nowhere. */
static struct ctf_layout *layout_named(struct tsdl_parser *parser, struct block *block,
                                       const char *name)
{
    const struct {
        enum block_kind kind;
        const char *name;
        struct ctf_layout *layout;
    } places[] = {
        { BLOCK_TRACE, "packet.header", &parser->schema->packet_header },
        { BLOCK_STREAM, "packet.context", &block->stream.packet_context },
        { BLOCK_STREAM, "event.header", &block->stream.event_header },
        { BLOCK_STREAM, "event.context", &block->stream.event_context },
        { BLOCK_EVENT, "context", &block->event.context },
        { BLOCK_EVENT, "fields", &block->event.fields },
    };

    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (places[i].kind == block->kind && strcmp(places[i].name, name) == 0) {
            return places[i].layout;
        }
    }
    return NULL;
}

static bool parse_layout(struct tsdl_parser *parser, struct block *block, const char *name)
{
    struct ctf_layout *layout = layout_named(parser, block, name);
    struct tsdl_type type;

    tsdl_take(parser);
    if (!tsdl_type(parser, &type)) {
        return false;
    }
    if (!type.is_structure) {
        return tsdl_expected(parser, "a structure");
    }
    if (layout == NULL) {
        return error_set(parser->error, "metadata, line %u: unknown part %.60s", parser->lexer.line,
                         name);
    }
    *layout = type.layout;
    return true;
}

static bool parse_value(struct tsdl_parser *parser, struct block *block, const char *name)
{
    const char *text = NULL;
    uint64_t number = 0;

    tsdl_take(parser);
    if (parser->token.kind == TOKEN_NUMBER) {
        number = parser->token.number;
        tsdl_take(parser);
    } else if (!tsdl_word(parser, &text)) {
        return false;
    }
    return set_value(parser, block, name, text, number);
}

static bool parse_entry(struct tsdl_parser *parser, struct block *block)
{
    const char *name;
    bool fine;

    if (!tsdl_word(parser, &name)) {
        return false;
    }
    if (strcmp(name, "typealias") == 0) {
        fine = tsdl_typealias(parser);
    } else if (parser->token.kind == TOKEN_ASSIGN) {
        fine = parse_layout(parser, block, name);
    } else if (tsdl_at_sign(parser, '=')) {
        fine = parse_value(parser, block, name);
    } else {
        fine = tsdl_expected(parser, "`=` or `:=`");
    }
    return fine && tsdl_sign(parser, ';');
}

/* Counts since the clock's origin; seconds that would not fit are nonsense, and left out. */
static void keep_clock(struct ctf_schema *schema, const struct block *block)
{
    uint64_t seconds;

    if (__builtin_mul_overflow(block->offset_s, schema->clock_hz, &seconds)
        || __builtin_add_overflow(seconds, block->offset, &schema->clock_offset)) {
        schema->clock_offset = block->offset;
    }
}

static bool keep_stream(struct tsdl_parser *parser, const struct block *block)
{
    struct ctf_stream_class *stream;

    if (parser->schema->streams.count == STREAM_CLASSES_MAX || block->stream.id > UINT32_MAX) {
        return error_set(parser->error, "metadata, line %u: too many streams, or too large an id",
                         parser->lexer.line);
    }
    stream = array_add(&parser->schema->streams);
    if (stream == NULL) {
        return error_memory(parser->error);
    }
    *stream = block->stream;
    return true;
}

/* Of two events with one number the first counts. */
static bool keep_event(struct tsdl_parser *parser, const struct block *block)
{
    struct ctf_schema *schema = parser->schema;
    uint64_t key = ctf_event_key(block->event.stream_id, block->event.id);
    struct ctf_event_class *event;

    if (block->event.id > UINT32_MAX || block->event.stream_id > UINT32_MAX) {
        return error_set(parser->error, "metadata, line %u: an event's id is too large",
                         parser->lexer.line);
    }
    event = array_add(&schema->events);
    if (event == NULL) {
        return error_memory(parser->error);
    }
    *event = block->event;
    return map_get(&schema->numbers, key) != MAP_MISSING
           || map_set(&schema->numbers, key, (uint32_t)(schema->events.count - 1))
           || error_memory(parser->error);
}

static bool keep_block(struct tsdl_parser *parser, const struct block *block)
{
    if (block->kind == BLOCK_CLOCK) {
        keep_clock(parser->schema, block);
    }
    if (block->kind == BLOCK_STREAM) {
        return keep_stream(parser, block);
    }
    return block->kind != BLOCK_EVENT || keep_event(parser, block);
}

static bool parse_block(struct tsdl_parser *parser, enum block_kind kind)
{
    struct block block = { .kind = kind, .event = { .name = "" } };

    if (!tsdl_sign(parser, '{')) {
        return false;
    }
    while (!tsdl_at_sign(parser, '}')) {
        if (!parse_entry(parser, &block)) {
            return false;
        }
    }
    tsdl_take(parser);
    return keep_block(parser, &block);
}

/* `struct NAME { ... }` at the top level is a type like any other: look at it again from there. */
static bool parse_declaration(struct tsdl_parser *parser)
{
    struct tsdl_type type;

    return tsdl_type(parser, &type);
}

static bool parse_statement(struct tsdl_parser *parser)
{
    const char *word;
    bool fine;

    if (token_is(&parser->token, "struct") || token_is(&parser->token, "enum")) {
        fine = parse_declaration(parser);
    } else if (!tsdl_word(parser, &word)) {
        return false;
    } else if (strcmp(word, "typealias") == 0) {
        fine = tsdl_typealias(parser);
    } else if (block_kind_of(word) != BLOCK_OTHER || strcmp(word, "callsite") == 0) {
        fine = parse_block(parser, block_kind_of(word));
    } else {
        fine = error_set(parser->error, "metadata, line %u: unknown block %.60s",
                         parser->lexer.line, word);
    }
    return fine && tsdl_sign(parser, ';');
}

static void settle_order(const struct ctf_schema *schema, const struct ctf_layout *layout)
{
    for (size_t i = 0; i < layout->count; i++) {
        if (layout->fields[i].order == ORDER_OF_TRACE) {
            layout->fields[i].order = (uint8_t)schema->order;
        }
    }
}

/* Only now is it known which byte order the trace has. */
static void settle_orders(struct ctf_schema *schema)
{
    settle_order(schema, &schema->packet_header);
    for (size_t i = 0; i < schema->streams.count; i++) {
        const struct ctf_stream_class *stream = array_at(&schema->streams, i);

        settle_order(schema, &stream->packet_context);
        settle_order(schema, &stream->event_header);
        settle_order(schema, &stream->event_context);
    }
    for (size_t i = 0; i < schema->events.count; i++) {
        const struct ctf_event_class *event = array_at(&schema->events, i);

        settle_order(schema, &event->context);
        settle_order(schema, &event->fields);
    }
}

bool tsdl_parse(const char *text, size_t size, struct arena *arena, struct ctf_schema *schema,
                struct error *error)
{
    struct tsdl_parser parser = { .arena = arena, .schema = schema, .error = error };
    bool fine = true;

    *schema = (struct ctf_schema){ .arena = arena, .clock_hz = 1000000000 };
    array_init(&schema->streams, sizeof(struct ctf_stream_class), arena);
    array_init(&schema->events, sizeof(struct ctf_event_class), arena);
    array_init(&schema->facts, sizeof(struct ctf_fact), arena);
    map_init(&schema->numbers, arena);
    array_init(&parser.types, sizeof(struct tsdl_named), arena);
    lexer_init(&parser.lexer, text, size);
    tsdl_take(&parser);
    while (fine && parser.token.kind != TOKEN_END) {
        fine = parse_statement(&parser);
    }
    array_free(&parser.types);
    settle_orders(schema);
    return fine;
}

void ctf_schema_free(struct ctf_schema *schema)
{
    array_free(&schema->streams);
    array_free(&schema->events);
    array_free(&schema->facts);
    map_free(&schema->numbers);
}
