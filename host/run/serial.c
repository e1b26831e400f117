/* serial.c - a board at a serial port. */
#define _DEFAULT_SOURCE /* cfmakeraw, rates above 38400 */
#include "serial.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static const struct {
    unsigned baud;
    speed_t speed;
} rates[] = {
    { 1200, B1200 },       { 2400, B2400 },       { 4800, B4800 },       { 9600, B9600 },
    { 19200, B19200 },     { 38400, B38400 },     { 57600, B57600 },     { 115200, B115200 },
    { 230400, B230400 },   { 460800, B460800 },   { 921600, B921600 },   { 1000000, B1000000 },
    { 1500000, B1500000 }, { 2000000, B2000000 }, { 3000000, B3000000 }, { 4000000, B4000000 },
};

static struct termios before; /* of the one port */

static speed_t speed_of(unsigned baud)
{
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        if (rates[i].baud == baud) {
            return rates[i].speed;
        }
    }
    return B0;
}

bool serial_baud_known(unsigned baud)
{
    return speed_of(baud) != B0;
}

static bool configure(int port, unsigned baud)
{
    struct termios settings = before;

    cfmakeraw(&settings);
    settings.c_cflag |= CLOCAL | CREAD;
    settings.c_cflag &= ~(tcflag_t)(CSTOPB | CRTSCTS);
    return cfsetispeed(&settings, speed_of(baud)) == 0
           && cfsetospeed(&settings, speed_of(baud)) == 0
           && tcsetattr(port, TCSANOW, &settings) == 0;
}

int serial_open(const char *path, unsigned baud, struct error *error)
{
    int port = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);

    if (port < 0) {
        (void)error_set(error, "%s: %s", path, strerror(errno));
        return -1;
    }
    if (tcgetattr(port, &before) != 0) {
        (void)close(port);
        (void)error_set(error, "%s is not a serial port", path);
        return -1;
    }
    if (!configure(port, baud)) {
        (void)error_set(error, "%s cannot be set to %u baud: %s", path, baud, strerror(errno));
        serial_close(port);
        return -1;
    }
    (void)ioctl(port, TIOCEXCL);
    (void)tcflush(port, TCIOFLUSH);
    return port;
}

void serial_close(int port)
{
    (void)ioctl(port, TIOCNXCL);
    (void)tcsetattr(port, TCSANOW, &before);
    (void)close(port);
}
