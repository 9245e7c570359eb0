// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

static int has_bell(int descriptor) {
    unsigned long sounds = 0;
    if (ioctl(descriptor, EVIOCGBIT(EV_SND, sizeof sounds), &sounds) < 0) return 0;
    return (sounds >> SND_BELL & 1) != 0;
}

int clinux_bell_open(const char *path) {
    // Opening another kind of device may do something: a tape rewinds.
    struct stat status;
    if (stat(path, &status) != 0) return -1;
    if (!S_ISCHR(status.st_mode)) {
        errno = ENODEV;
        return -1;
    }
    // Writing takes no right to read what is typed.
    int descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0 || has_bell(descriptor)) return descriptor;
    close(descriptor);
    errno = ENODEV;
    return -1;
}

int clinux_bell_sound(int descriptor, int on) {
    struct input_event event;
    memset(&event, 0, sizeof event);
    event.type = EV_SND;
    event.code = SND_BELL;
    event.value = on;
    return write(descriptor, &event, sizeof event) == (ssize_t)sizeof event ? 0 : -1;
}
