/* board.c - DE10-Nano: UART 0, which its USB serial line is connected to, as the console; the light
 * of the processor's side as the mark. Intel's Cyclone V Hard Processor System Technical Reference
 * Manual; the UART is Synopsys' DW_apb_uart, like a 16550.
 *
 * Clocks, memory and pins are as the board's preloader has set them: an image is loaded by U-Boot,
 * or by a debugger when the preloader has run.
 */
#include "board.h"

struct uart {
    volatile uint32_t data;             /* and the low half of the divisor */
    volatile uint32_t interrupt_enable; /* and the high half */
    volatile uint32_t interrupt;        /* which; written: FIFOs */
    volatile uint32_t line;
    volatile uint32_t modem;
    volatile uint32_t line_status;
    uint32_t reserved[25];
    volatile uint32_t status;
};

_Static_assert(sizeof(struct uart) == 0x80, "the UART's status is at 0x7C");

enum { INTERRUPT_RX = 1, INTERRUPT_WHICH = 0xF, INTERRUPT_BUSY = 7 };
enum { FIFO_ENABLE = 1, FIFO_EMPTY_RX = 2, FIFO_EMPTY_TX = 4 };
enum { LINE_8_BITS = 3, LINE_DIVISOR = 0x80 };
enum { LINE_STATUS_RX = 1, LINE_STATUS_OVERRUN = 2, LINE_STATUS_TX_EMPTY = 0x20 };
enum { STATUS_BUSY = 1 };

/* Its clock, l4_sp_clk, is 100 MHz. */
enum { DIVISOR = (100000000 + 8 * 115200) / (16 * 115200) };

/* Turns: ten times what the line takes to become idle. */
enum { PATIENCE = 1000000 };

static struct uart *const uart = (struct uart *)0xFFC02000;

/* General purpose port 1, whose pin 24 is HPS_GPIO53, the light. */
static volatile uint32_t *const light_data = (volatile uint32_t *)0xFF709000;
static volatile uint32_t *const light_direction = (volatile uint32_t *)0xFF709004;

#define LIGHT (UINT32_C(1) << 24)

/* Reset manager: the CPUs; peripherals, of which the watchdog that U-Boot may have started. */
static volatile uint32_t *const reset_cpus = (volatile uint32_t *)0xFFD05010;
static volatile uint32_t *const reset_peripherals = (volatile uint32_t *)0xFFD05014;

enum { RESET_CPU_1 = 1 << 1, RESET_WATCHDOG_0 = 1 << 6 };

const struct board_range board_devices[] = {
    { 0xFF000000, 0x01000000 },
    { 0, 0 },
};

/* The line may not be set while a character is on it. */
static void wait_until_idle(void)
{
    for (unsigned turns = 0; turns < PATIENCE && (uart->status & STATUS_BUSY) != 0; turns++) {
    }
}

static void start_console(void)
{
    wait_until_idle();
    uart->interrupt_enable = 0;
    uart->line = LINE_8_BITS | LINE_DIVISOR;
    uart->data = DIVISOR % 256;
    uart->interrupt_enable = DIVISOR / 256;
    uart->line = LINE_8_BITS;
    uart->interrupt = FIFO_ENABLE | FIFO_EMPTY_RX | FIFO_EMPTY_TX;
}

/* Through its reset the watchdog is off. */
void board_init(void)
{
    *reset_peripherals |= RESET_WATCHDOG_0;
    *reset_peripherals &= ~(uint32_t)RESET_WATCHDOG_0;
    start_console();
    *light_direction |= LIGHT;
}

void board_start_cpu(unsigned cpu)
{
    (void)cpu;
    *reset_cpus &= ~(uint32_t)RESET_CPU_1;
}

void board_put(char character)
{
    while ((uart->line_status & LINE_STATUS_TX_EMPTY) == 0) {
    }
    uart->data = (unsigned char)character;
}

/* An interrupt of its own kind, which tells that the line was set while busy, ends when the status
 * is read. */
int board_get(void)
{
    if ((uart->interrupt & INTERRUPT_WHICH) == INTERRUPT_BUSY) {
        (void)uart->status;
    }
    uint32_t status = uart->line_status;

    if ((status & LINE_STATUS_OVERRUN) != 0) {
        return -2; /* told once: reading it has cleared it */
    }
    return (status & LINE_STATUS_RX) == 0 ? -1 : (int)(uart->data & 0xFF);
}

void board_listen(void)
{
    uart->interrupt_enable = INTERRUPT_RX;
}

void board_mark(bool level)
{
    *light_data = level ? *light_data | LIGHT : *light_data & ~LIGHT;
}
