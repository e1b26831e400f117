/* crowd.h - every CPU makes calls as fast as it can, to each other. */
#pragma once

/* A worker on each CPU asks the server of the next CPU, and wakes it, and shares a mutex with all
 * others; until each has gone its rounds. */
void crowd_work(void);
