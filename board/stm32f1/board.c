/* board.c - boards with an STM32F10x: a serial port as the console, a light as the mark.
 *
 * They have no counter of 32 bits that goes on while the processor sleeps; so they have a tick.
 */
#include "board.h"
#include "stm32f1.h"

enum { BAUD = 115200, PINS_IN_WORD = 8, BITS_PER_PIN = 4 };

static void configure_pin(struct stm32f1_gpio *port, unsigned pin, uint32_t configuration)
{
    volatile uint32_t *word = &port->configuration[pin / PINS_IN_WORD];
    unsigned shift = pin % PINS_IN_WORD * BITS_PER_PIN;

    *word = (*word & ~(UINT32_C(0xF) << shift)) | configuration << shift;
}

/* A console input that is not connected is pulled up, or noise would be read. */
static void start_console(uint32_t hz)
{
    STM32F1_RCC->apb1enr |= stm32f1_wiring.console_apb1enr;
    STM32F1_RCC->apb2enr |= stm32f1_wiring.console_apb2enr | RCC_APB2ENR_IOPA;
    configure_pin(STM32F1_GPIOA, stm32f1_wiring.console_out, GPIO_PERIPHERAL_OUTPUT);
    STM32F1_GPIOA->bsrr = UINT32_C(1) << stm32f1_wiring.console_in;
    configure_pin(STM32F1_GPIOA, stm32f1_wiring.console_in, GPIO_INPUT_PULLED);
    stm32f1_wiring.console->brr = (hz + BAUD / 2) / BAUD;
    stm32f1_wiring.console->cr1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
}

static void start_mark(void)
{
    STM32F1_RCC->apb2enr |= stm32f1_wiring.mark_apb2enr;
    configure_pin(stm32f1_wiring.mark_port, stm32f1_wiring.mark_pin, GPIO_OUTPUT);
}

static void tell(const char *text)
{
    while (*text != '\0') {
        board_put(*text++);
    }
}

void board_init(void)
{
    bool started = stm32f1_clock_start();
    uint32_t hz = started ? BOARD_CPU_HZ : STM32F1_INTERNAL_HZ;

    start_console(started && stm32f1_wiring.console_bus_halved ? hz / 2 : hz);
    start_mark();
    if (!started) {
        tell("board: no external clock; the processor runs on its own 8 MHz\n");
    }
}

void board_put(char character)
{
    while ((stm32f1_wiring.console->sr & USART_SR_TXE) == 0) {
    }
    stm32f1_wiring.console->dr = (unsigned char)character;
}

int board_get(void)
{
    uint32_t status = stm32f1_wiring.console->sr;
    bool any = (status & USART_SR_RXNE) != 0;

    if ((status & USART_SR_ORE) != 0) {
        (void)stm32f1_wiring.console->dr; /* what clears it, and the character that is left */
        return -2;
    }
    return any ? (int)(stm32f1_wiring.console->dr & 0xFF) : -1;
}

void board_listen(void)
{
    stm32f1_wiring.console->cr1 |= USART_CR1_RXNEIE;
}

void board_mark(bool level)
{
    unsigned pin = stm32f1_wiring.mark_pin;

    stm32f1_wiring.mark_port->bsrr = UINT32_C(1) << (level ? pin : pin + 16);
}
