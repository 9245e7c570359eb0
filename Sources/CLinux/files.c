// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

int clinux_open(const char *path, int flags, mode_t mode) {
    return open(path, flags | O_CLOEXEC, mode);
}

int clinux_open_program(const char *path) {
    return open(path, O_PATH | O_CLOEXEC);
}

int clinux_openat(int folder, const char *path, int flags, mode_t mode) {
    return openat(folder, path, flags | O_CLOEXEC, mode);
}

static int change_flag(int descriptor, int get, int set, int flag, int on) {
    int flags = fcntl(descriptor, get);
    if (flags < 0) return -1;
    int wanted = on ? flags | flag : flags & ~flag;
    return wanted == flags ? 0 : fcntl(descriptor, set, wanted);
}

int clinux_close_on_exec(int descriptor, int on) {
    return change_flag(descriptor, F_GETFD, F_SETFD, FD_CLOEXEC, on);
}

int clinux_nonblocking(int descriptor, int on) {
    return change_flag(descriptor, F_GETFL, F_SETFL, O_NONBLOCK, on);
}

int clinux_pipe(int descriptors[2]) {
    return pipe2(descriptors, O_CLOEXEC);
}

int clinux_is_writable_now(int descriptor) {
    struct pollfd entry = {.fd = descriptor, .events = POLLOUT};
    return poll(&entry, 1, 0) == 1 && (entry.revents & POLLOUT) != 0;
}

int clinux_inotify_create(void) {
    return inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
}

int clinux_inotify_add(int inotify, const char *path, uint32_t what) {
    uint32_t mask = 0;
    if (what & CLINUX_WATCH_CHANGED) mask |= IN_CLOSE_WRITE;
    if (what & CLINUX_WATCH_APPEARED) mask |= IN_CREATE | IN_MOVED_TO;
    if (what & CLINUX_WATCH_VANISHED) mask |= IN_DELETE | IN_MOVED_FROM;
    if (what & CLINUX_WATCH_SELF) mask |= IN_DELETE_SELF | IN_MOVE_SELF;
    return inotify_add_watch(inotify, path, mask);
}

static uint32_t from_inotify(uint32_t mask) {
    uint32_t what = 0;
    if (mask & IN_CLOSE_WRITE) what |= CLINUX_WATCH_CHANGED;
    if (mask & (IN_CREATE | IN_MOVED_TO)) what |= CLINUX_WATCH_APPEARED;
    if (mask & (IN_DELETE | IN_MOVED_FROM)) what |= CLINUX_WATCH_VANISHED;
    if (mask & (IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT)) what |= CLINUX_WATCH_SELF;
    if (mask & IN_Q_OVERFLOW) what |= CLINUX_WATCH_OVERFLOW;
    return what;
}

size_t clinux_inotify_next(
    const void *bytes, size_t length, size_t offset, int *watch, uint32_t *what, const char **name,
    size_t *name_length) {
    struct inotify_event event;
    if (offset > length || length - offset < sizeof event) return 0;
    const char *start = (const char *)bytes + offset;
    memcpy(&event, start, sizeof event);
    if (event.len > length - offset - sizeof event) return 0;
    *watch = event.wd;
    *what = from_inotify(event.mask);
    *name = event.len > 0 ? start + sizeof event : NULL;
    *name_length = event.len > 0 ? strnlen(start + sizeof event, event.len) : 0;
    return sizeof event + event.len;
}
