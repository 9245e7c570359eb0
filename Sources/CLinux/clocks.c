// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <time.h>

static clockid_t clock_id(int clock) {
    switch (clock) {
    case CLINUX_CLOCK_REALTIME_ALARM: return CLOCK_REALTIME_ALARM;
    case CLINUX_CLOCK_BOOTTIME: return CLOCK_BOOTTIME;
    case CLINUX_CLOCK_MONOTONIC: return CLOCK_MONOTONIC;
    default: return CLOCK_REALTIME;
    }
}

int clinux_clock_read(int clock, int64_t *nanoseconds) {
    struct timespec now;
    // Reading needs no right and no hardware, so the alarm clock is read as the one that it follows.
    clockid_t id = clock == CLINUX_CLOCK_REALTIME_ALARM ? CLOCK_REALTIME : clock_id(clock);
    if (clock_gettime(id, &now) != 0) return -1;
    *nanoseconds = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    return 0;
}

int clinux_timerfd_create(int clock) {
    return timerfd_create(clock_id(clock), TFD_CLOEXEC | TFD_NONBLOCK);
}

int clinux_timerfd_arm(int descriptor, int64_t seconds, int64_t nanoseconds, int cancel_on_set) {
    // The kernel counts nanoseconds in 64 bits; a 32-bit time_t ends before that.
    const int64_t last = sizeof(time_t) >= 8 ? INT64_C(9000000000) : INT32_MAX;
    struct itimerspec when;
    memset(&when, 0, sizeof when);
    if (seconds > last) {
        seconds = last;
        nanoseconds = 0;
    }
    if (seconds < 0 || (seconds == 0 && nanoseconds <= 0)) {
        // 0 would disarm, and less is refused; both mean a time that is past.
        seconds = 0;
        nanoseconds = 1;
    }
    when.it_value.tv_sec = (time_t)seconds;
    when.it_value.tv_nsec = (long)nanoseconds;
    int flags = TFD_TIMER_ABSTIME | (cancel_on_set ? TFD_TIMER_CANCEL_ON_SET : 0);
    return timerfd_settime(descriptor, flags, &when, NULL);
}

int clinux_timerfd_disarm(int descriptor) {
    struct itimerspec never;
    memset(&never, 0, sizeof never);
    return timerfd_settime(descriptor, 0, &never, NULL);
}

int clinux_probe_wake_timer(void) {
    timer_t timer;
    struct sigevent event;
    memset(&event, 0, sizeof event);
    event.sigev_notify = SIGEV_NONE;
    if (timer_create(CLOCK_REALTIME_ALARM, &event, &timer) != 0) return -1;
    timer_delete(timer);
    return 0;
}

int clinux_clock_is_synchronised(void) {
    struct timex state;
    memset(&state, 0, sizeof state);
    int result = adjtimex(&state);
    if (result < 0) return -1;
    return result != TIME_ERROR && (state.status & STA_UNSYNC) == 0;
}
