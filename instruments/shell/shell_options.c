/* shell_options.c - the words of a command, read strictly. */
#include "shell.h"

#include "text.h"

#include <string.h>

bool shell_alone(char **words)
{
    if (words[1] != NULL) {
        (void)shell_fail(words, "takes no words, not \"%s\"", words[1]);
    }
    return words[1] == NULL;
}

/* How many words the option at `words` takes, 0 if it is wrong; its value, if it is right. */
static unsigned read_option(char **all, char **words, const struct shell_option *option,
                            uint32_t *value)
{
    if (option->most == 0) {
        *value = 1;
        return 1;
    }
    if (words[1] == NULL || !text_number(words[1], option->most, value) || *value < option->least) {
        (void)shell_fail(all, "%s takes a number from %u to %u, not \"%s\"", option->name,
                         (unsigned)option->least, (unsigned)option->most,
                         words[1] == NULL ? "" : words[1]);
        return 0;
    }
    return 2;
}

static unsigned find(const char *word, const struct shell_option *options, unsigned count)
{
    unsigned index = 0;

    while (index < count && strcmp(word, options[index].name) != 0) {
        index++;
    }
    return index;
}

bool shell_options(char **words, unsigned from, struct shell_option *options, unsigned count)
{
    uint32_t values[SHELL_WORDS_MAX];
    bool given[SHELL_WORDS_MAX] = { false };

    TAKT_REQUIRE(count <= SHELL_WORDS_MAX);
    for (char **at = words + from; *at != NULL;) {
        unsigned index = find(*at, options, count);

        if (index == count || given[index]) {
            (void)shell_fail(words, "%s \"%s\"; help %s tells its options",
                             index == count ? "unexpected" : "twice", *at, words[0]);
            return false;
        }
        unsigned taken = read_option(words, at, &options[index], &values[index]);

        if (taken == 0) {
            return false;
        }
        given[index] = true;
        at += taken;
    }
    for (unsigned i = 0; i < count; i++) {
        options[i].value = given[i] ? values[i] : options[i].value;
    }
    return true;
}
