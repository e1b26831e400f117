/* plugin.c - how a plugin is told what to count. */
#include "plugin.h"

#include <stdlib.h>
#include <string.h>

int qemu_plugin_version = PLUGIN_VERSION;

/* The values of `text`: how many, 0 if it is otherwise or there are more than `room`. */
static unsigned read_values(const char *text, uint32_t *values, unsigned room)
{
    unsigned count = 0;

    for (char *end; count < room; text = end + 1) {
        values[count++] = (uint32_t)strtoul(text, &end, 16);
        if (end == text || (*end != ':' && *end != '\0')) {
            return 0;
        }
        if (*end == '\0') {
            return count;
        }
    }
    return 0;
}

static bool read_option(const struct plugin_option *option, const char *text)
{
    unsigned count = read_values(text, option->values, option->room);

    if (option->count != NULL) {
        *option->count = count;
        return count > 0;
    }
    return count == option->room;
}

/* What follows NAME= in one of the arguments; NULL: there is none. */
static const char *value_of(const char *name, int argc, char **argv)
{
    size_t length = strlen(name);

    for (int i = 0; i < argc; i++) {
        if (strncmp(argv[i], name, length) == 0 && argv[i][length] == '=') {
            return argv[i] + length + 1;
        }
    }
    return NULL;
}

FILE *plugin_open(const char *plugin, const struct plugin_option *options, int argc, char **argv)
{
    const char *path = value_of("out", argc, argv);
    int known = 1;

    for (const struct plugin_option *option = options; option->name != NULL; option++) {
        const char *value = value_of(option->name, argc, argv);

        if (value == NULL ? !option->optional : !read_option(option, value)) {
            (void)fprintf(stderr, "%s: %s is missing, or wrong\n", plugin, option->name);
            return NULL;
        }
        known += value != NULL;
    }
    if (path == NULL || known != argc) {
        (void)fprintf(stderr, "%s: an argument is not known, or out is missing\n", plugin);
        return NULL;
    }
    FILE *out = fopen(path, "w");
    if (out == NULL) {
        perror(path);
    }
    return out;
}

void plugin_must(const char *plugin, bool written)
{
    if (!written) {
        perror(plugin);
        abort();
    }
}
