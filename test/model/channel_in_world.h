/* channel_in_world.h - what the reference knows of channels, between its two files. */
#pragma once

#include "operation.h"

enum { MESSAGE_BYTES = 200 };

struct channel_in_world {
    bool open;
    bool orphaned; /* its last server has died */
    long pulse_places[MODEL_PULSES];
    int pulse_values[MODEL_PULSES];
};

extern struct channel_in_world channels_in_world[MODEL_CHANNELS];

struct takt_channel *channel_in_kernel(int channel);

/* model_channel.c: as far as it goes at once. A receive that returns TAKT_OK, at once or when its
 * wait is over, has something in the server's hand. */
int channel_send(int client, int channel);
int channel_receive(int server, int channel);

/* model_message.c: the server has this in its hand. */
void message_received(int server, int client);
void pulse_received(int server, int priority, int value);

void messages_begin(void);
bool message_is_held(int thread, const struct step *step);

int message_model_send(int thread, const struct step *step);
int message_call_send(int thread, const struct step *step);
void message_check_send(int thread, const struct step *step);
int message_model_receive(int thread, const struct step *step);
int message_call_receive(int thread, const struct step *step);
void message_check_receive(int thread, const struct step *step);
int message_model_reply(int thread, const struct step *step);
int message_call_reply(int thread, const struct step *step);
int message_model_read(int thread, const struct step *step);
int message_call_read(int thread, const struct step *step);
void message_check_read(int thread, const struct step *step);
int message_model_write(int thread, const struct step *step);
int message_call_write(int thread, const struct step *step);
