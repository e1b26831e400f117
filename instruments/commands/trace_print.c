/* trace_print.c - a trace as lines of text:
 *
 *     ~trace 1            it begins; the form's number
 *     ~file NAME          a file begins
 *     ~:BASE64            48 of its bytes, fewer in the last line
 *     ~end NAME BYTES CRC32   it is complete; its check sum in eight hexadecimal digits
 *     ~done FILES         all is there
 *
 * The tilde tells these lines from what other threads print meanwhile. Nothing is repeated if it is
 * damaged on its way; that is seen by the sum, and the command given again.
 */
#include "trace_print.h"

#include "base64.h"
#include "crc32.h"
#include "shell.h"
#include "tracer.h"

enum { LINE_BYTES = 48 };

struct printer {
    const char *name;
    unsigned char line[LINE_BYTES];
    size_t held; /* bytes of the line that is being filled */
    uint32_t bytes;
    uint32_t sum;
    unsigned files;
};

static void print_line(struct printer *printer)
{
    char text[BASE64_LENGTH(LINE_BYTES) + 1];

    (void)base64_encode(text, printer->line, printer->held);
    shell_print("~:%s\n", text);
    printer->held = 0;
}

static int begin(void *context, const char *name)
{
    struct printer *printer = context;

    *printer = (struct printer){ .name = name, .files = printer->files + 1 };
    shell_print("~file %s\n", name);
    return 0;
}

static int take(void *context, const void *data, size_t size)
{
    struct printer *printer = context;
    const unsigned char *bytes = data;

    printer->bytes += (uint32_t)size;
    printer->sum = crc32_add(printer->sum, data, size);
    for (size_t i = 0; i < size; i++) {
        printer->line[printer->held++] = bytes[i];
        if (printer->held == LINE_BYTES) {
            print_line(printer);
        }
    }
    return 0;
}

static int end(void *context)
{
    struct printer *printer = context;

    if (printer->held > 0) {
        print_line(printer);
    }
    shell_print("~end %s %u %08x\n", printer->name, (unsigned)printer->bytes,
                (unsigned)printer->sum);
    return 0;
}

int trace_print(void)
{
    struct printer printer = { .files = 0 };

    shell_print("~trace 1\n");
    (void)tracer_put(
        &(struct tracer_sink){ .context = &printer, .begin = begin, .write = take, .end = end });
    shell_print("~done %u\n", printer.files);
    return SHELL_FINE;
}
