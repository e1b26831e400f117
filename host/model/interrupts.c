/* interrupts.c - the time that handlers take, nested as they nest.
 *
 * Handlers end before a thread is switched; one that is still open then, or when an outer one
 * ends, or when the same one begins again, has lost its end: it is closed there and counted.
 */
#include "build.h"

static struct interrupt *interrupt_at(const struct model *model, uint32_t index)
{
    return array_at(&model->interrupts, index);
}

static void close_innermost(struct model *model, struct cpu_track *cpu, uint64_t time)
{
    struct interrupt *open = interrupt_at(model, cpu->irqs[cpu->irq_depth - 1]);

    open->end = time > open->start ? time : open->start;
    cpu->irq_depth--;
}

static void close_down_to(struct model *model, struct cpu_track *cpu, unsigned depth, uint64_t time)
{
    while (cpu->irq_depth > depth) {
        close_innermost(model, cpu, time);
        model->repairs++;
    }
}

void build_irqs_close(struct model *model, struct cpu_track *cpu, uint64_t time)
{
    close_down_to(model, cpu, 0, time);
}

/* Depth at which interrupt `number` is open, counted from 1; 0: it is not. */
static unsigned find_open(const struct model *model, const struct cpu_track *cpu, uint32_t number)
{
    unsigned depth = cpu->irq_depth;

    while (depth > 0 && interrupt_at(model, cpu->irqs[depth - 1])->number != number) {
        depth--;
    }
    return depth;
}

static struct interrupt *interrupt_add(struct model *model, const struct event *event)
{
    struct interrupt *interrupt = array_add(&model->interrupts);

    if (interrupt != NULL) {
        interrupt->start = event->time;
        interrupt->end = event->time;
        interrupt->number = event->a;
        interrupt->kicks = event->kind == EVENT_IRQ_ENTER ? event->b : 0;
        interrupt->cpu = event->cpu;
    }
    return interrupt;
}

bool build_irq_enter(struct model *model, const struct event *event)
{
    struct cpu_track *cpu = build_cpu(model, event->cpu);
    unsigned depth = find_open(model, cpu, event->a);

    if (depth > 0) {
        close_down_to(model, cpu, depth - 1, event->time);
    } else if (cpu->irq_depth == IRQ_DEPTH) {
        close_down_to(model, cpu, 0, event->time);
    }
    if (interrupt_add(model, event) == NULL) {
        return false;
    }
    cpu->irqs[cpu->irq_depth] = (uint32_t)(model->interrupts.count - 1);
    cpu->irq_depth++;
    cpu->irq_known = true;
    return true;
}

bool build_irq_exit(struct model *model, const struct event *event)
{
    struct cpu_track *cpu = build_cpu(model, event->cpu);
    unsigned depth = find_open(model, cpu, event->a);

    if (depth == 0) {
        if (cpu->irq_known) {
            model->repairs++;
        }
        cpu->irq_known = true;
        return interrupt_add(model, event) != NULL;
    }
    close_down_to(model, cpu, depth, event->time);
    interrupt_at(model, cpu->irqs[depth - 1])->complete = true;
    close_innermost(model, cpu, event->time);
    return true;
}
