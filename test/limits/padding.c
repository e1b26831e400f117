/* padding.c - instructions that nobody executes, linked before all others, which they move by a few
 * bytes.
 */
__attribute__((used)) void padding(void);

void padding(void)
{
    __asm__ volatile("nop\n nop\n nop\n nop\n nop");
}
