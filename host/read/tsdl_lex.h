/* tsdl_lex.h - the words of TSDL, the language of CTF 1.8 metadata. */
#pragma once

#include "arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum token_kind {
    TOKEN_END,
    TOKEN_NAME, /* identifiers, with dots inside: packet.header */
    TOKEN_NUMBER,
    TOKEN_TEXT,   /* "..." */
    TOKEN_ASSIGN, /* := */
    TOKEN_SIGN,   /* one of { } [ ] ( ) < > ; = : , */
    TOKEN_WRONG
};

struct token {
    enum token_kind kind;
    char sign;        /* TOKEN_SIGN */
    const char *text; /* NAME, TEXT: in the input, not terminated */
    size_t length;
    uint64_t number; /* of a negative one, the two's complement */
};

struct lexer {
    const char *text;
    size_t size;
    size_t position;
    unsigned line;
};

void lexer_init(struct lexer *lexer, const char *text, size_t size);

struct token lexer_next(struct lexer *lexer);

bool token_is(const struct token *token, const char *name);
