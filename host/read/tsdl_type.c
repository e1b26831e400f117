/* tsdl_type.c - types in TSDL.
 *
 * Recursion follows the nesting of types in the text and is cut off at DEPTH_MAX.
 */
#include "tsdl_type.h"

#include <string.h>

enum { DEPTH_MAX = 16, LAYOUT_BYTES_MAX = 1 << 16, FIELDS_MAX = 1024, TYPES_MAX = 1024 };

void tsdl_take(struct tsdl_parser *parser)
{
    parser->token = lexer_next(&parser->lexer);
}

bool tsdl_expected(struct tsdl_parser *parser, const char *what)
{
    return error_set(parser->error, "metadata, line %u: expected %s", parser->lexer.line, what);
}

bool tsdl_at_sign(const struct tsdl_parser *parser, char sign)
{
    return parser->token.kind == TOKEN_SIGN && parser->token.sign == sign;
}

bool tsdl_sign(struct tsdl_parser *parser, char sign)
{
    const char what[] = { '`', sign, '`', '\0' };

    if (!tsdl_at_sign(parser, sign)) {
        return tsdl_expected(parser, what);
    }
    tsdl_take(parser);
    return true;
}

/* Words end up in messages and on screens: bytes that do not belong there are shown as `?`. */
bool tsdl_word(struct tsdl_parser *parser, const char **word)
{
    if (parser->token.kind != TOKEN_NAME && parser->token.kind != TOKEN_TEXT) {
        return tsdl_expected(parser, "a name");
    }
    char *copy = arena_alloc(parser->arena, parser->token.length + 1, 1);

    if (copy == NULL) {
        return error_memory(parser->error);
    }
    for (size_t i = 0; i < parser->token.length; i++) {
        char byte = parser->token.text[i];

        copy[i] = '?';
        if (byte >= 0x20 && byte < 0x7F) {
            copy[i] = byte;
        }
    }
    *word = copy;
    tsdl_take(parser);
    return true;
}

static bool refuse(struct tsdl_parser *parser, const char *what)
{
    return error_set(parser->error, "metadata, line %u: %s is not supported", parser->lexer.line,
                     what);
}

static bool set_size(struct tsdl_parser *parser, struct ctf_field *element)
{
    const struct token *value = &parser->token;

    if (value->kind != TOKEN_NUMBER || value->number % 8 != 0 || value->number > 64
        || value->number == 0) {
        return refuse(parser, "an integer that is not of 1 to 8 whole bytes");
    }
    element->width = (uint8_t)(value->number / 8);
    return true;
}

static bool check_alignment(struct tsdl_parser *parser)
{
    if (parser->token.kind != TOKEN_NUMBER || parser->token.number > 8) {
        return refuse(parser, "an alignment other than to the byte");
    }
    return true;
}

static uint8_t order_named(const struct token *value)
{
    if (token_is(value, "be") || token_is(value, "network")) {
        return BYTES_BIG;
    }
    return token_is(value, "le") ? (uint8_t)BYTES_LITTLE : (uint8_t)ORDER_OF_TRACE;
}

static bool is_true(const struct token *value)
{
    return token_is(value, "true") || token_is(value, "TRUE")
           || (value->kind == TOKEN_NUMBER && value->number != 0);
}

/* One of the attributes of an integer; those that only say how to print it are passed over. */
static bool set_attribute(struct tsdl_parser *parser, const char *name, struct ctf_field *element)
{
    if (strcmp(name, "size") == 0) {
        return set_size(parser, element);
    }
    if (strcmp(name, "align") == 0) {
        return check_alignment(parser);
    }
    if (strcmp(name, "signed") == 0) {
        element->is_signed = is_true(&parser->token);
    } else if (strcmp(name, "byte_order") == 0) {
        element->order = order_named(&parser->token);
    } else if (strcmp(name, "encoding") == 0) {
        element->is_text = !token_is(&parser->token, "none");
    } else if (strcmp(name, "map") == 0) {
        element->is_clock = true;
    }
    return true;
}

static bool parse_integer(struct tsdl_parser *parser, struct tsdl_type *type)
{
    type->element = (struct ctf_field){ .count = 1, .order = ORDER_OF_TRACE };
    if (!tsdl_sign(parser, '{')) {
        return false;
    }
    while (!tsdl_at_sign(parser, '}')) {
        const char *name = "";

        if (!tsdl_word(parser, &name) || !tsdl_sign(parser, '=')
            || !set_attribute(parser, name, &type->element)) {
            return false;
        }
        tsdl_take(parser);
        if (!tsdl_sign(parser, ';')) {
            return false;
        }
    }
    if (type->element.width == 0) {
        return tsdl_expected(parser, "the integer's size");
    }
    return tsdl_sign(parser, '}');
}

/* `enum [NAME] [: TYPE] { ... }`: read as the integer that it is. */
static bool parse_enum(struct tsdl_parser *parser, struct tsdl_type *type)
{
    if (parser->token.kind == TOKEN_NAME) {
        tsdl_take(parser);
    }
    if (!tsdl_sign(parser, ':') || !tsdl_type(parser, type)) {
        return false;
    }
    if (type->is_structure) {
        return tsdl_expected(parser, "an integer type");
    }
    if (!tsdl_sign(parser, '{')) {
        return false;
    }
    while (!tsdl_at_sign(parser, '}')) {
        if (parser->token.kind == TOKEN_END || parser->token.kind == TOKEN_WRONG) {
            return tsdl_expected(parser, "`}`");
        }
        tsdl_take(parser);
    }
    return tsdl_sign(parser, '}');
}

/* Put one field at the end; what is inside a structure gets the structure's name in front. */
static bool append(struct tsdl_parser *parser, struct array *fields, struct ctf_field field,
                   uint32_t *size)
{
    struct ctf_field *added;
    uint64_t bytes = (uint64_t)field.width * field.count;

    if (bytes > LAYOUT_BYTES_MAX - *size) {
        return refuse(parser, "a record of more than 64 KiB");
    }
    if (fields->count == FIELDS_MAX) {
        return refuse(parser, "a record of more than 1024 fields");
    }
    added = array_add(fields);
    if (added == NULL) {
        return error_memory(parser->error);
    }
    *added = field;
    added->offset = *size;
    *size += (uint32_t)bytes;
    return true;
}

static bool append_structure(struct tsdl_parser *parser, struct array *fields,
                             const struct ctf_layout *layout, const char *name, uint32_t *size)
{
    for (size_t i = 0; i < layout->count; i++) {
        struct ctf_field field = layout->fields[i];

        field.name = arena_print(parser->arena, "%s.%s", name, field.name);
        if (field.name == NULL) {
            return error_memory(parser->error);
        }
        if (!append(parser, fields, field, size)) {
            return false;
        }
    }
    return true;
}

/* `[N]` after a field's name, if it is there. */
static bool parse_length(struct tsdl_parser *parser, struct ctf_field *field)
{
    if (!tsdl_at_sign(parser, '[')) {
        return true;
    }
    tsdl_take(parser);
    if (parser->token.kind != TOKEN_NUMBER || parser->token.number > LAYOUT_BYTES_MAX) {
        return refuse(parser, "an array whose length is not a small number");
    }
    field->count = (uint32_t)parser->token.number;
    field->is_array = true;
    tsdl_take(parser);
    return tsdl_sign(parser, ']');
}

static bool parse_field(struct tsdl_parser *parser, struct array *fields, uint32_t *size)
{
    struct tsdl_type type = { 0 };
    const char *name;

    if (!tsdl_type(parser, &type) || !tsdl_word(parser, &name)) {
        return false;
    }
    if (type.is_structure) {
        return tsdl_sign(parser, ';') && append_structure(parser, fields, &type.layout, name, size);
    }
    type.element.name = name;
    return parse_length(parser, &type.element) && tsdl_sign(parser, ';')
           && append(parser, fields, type.element, size);
}

/* The fields have been gathered: keep them as they are. */
static bool keep_layout(struct tsdl_parser *parser, const struct array *fields,
                        struct ctf_layout *layout)
{
    layout->count = fields->count;
    layout->fields = arena_alloc(parser->arena, fields->count, sizeof *layout->fields);
    if (layout->fields == NULL) {
        return error_memory(parser->error);
    }
    if (fields->count > 0) {
        memcpy(layout->fields, fields->items, fields->count * sizeof *layout->fields);
    }
    return true;
}

static bool parse_fields(struct tsdl_parser *parser, struct ctf_layout *layout)
{
    struct array fields;
    bool fine = true;

    array_init(&fields, sizeof(struct ctf_field), parser->arena);
    tsdl_take(parser);
    while (fine && !tsdl_at_sign(parser, '}')) {
        fine = parse_field(parser, &fields, &layout->size);
    }
    fine = fine && tsdl_sign(parser, '}') && keep_layout(parser, &fields, layout);
    array_free(&fields);
    return fine;
}

static const struct tsdl_type *find_type(const struct tsdl_parser *parser, const char *name,
                                         bool is_structure)
{
    for (size_t i = parser->types.count; i > 0; i--) {
        const struct tsdl_named *named = array_at(&parser->types, i - 1);

        if (named->is_structure == is_structure && strcmp(named->name, name) == 0) {
            return &named->type;
        }
    }
    return NULL;
}

static bool name_type(struct tsdl_parser *parser, const char *name, bool is_structure,
                      const struct tsdl_type *type)
{
    struct tsdl_named *named;

    if (parser->types.count == TYPES_MAX) {
        return refuse(parser, "a trace with more than 1024 types");
    }
    named = array_add(&parser->types);
    if (named == NULL) {
        return error_memory(parser->error);
    }
    *named = (struct tsdl_named){ name, is_structure, *type };
    return true;
}

static bool look_up(struct tsdl_parser *parser, const char *name, bool is_structure,
                    struct tsdl_type *type)
{
    const struct tsdl_type *found = find_type(parser, name, is_structure);

    if (found == NULL) {
        return error_set(parser->error, "metadata, line %u: unknown type %.60s", parser->lexer.line,
                         name);
    }
    *type = *found;
    return true;
}

/* `align(8)` after a structure says nothing new: all is aligned to the byte. */
static bool skip_alignment(struct tsdl_parser *parser)
{
    if (!token_is(&parser->token, "align")) {
        return true;
    }
    tsdl_take(parser);
    if (!tsdl_sign(parser, '(')) {
        return false;
    }
    if (!check_alignment(parser)) {
        return false;
    }
    tsdl_take(parser);
    return tsdl_sign(parser, ')');
}

/* `struct [NAME] { ... }` or `struct NAME`. */
static bool parse_struct(struct tsdl_parser *parser, struct tsdl_type *type)
{
    const char *name = NULL;

    *type = (struct tsdl_type){ .is_structure = true };
    if (parser->token.kind == TOKEN_NAME && !tsdl_word(parser, &name)) {
        return false;
    }
    if (!tsdl_at_sign(parser, '{')) {
        return name == NULL ? tsdl_expected(parser, "`{`") : look_up(parser, name, true, type);
    }
    return parse_fields(parser, &type->layout) && skip_alignment(parser)
           && (name == NULL || name_type(parser, name, true, type));
}

static bool type_of_word(struct tsdl_parser *parser, const char *word, struct tsdl_type *type)
{
    if (strcmp(word, "integer") == 0) {
        return parse_integer(parser, type);
    }
    if (strcmp(word, "enum") == 0) {
        return parse_enum(parser, type);
    }
    if (strcmp(word, "struct") == 0) {
        return parse_struct(parser, type);
    }
    if (strcmp(word, "string") == 0 || strcmp(word, "variant") == 0
        || strcmp(word, "floating_point") == 0) {
        return refuse(parser, word);
    }
    return look_up(parser, word, false, type);
}

bool tsdl_type(struct tsdl_parser *parser, struct tsdl_type *type)
{
    const char *word = "";
    bool fine;

    if (parser->depth == DEPTH_MAX) {
        return refuse(parser, "a type nested more than 16 deep");
    }
    parser->depth++;
    *type = (struct tsdl_type){ 0 };
    fine = tsdl_word(parser, &word) && type_of_word(parser, word, type);
    parser->depth--;
    return fine;
}

bool tsdl_typealias(struct tsdl_parser *parser)
{
    struct tsdl_type type;
    const char *name = "";

    if (!tsdl_type(parser, &type)) {
        return false;
    }
    if (parser->token.kind != TOKEN_ASSIGN) {
        return tsdl_expected(parser, "`:=`");
    }
    tsdl_take(parser);
    return tsdl_word(parser, &name) && name_type(parser, name, false, &type);
}
