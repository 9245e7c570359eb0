// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

// echo PATH: sends back what clients send, and does nothing else: what one thread and one epoll can do at best.

#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(int count, char **words) {
    if (count != 2) return 2;
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", words[1]);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 4096) != 0) return 1;
    int poll = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, batch[64];
    epoll_ctl(poll, EPOLL_CTL_ADD, listener, &event);
    static char bytes[1 << 16];
    for (;;) {
        int ready = epoll_wait(poll, batch, 64, -1);
        for (int i = 0; i < ready; i++) {
            int number = batch[i].data.fd;
            if (number == listener) {
                event.data.fd = accept4(listener, NULL, NULL, 0);
                if (event.data.fd >= 0) epoll_ctl(poll, EPOLL_CTL_ADD, event.data.fd, &event);
                continue;
            }
            ssize_t taken = recv(number, bytes, sizeof bytes, 0);
            if (taken <= 0 || send(number, bytes, (size_t)taken, MSG_NOSIGNAL) < 0) close(number);
        }
    }
}
