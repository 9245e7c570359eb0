// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

static uint32_t to_epoll(uint32_t events) {
    uint32_t mask = 0;
    if (events & CLINUX_READABLE) mask |= EPOLLIN;
    if (events & CLINUX_WRITABLE) mask |= EPOLLOUT;
    if (events & CLINUX_PEER_CLOSED) mask |= EPOLLRDHUP;
    return mask;
}

static uint32_t from_epoll(uint32_t mask) {
    uint32_t events = 0;
    if (mask & EPOLLIN) events |= CLINUX_READABLE;
    if (mask & EPOLLOUT) events |= CLINUX_WRITABLE;
    if (mask & EPOLLERR) events |= CLINUX_ERROR;
    if (mask & EPOLLHUP) events |= CLINUX_HANG_UP;
    if (mask & EPOLLRDHUP) events |= CLINUX_PEER_CLOSED;
    return events;
}

static int control(int epoll, int operation, int descriptor, uint32_t events, uint64_t token) {
    struct epoll_event event = {.events = to_epoll(events), .data.u64 = token};
    return epoll_ctl(epoll, operation, descriptor, &event);
}

int clinux_epoll_create(void) {
    return epoll_create1(EPOLL_CLOEXEC);
}

int clinux_epoll_add(int epoll, int descriptor, uint32_t events, uint64_t token) {
    return control(epoll, EPOLL_CTL_ADD, descriptor, events, token);
}

int clinux_epoll_modify(int epoll, int descriptor, uint32_t events, uint64_t token) {
    return control(epoll, EPOLL_CTL_MOD, descriptor, events, token);
}

int clinux_epoll_remove(int epoll, int descriptor) {
    return control(epoll, EPOLL_CTL_DEL, descriptor, 0, 0);
}

int clinux_epoll_wait(int epoll, struct clinux_event *events, int timeout) {
    struct epoll_event ready[CLINUX_EVENT_BATCH];
    int count = epoll_wait(epoll, ready, CLINUX_EVENT_BATCH, timeout);
    for (int i = 0; i < count; i++) {
        events[i].token = ready[i].data.u64;
        events[i].events = from_epoll(ready[i].events);
    }
    return count;
}

int clinux_eventfd(int blocking) {
    return eventfd(0, EFD_CLOEXEC | (blocking ? 0 : EFD_NONBLOCK));
}
