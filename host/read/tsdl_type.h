/* tsdl_type.h - types in TSDL: integers, enumerations, structures and names for them. */
#pragma once

#include "ctf_schema.h"
#include "error.h"
#include "tsdl_lex.h"

/* Byte order of a field whose declaration does not say: the trace's, which comes later. */
enum { ORDER_OF_TRACE = 2 };

struct tsdl_parser {
    struct lexer lexer;
    struct token token; /* the next, not yet taken */
    struct arena *arena;
    struct ctf_schema *schema;
    struct array types; /* struct tsdl_named */
    struct error *error;
    unsigned depth; /* of types inside types */
};

struct tsdl_type {
    bool is_structure;
    struct ctf_field element; /* what a field of this type looks like, but for its name */
    struct ctf_layout layout; /* of a structure */
};

struct tsdl_named {
    const char *name;
    bool is_structure; /* `struct NAME` and `NAME` are different names */
    struct tsdl_type type;
};

/* Take the token. */
void tsdl_take(struct tsdl_parser *parser);

/* False, with the line, and what was expected there. */
bool tsdl_expected(struct tsdl_parser *parser, const char *what);

/* Take that sign, or fail. */
bool tsdl_sign(struct tsdl_parser *parser, char sign);

/* True if the next token is that sign. */
bool tsdl_at_sign(const struct tsdl_parser *parser, char sign);

/* Take a name or text and keep a copy. */
bool tsdl_word(struct tsdl_parser *parser, const char **word);

/* A type, from its first word on. */
bool tsdl_type(struct tsdl_parser *parser, struct tsdl_type *type);

/* `typealias TYPE := NAME`, after the first word. */
bool tsdl_typealias(struct tsdl_parser *parser);
