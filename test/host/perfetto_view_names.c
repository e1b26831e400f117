/* perfetto_view_names.c - a viewer for tests: texts that are known by number. */
#include "perfetto_view_parts.h"

#include <string.h>

const char *view_name(struct view *view, struct view_table *table, uint64_t iid)
{
    for (size_t i = 0; i < table->entries.count; i++) {
        const struct view_name *name = array_at(&table->entries, i);

        if (name->iid == iid) {
            return name->text;
        }
    }
    view_break(view, "text %llu is used and was not defined", (unsigned long long)iid);
    return "";
}

static void define(struct view *view, struct view_table *table, struct message *message)
{
    struct view_name name = { 0, "" };
    struct field field;

    while (view_field(view, message, &field)) {
        if (field.number == 1 && field.type == 0) {
            name.iid = field.value;
        } else if (field.number == 2) {
            name.text = view_text(view, &field);
        } else {
            view_break(view, "field %llu in a defined text", (unsigned long long)field.number);
        }
    }
    for (size_t i = 0; i < table->entries.count; i++) {
        const struct view_name *other = array_at(&table->entries, i);

        if (other->iid == name.iid || strcmp(other->text, name.text) == 0) {
            view_break(view, "text \"%s\" is defined twice", name.text);
        }
    }
    if (name.iid == 0) {
        view_break(view, "text \"%s\" has no number", name.text);
    }
    *(struct view_name *)view_add(view, &table->entries) = name;
}

void view_read_interned(struct view *view, struct sequence *sequence, struct message *message)
{
    struct field field;

    while (view_field(view, message, &field)) {
        switch (field.number) {
        case 2:
            define(view, &sequence->tables[EVENT_NAMES], &field.content);
            break;
        case 3:
            define(view, &sequence->tables[ARGUMENT_NAMES], &field.content);
            break;
        case 26:
            define(view, &sequence->tables[SYMBOLS], &field.content);
            break;
        case 29:
            define(view, &sequence->tables[ARGUMENT_TEXTS], &field.content);
            break;
        default:
            view_break(view, "interned data of kind %llu", (unsigned long long)field.number);
        }
    }
}
