/* tsdl_lex.c - the words of TSDL. */
#include "tsdl_lex.h"

#include <ctype.h>
#include <string.h>

void lexer_init(struct lexer *lexer, const char *text, size_t size)
{
    *lexer = (struct lexer){ .text = text, .size = size, .line = 1 };
}

/* The character `ahead` of here; 0 beyond the end. */
static char peek(const struct lexer *lexer, size_t ahead)
{
    if (ahead >= lexer->size - lexer->position) {
        return '\0';
    }
    return lexer->text[lexer->position + ahead];
}

static void advance(struct lexer *lexer, size_t count)
{
    for (; count > 0 && lexer->position < lexer->size; count--) {
        lexer->line += lexer->text[lexer->position] == '\n';
        lexer->position++;
    }
}

/* Past a comment, if one begins here. */
static bool skip_comment(struct lexer *lexer)
{
    if (peek(lexer, 0) != '/' || (peek(lexer, 1) != '*' && peek(lexer, 1) != '/')) {
        return false;
    }
    bool block = peek(lexer, 1) == '*';

    advance(lexer, 2);
    while (lexer->position < lexer->size
           && !(block ? peek(lexer, 0) == '*' && peek(lexer, 1) == '/' : peek(lexer, 0) == '\n')) {
        advance(lexer, 1);
    }
    advance(lexer, block ? 2 : 1);
    return true;
}

static void skip_blank(struct lexer *lexer)
{
    bool more = true;

    while (more) {
        while (lexer->position < lexer->size && isspace((unsigned char)peek(lexer, 0))) {
            advance(lexer, 1);
        }
        more = skip_comment(lexer);
    }
}

static bool in_name(char character)
{
    return isalnum((unsigned char)character) || character == '_' || character == '.';
}

static struct token read_name(struct lexer *lexer)
{
    struct token token = { .kind = TOKEN_NAME, .text = lexer->text + lexer->position };

    while (in_name(peek(lexer, 0))) {
        advance(lexer, 1);
        token.length++;
    }
    return token;
}

static int digit_of(char character)
{
    if (isdigit((unsigned char)character)) {
        return character - '0';
    }
    return isxdigit((unsigned char)character) ? tolower((unsigned char)character) - 'a' + 10 : 99;
}

/* Decimal, 0x hexadecimal or 0 octal; too many digits, or digits and letters mixed, are wrong. */
static struct token read_number(struct lexer *lexer)
{
    struct token token = { .kind = TOKEN_NUMBER };
    bool negative = peek(lexer, 0) == '-';
    unsigned base = 10;

    advance(lexer, negative);
    if (peek(lexer, 0) == '0' && isalnum((unsigned char)peek(lexer, 1))) {
        bool hexadecimal = tolower((unsigned char)peek(lexer, 1)) == 'x';

        base = hexadecimal ? 16 : 8;
        advance(lexer, hexadecimal ? 2 : 1);
    }
    for (; digit_of(peek(lexer, 0)) < (int)base; advance(lexer, 1)) {
        if (__builtin_mul_overflow(token.number, base, &token.number)
            || __builtin_add_overflow(token.number, (unsigned)digit_of(peek(lexer, 0)),
                                      &token.number)) {
            token.kind = TOKEN_WRONG;
        }
    }
    if (in_name(peek(lexer, 0))) {
        token.kind = TOKEN_WRONG;
    }
    token.number = negative ? 0 - token.number : token.number;
    return token;
}

/* Escapes stay as they are written: nothing that is read from a text needs more. */
static struct token read_text(struct lexer *lexer)
{
    struct token token = { .kind = TOKEN_TEXT };

    advance(lexer, 1);
    token.text = lexer->text + lexer->position;
    while (lexer->position < lexer->size && peek(lexer, 0) != '"' && peek(lexer, 0) != '\n') {
        size_t step = peek(lexer, 0) == '\\' && lexer->size - lexer->position > 1 ? 2 : 1;

        advance(lexer, step);
        token.length += step;
    }
    if (peek(lexer, 0) != '"') {
        token.kind = TOKEN_WRONG;
    }
    advance(lexer, 1);
    return token;
}

static struct token read_sign(struct lexer *lexer)
{
    struct token token = { .kind = TOKEN_SIGN, .sign = peek(lexer, 0) };

    if (token.sign == ':' && peek(lexer, 1) == '=') {
        token.kind = TOKEN_ASSIGN;
        advance(lexer, 1);
    } else if (token.sign == '\0' || strchr("{}[]()<>;=:,.", token.sign) == NULL) {
        token.kind = TOKEN_WRONG;
    }
    advance(lexer, 1);
    return token;
}

struct token lexer_next(struct lexer *lexer)
{
    skip_blank(lexer);
    if (lexer->position == lexer->size) {
        return (struct token){ .kind = TOKEN_END };
    }
    char first = peek(lexer, 0);

    if (isalpha((unsigned char)first) || first == '_') {
        return read_name(lexer);
    }
    if (isdigit((unsigned char)first) || first == '-') {
        return read_number(lexer);
    }
    return first == '"' ? read_text(lexer) : read_sign(lexer);
}

bool token_is(const struct token *token, const char *name)
{
    return token->kind == TOKEN_NAME && token->length == strlen(name)
           && memcmp(token->text, name, token->length) == 0;
}
