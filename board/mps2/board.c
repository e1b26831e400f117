/* board.c - ARM MPS2: CMSDK timer 0 as the clock, CMSDK UART 0 as the console.
 *
 * The images AN385, AN386 and AN500 differ in the processor and have these peripherals at the same
 * addresses: ARM DAI 0385, 0386 and 0500; registers: the Cortex-M System Design Kit's reference
 * manual.
 */
#include "board.h"

struct cmsdk_timer {
    volatile uint32_t control;
    volatile uint32_t value;
    volatile uint32_t reload;
    volatile uint32_t interrupt;
};

struct cmsdk_uart {
    volatile uint32_t data;
    volatile uint32_t state;
    volatile uint32_t control;
    volatile uint32_t interrupt;
    volatile uint32_t divider;
};

enum { TIMER_ENABLE = 1 };
enum { UART_TX_FULL = 1, UART_RX_FULL = 2, UART_RX_OVERRUN = 8 };
enum { UART_TX_ENABLE = 1, UART_RX_ENABLE = 2, UART_RX_INTERRUPT_ENABLE = 8 };
enum { UART_RX_INTERRUPT = 2 };
enum { UART_BAUD = 115200 };

static struct cmsdk_timer *const timer = (struct cmsdk_timer *)0x40000000;
static struct cmsdk_uart *const uart = (struct cmsdk_uart *)0x40004000;

/* LEDs of the FPGA system block; the first serves as the mark. */
static volatile uint32_t *const leds = (volatile uint32_t *)0x40028000;

void board_init(void)
{
    timer->reload = UINT32_MAX;
    timer->value = UINT32_MAX;
    timer->control = TIMER_ENABLE;
    uart->divider = BOARD_CPU_HZ / UART_BAUD;
    uart->control = UART_TX_ENABLE | UART_RX_ENABLE;
}

void board_put(char character)
{
    while ((uart->state & UART_TX_FULL) != 0) {
    }
    uart->data = (unsigned char)character;
}

/* The interrupt is taken back first: reading lets the next character in, which raises it anew. */
int board_get(void)
{
    uart->interrupt = UART_RX_INTERRUPT;
    if ((uart->state & UART_RX_OVERRUN) != 0) {
        uart->state = UART_RX_OVERRUN; /* cleared by writing it */
        (void)uart->data;              /* the line has a gap anyway */
        return -2;
    }
    return (uart->state & UART_RX_FULL) == 0 ? -1 : (int)(uart->data & 0xFF);
}

void board_listen(void)
{
    uart->control = UART_TX_ENABLE | UART_RX_ENABLE | UART_RX_INTERRUPT_ENABLE;
}

void board_mark(bool level)
{
    *leds = level;
}
