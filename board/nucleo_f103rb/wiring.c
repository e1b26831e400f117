/* wiring.c - NUCLEO-F103RB (ST UM1724): 8 MHz from the debugger, whose serial line is USART2's;
 * the green light LD2. */
#include "stm32f1.h"

const struct stm32f1_wiring stm32f1_wiring = {
    .clock_is_signal = true,
    .clock_factor = 9,
    .flash_wait_states = 2,
    .console_bus_halved = true,
    .console = STM32F1_USART2,
    .console_apb1enr = RCC_APB1ENR_USART2,
    .console_out = 2,
    .console_in = 3,
    .mark_port = STM32F1_GPIOA,
    .mark_apb2enr = RCC_APB2ENR_IOPA,
    .mark_pin = 5,
};
