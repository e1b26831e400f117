/* modes.h - the traces that the image `traces` can make. */
#pragma once

/* Each runs in the thread `control`, priority 20, and leaves CTF in a directory that exists. */

/* Every event once with each of five sets of values. */
void mode_events(const char *directory);

/* `count` marks, numbered from 0, into memory for not so many. */
void mode_marks_stop(const char *directory);
void mode_marks_newest(const char *directory);

/* Two traces, one after the other. */
void mode_sessions(const char *first, const char *second);

/* A trace that begins when threads wait for each other. */
void mode_middle(const char *directory);

/* Calls that are known one by one: each object once. */
void mode_script(const char *directory);
void mode_containers(const char *directory);

/* Threads and interrupts that do anything at random. */
void mode_random(const char *directory);

/* The memory that all of them trace into. */
enum { MODE_MEMORY_BYTES = 1024 * 1024 };
extern unsigned char mode_memory[MODE_MEMORY_BYTES];

/* Write the trace; ends the run if that fails. */
void mode_save(const char *directory);
