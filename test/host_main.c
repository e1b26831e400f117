/* host_main.c - runs the tests of one host program; the first argument chooses by name. */
#include "harness.h"

int main(int argc, char **argv)
{
    return harness_run(argc > 1 ? argv[1] : 0) == 0 ? 0 : 1;
}
