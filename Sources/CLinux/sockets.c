// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

static int socket_type(int kind) {
    switch (kind) {
    case CLINUX_SEQPACKET: return SOCK_SEQPACKET;
    case CLINUX_DATAGRAM: return SOCK_DGRAM;
    default: return SOCK_STREAM;
    }
}

int clinux_unix_socket(int kind) {
    return socket(AF_UNIX, socket_type(kind) | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

int clinux_unix_pair(int kind, int descriptors[2]) {
    return socketpair(AF_UNIX, socket_type(kind) | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, descriptors);
}

size_t clinux_unix_path_limit(void) {
    return sizeof(((struct sockaddr_un *)0)->sun_path) - 1;
}

static socklen_t fill(struct sockaddr_un *address, const char *path, size_t length) {
    if (length == 0 || length > clinux_unix_path_limit()) {
        errno = length == 0 ? EINVAL : ENAMETOOLONG;
        return 0;
    }
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path, path, length);
    // An abstract name is as long as it is told to be; a path ends in a zero byte.
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + (path[0] != 0));
}

int clinux_unix_bind(int socket, const char *path, size_t length) {
    struct sockaddr_un address;
    socklen_t size = fill(&address, path, length);
    return size == 0 ? -1 : bind(socket, (struct sockaddr *)&address, size);
}

int clinux_unix_connect(int socket, const char *path, size_t length) {
    struct sockaddr_un address;
    socklen_t size = fill(&address, path, length);
    return size == 0 ? -1 : connect(socket, (struct sockaddr *)&address, size);
}

int clinux_accept(int socket) {
    return accept4(socket, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int clinux_peer(int socket, int64_t *process, uint32_t *user, uint32_t *group) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
    *process = peer.pid;
    *user = peer.uid;
    *group = peer.gid;
    return 0;
}

static int option(int socket, int name, int *value) {
    socklen_t size = sizeof *value;
    return getsockopt(socket, SOL_SOCKET, name, value, &size);
}

int clinux_unix_kind(int socket, int *listening) {
    int domain, type;
    if (option(socket, SO_DOMAIN, &domain) != 0) return -1;
    if (domain != AF_UNIX) {
        errno = EAFNOSUPPORT;
        return -1;
    }
    if (option(socket, SO_TYPE, &type) != 0) return -1;
    if (option(socket, SO_ACCEPTCONN, listening) != 0) return -1;
    if (type == SOCK_SEQPACKET) return CLINUX_SEQPACKET;
    return type == SOCK_DGRAM ? CLINUX_DATAGRAM : CLINUX_STREAM;
}

ssize_t clinux_send(int socket, const void *bytes, size_t length) {
    return send(socket, bytes, length, MSG_NOSIGNAL);
}

ssize_t clinux_receive(int socket, void *bytes, size_t length, int is_packet) {
    return recv(socket, bytes, length, is_packet ? MSG_TRUNC : 0);
}

int clinux_limit_unread(int socket, int bytes) {
    return setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
}

int clinux_shut_down_writing(int socket) {
    return shutdown(socket, SHUT_WR);
}
