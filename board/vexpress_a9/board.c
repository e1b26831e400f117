/* board.c - Versatile Express: PL011 UART 0 of the motherboard as the console, its lights as the
 * mark. ARM DUI 0447 (motherboard) and 0448 (CoreTile Express A9x4); UART: ARM DDI 0183.
 *
 * The UART's FIFO stays off: QEMU forgets what has come in when it is turned on, and what is typed
 * into an emulator may have come before the board has begun.
 */
#include "board.h"

struct pl011 {
    volatile uint32_t data;
    volatile uint32_t status; /* of what was received; any write clears it */
    uint32_t reserved_flags[4];
    volatile uint32_t flags;
    uint32_t reserved_rate[2];
    volatile uint32_t rate_whole;
    volatile uint32_t rate_part;
    volatile uint32_t line;
    volatile uint32_t control;
    volatile uint32_t fifo_levels;
    volatile uint32_t interrupt_mask;
    uint32_t reserved_raw[2];
    volatile uint32_t interrupt_clear;
};

_Static_assert(sizeof(struct pl011) == 0x48, "interrupts are cleared at 0x44");

enum { STATUS_OVERRUN = 1 << 3 };
enum { FLAG_RX_EMPTY = 1 << 4, FLAG_TX_FULL = 1 << 5 };
enum { LINE_8_BITS = 3 << 5 };
enum { CONTROL_ENABLE = 1, CONTROL_TX = 1 << 8, CONTROL_RX = 1 << 9 };
enum { INTERRUPT_RX = 1 << 4 };

/* Of the motherboard's 24 MHz, in 64ths: 115200 baud. */
enum { RATE_64THS = (24000000 * 4 + 115200 / 2) / 115200 };

static struct pl011 *const uart = (struct pl011 *)0x10009000;
static volatile uint32_t *const lights = (volatile uint32_t *)0x10000008;

const struct board_range board_devices[] = {
    { 0x10000000, 0x00100000 },
    { BOARD_PERIPHBASE, 0x00100000 },
    { 0, 0 },
};

void board_init(void)
{
    uart->control = 0;
    uart->rate_whole = RATE_64THS / 64;
    uart->rate_part = RATE_64THS % 64;
    uart->line = LINE_8_BITS;
    uart->control = CONTROL_ENABLE | CONTROL_TX | CONTROL_RX;
}

/* They are there from the beginning. */
void board_start_cpu(unsigned cpu)
{
    (void)cpu;
}

void board_put(char character)
{
    while ((uart->flags & FLAG_TX_FULL) != 0) {
    }
    uart->data = (unsigned char)character;
}

/* The character that came when there was no room for it is behind the one that says so. */
int board_get(void)
{
    if ((uart->flags & FLAG_RX_EMPTY) != 0) {
        return -1;
    }
    if ((uart->status & STATUS_OVERRUN) != 0) {
        uart->status = 0;
        return -2;
    }
    return (int)(uart->data & 0xFF);
}

void board_listen(void)
{
    uart->interrupt_mask = INTERRUPT_RX;
}

void board_mark(bool level)
{
    *lights = level;
}
