/* json.c - a report as values for a program.
 *
 * Built with jansson and written in one go. The tree of a report is a few levels deep; whoever
 * makes it deeper than DEPTH_MAX gets null there.
 */
#include "write_json.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 16, DIGITS = 15 };

static json_t *make(const struct value *value, unsigned depth);

/* JSON holds Unicode only; bytes that are none become question marks. */
static json_t *make_text(const char *text)
{
    json_t *json = json_string(text);
    size_t length = strlen(text);
    char *copy;

    if (json != NULL) {
        return json;
    }
    copy = malloc(length + 1);
    if (copy == NULL) {
        return NULL;
    }
    for (size_t i = 0; i <= length; i++) {
        copy[i] = (char)((unsigned char)text[i] < 0x80 ? text[i] : '?');
    }
    json = json_string(copy);
    free(copy);
    return json;
}

/* Takes over `child`; false when it or the memory for it is missing. */
static bool append(json_t *parent, const char *name, json_t *child)
{
    json_t *key;
    int status;

    if (child == NULL) {
        return false;
    }
    if (json_is_array(parent)) {
        return json_array_append_new(parent, child) == 0;
    }
    key = make_text(name == NULL ? "" : name);
    if (key == NULL) {
        json_decref(child);
        return false;
    }
    status = json_object_set_new(parent, json_string_value(key), child);
    json_decref(key);
    return status == 0;
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as make, which has the bound
static json_t *make_children(json_t *parent, const struct value *value, unsigned depth)
{
    if (parent == NULL) {
        return NULL;
    }
    for (const struct value *child = value->first; child != NULL; child = child->next) {
        if (!append(parent, child->name, make(child, depth + 1))) {
            json_decref(parent);
            return NULL;
        }
    }
    return parent;
}

static json_t *make(const struct value *value, unsigned depth) // NOLINT(misc-no-recursion): bounded
{
    if (depth > DEPTH_MAX) {
        return json_null();
    }
    switch (value->kind) {
    case VALUE_BOOL:
        return json_boolean(value->number != 0);
    case VALUE_INT:
        return json_integer(value->number);
    case VALUE_MICROSECONDS:
        return json_real((double)value->number / 1000.0);
    case VALUE_TEXT:
        return value->text == NULL ? json_null() : make_text(value->text);
    case VALUE_LIST:
        return make_children(json_array(), value, depth);
    case VALUE_MAP:
        return make_children(json_object(), value, depth);
    case VALUE_NULL:
        break;
    }
    return json_null();
}

static bool dump(FILE *file, json_t *json, struct error *error)
{
    if (json == NULL) {
        return error_memory(error);
    }
    /* whether it could be written is asked of the stream */
    (void)json_dumpf(json, file, JSON_INDENT(1) | JSON_REAL_PRECISION(DIGITS));
    (void)putc('\n', file);
    json_decref(json);
    return true;
}

bool write_json_section(FILE *file, const struct section *section, struct error *error)
{
    return dump(file, make(&section->values, 0), error);
}

bool write_json(FILE *file, const struct report *report, struct error *error)
{
    json_t *json = json_object();

    for (const struct section *section = report->sections; section != NULL && json != NULL;
         section = section->next) {
        if (!append(json, section->name, make(&section->values, 0))) {
            json_decref(json);
            json = NULL;
        }
    }
    return dump(file, json, error);
}
