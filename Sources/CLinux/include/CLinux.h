// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

// What Swift's Glibc module lacks of Linux: calls behind _GNU_SOURCE, variadic calls and packed structs.
//
// This header defines no feature macro and includes only what is the same under all of them: with
// _GNU_SOURCE its types could differ from those of the Glibc module. Every function returns what its
// system call returns, and -1 with errno set where it fails. No function here keeps any state.

#ifndef WECKER_CLINUX_H
#define WECKER_CLINUX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// MARK: Readiness

/// One descriptor that is ready, as epoll_wait(2) tells.
struct clinux_event {
    uint64_t token;
    uint32_t events;
};

enum {
    CLINUX_READABLE = 1,
    CLINUX_WRITABLE = 2,
    CLINUX_ERROR = 4,
    CLINUX_HANG_UP = 8,
    CLINUX_PEER_CLOSED = 16,
    /// The most events that one call of clinux_epoll_wait tells.
    CLINUX_EVENT_BATCH = 64
};

int clinux_epoll_create(void);
int clinux_epoll_add(int epoll, int descriptor, uint32_t events, uint64_t token);
int clinux_epoll_modify(int epoll, int descriptor, uint32_t events, uint64_t token);
int clinux_epoll_remove(int epoll, int descriptor);
/// Waits for at most `timeout` milliseconds (-1: for ever) and fills up to CLINUX_EVENT_BATCH events.
int clinux_epoll_wait(int epoll, struct clinux_event *events, int timeout);

int clinux_eventfd(int blocking);

// MARK: Clocks and timers

enum clinux_clock {
    CLINUX_CLOCK_REALTIME,
    CLINUX_CLOCK_REALTIME_ALARM,
    CLINUX_CLOCK_BOOTTIME,
    CLINUX_CLOCK_MONOTONIC
};

/// Reads a clock in nanoseconds.
int clinux_clock_read(int clock, int64_t *nanoseconds);
int clinux_timerfd_create(int clock);
/// Arms a timer at an absolute time, brought into the range of this machine's time_t; never disarms.
int clinux_timerfd_arm(int descriptor, int64_t seconds, int64_t nanoseconds, int cancel_on_set);
int clinux_timerfd_disarm(int descriptor);
/// Whether a timer that wakes the machine could be made (timer_create(2)); makes none.
int clinux_probe_wake_timer(void);
/// 1: the kernel says that the clock is synchronised; 0: it does not; -1: it can't be asked.
int clinux_clock_is_synchronised(void);

// MARK: Signals

int clinux_signalfd(const int *signals, int count);
/// Reads one signal's number; 0 where none waits.
int clinux_signalfd_read(int descriptor);
int clinux_block_signals(const int *signals, int count);
int clinux_ignore_signal(int signal);
int clinux_default_signal(int signal);
/// Blocks every signal in this thread and keeps the mask before in `saved` (of CLINUX_MASK_SIZE bytes).
int clinux_block_all_signals(void *saved);
int clinux_restore_signals(const void *saved);
enum { CLINUX_MASK_SIZE = 128 };

// MARK: Files

int clinux_open(const char *path, int flags, mode_t mode);
/// Opens a program to be run later, which takes no right to read it.
int clinux_open_program(const char *path);
int clinux_openat(int folder, const char *path, int flags, mode_t mode);
int clinux_close_on_exec(int descriptor, int on);
int clinux_nonblocking(int descriptor, int on);
int clinux_pipe(int descriptors[2]);
/// Whether one more write of up to a page would not wait; 1 or 0.
int clinux_is_writable_now(int descriptor);

int clinux_inotify_create(void);
int clinux_inotify_add(int inotify, const char *path, uint32_t mask);
enum {
    CLINUX_WATCH_CHANGED = 1,
    CLINUX_WATCH_APPEARED = 2,
    CLINUX_WATCH_VANISHED = 4,
    CLINUX_WATCH_SELF = 8,
    CLINUX_WATCH_OVERFLOW = 16
};
/// Takes the next event out of `length` bytes that were read, at `offset`: how many bytes it is, 0 at the
/// end or where it is cut off. `name` points into the bytes and is null where there is none.
size_t clinux_inotify_next(
    const void *bytes, size_t length, size_t offset, int *watch, uint32_t *what, const char **name,
    size_t *name_length);

// MARK: The console's bell

/// Opens an input device that has a bell; -1 for any other file.
int clinux_bell_open(const char *path);
int clinux_bell_sound(int bell, int on);

// MARK: Sockets

enum clinux_socket_kind { CLINUX_STREAM, CLINUX_SEQPACKET, CLINUX_DATAGRAM };

int clinux_unix_socket(int kind);
int clinux_unix_pair(int kind, int descriptors[2]);
/// How many bytes a socket's path may have.
size_t clinux_unix_path_limit(void);
/// Binds to a path, or to an abstract name where the first byte is 0.
int clinux_unix_bind(int socket, const char *path, size_t length);
int clinux_unix_connect(int socket, const char *path, size_t length);
int clinux_accept(int socket);
int clinux_peer(int socket, int64_t *process, uint32_t *user, uint32_t *group);
/// The kind of a Unix socket, or -1 with ENOTSOCK or EAFNOSUPPORT; `listening` is 1 where it listens.
int clinux_unix_kind(int socket, int *listening);
ssize_t clinux_send(int socket, const void *bytes, size_t length);
/// Receives; for packets the result is the packet's whole length even where it was cut to `length`.
ssize_t clinux_receive(int socket, void *bytes, size_t length, int is_packet);
/// Has the kernel keep at most twice as many bytes that the other end has not read yet.
int clinux_limit_unread(int socket, int bytes);
int clinux_shut_down_writing(int socket);

// MARK: Children

/// The most descriptors that a child can be given.
enum { CLINUX_CHILD_DESCRIPTORS = 16 };

/// What a child is started from and with; see clinux_spawn.
struct clinux_child {
    /// The opened program.
    int program;
    /// Null-terminated, as for execve(2).
    char *const *arguments;
    char *const *environment;
    /// The child's descriptors 0, 1, … are copies of these.
    const int *descriptors;
    int descriptor_count;
    /// Whether it is killed when the thread that started it ends, however that comes.
    int ends_with_parent;
    /// Its soft limit of descriptors; 0 leaves that as it is.
    uint64_t descriptor_limit;
};

/// Gives back the pages of the heap that are free.
void clinux_give_back_heap(void);

/// Gives back the pages of every loaded object that cannot be written: what is used of them again is read again from
/// the file, or found in the page cache. Gives back the pages of the heap that are free, too.
void clinux_give_back_unused_memory(void);

/// Raises the soft limit of descriptors to the hard one; `before` and `after` are the soft ones.
int clinux_raise_descriptor_limit(uint64_t *before, uint64_t *after);

/// Starts a child from an already opened program: no signal blocked, every disposition the default, a
/// process group of its own, the descriptors given and no other. Returns its process id and its pidfd.
pid_t clinux_spawn(const struct clinux_child *child, int *pidfd);
int clinux_pidfd_signal(int pidfd, int signal);
/// Reaps: 1 with `code` and `signal` filled (the one that does not hold is -1); 0 while it runs.
int clinux_pidfd_reap(int pidfd, int *code, int *signal);

// MARK: Threads

/// Starts a detached thread with a small stack and every signal blocked; returns an errno value.
int clinux_start_thread(void (*body)(void *), void *context);

#endif
