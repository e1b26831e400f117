/* shares.h - at which priorities a server ran for whom. */
#pragma once

#include "array.h"
#include "sentence.h"
#include "view.h"

#include <stdbool.h>
#include <stdint.h>

struct share {
    const char *server; /* role */
    const char *client; /* role */
    uint32_t server_id;
    uint32_t client_id;
    uint64_t ns; /* the server ran so long for this client at this priority */
    uint8_t priority;
};

/* An array of struct share, in order of server, client, priority. False: no memory. */
bool shares_build(const struct view *view, const char *client, struct array *shares);

/* How many shares from `first` on have its server and client. */
size_t shares_run(const struct array *shares, size_t first);

/* Time of `count` shares from `first` on. */
uint64_t shares_sum(const struct array *shares, size_t first, size_t count);

/* "prio 10 98%, prio 30 2%" */
void shares_text(const struct array *shares, size_t first, size_t count, struct sentence *sentence);
