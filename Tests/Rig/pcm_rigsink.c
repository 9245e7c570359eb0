// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

// A sound card that is not there: an ALSA output that plays in real time, and keeps what was heard.
//
//   pcm_type.rigsink { lib "/path/libasound_module_pcm_rigsink.so" }
//   pcm.rig { type rigsink  dir "/tmp/x" … }
//
// Options, beside `dir`:
//   speed 1.0                 how fast its clock runs; 0 stands still
//   rates "44100 48000"       what it takes; "" is 4000 to 384000
//   formats "S16_LE S32_LE"
//   channels "2"              "" is 1 to 8
//   max_buffer_bytes 1048576
//   exclusive 1               a second one to open it gets EBUSY
//   can_resume 0              it cannot resume
//   close_hangs 1             closing it waits for ever
//   can_rewind 0              it plays what was taken back all the same, as sound servers do
//   script "500:xrun 1200:suspend 1500:resume 2500:nodev 3000:stall 3500:unstall"
//                             milliseconds of its clock since it was first started
//
// Files in `dir` are faults, for as long as they are there:
//   busy, noent   opening fails with EBUSY, ENOENT
//   gone          opening fails with ENODEV; what plays is disconnected
//   hang          every call, and opening, waits
//   suspend       it is suspended
//   stall         its position stands still while it says that it is running
//   xrun          one underrun; the file is taken away
//   eio           writing fails with EIO
//
// It writes to `dir`:
//   played.raw    the frames whose time has passed; what was dropped is not in it
//   events.log    "<nanoseconds of CLOCK_MONOTONIC> <event> …", a line each

#define _GNU_SOURCE
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { STEPS_MAX = 64, VALUES_MAX = 32 };

struct step {
    double milliseconds;
    char what[16];
    int is_done;
};

struct options {
    const char *dir, *rates, *formats, *channels, *script;
    double speed;
    long max_buffer_bytes, is_exclusive, can_resume, can_rewind, close_hangs;
};

struct rig {
    snd_pcm_ioplug_t io;
    char dir[PATH_MAX - 32];
    int timer, played_file, log, lock;
    double speed;

    uint8_t *ring;
    size_t frame_bytes;
    snd_pcm_uframes_t ring_frames, wake_up, stop_threshold, boundary;

    // Frames since `prepare`, as written and as heard.
    uint64_t written, heard;
    // When this run began, with how many frames heard, and when the first began of all.
    double run_start, first_start;
    double heard_at_run_start;
    uint64_t heard_in_all;
    int has_logged_first;

    struct step steps[STEPS_MAX];
    int step_count;
    int is_suspended, is_stalled, is_gone, can_rewind, close_hangs;
};

// MARK: Small things

static uint64_t now_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static double now(void)
{
    return (double)now_ns() / 1e9;
}

static void path_of(const struct rig *rig, const char *name, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/%s", rig->dir, name);
}

static int has(const struct rig *rig, const char *name)
{
    char path[PATH_MAX];
    path_of(rig, name, path);
    return access(path, F_OK) == 0;
}

static int open_file(const struct rig *rig, const char *name, int flags)
{
    char path[PATH_MAX];
    path_of(rig, name, path);
    return open(path, flags | O_CREAT | O_CLOEXEC, 0644);
}

__attribute__((format(printf, 2, 3)))
static void note(struct rig *rig, const char *format, ...)
{
    char line[320];
    int length = snprintf(line, sizeof line, "%llu ", (unsigned long long)now_ns());
    va_list arguments;
    va_start(arguments, format);
    length += vsnprintf(line + length, sizeof line - (size_t)length - 1, format, arguments);
    va_end(arguments);
    if (length > (int)sizeof line - 2)
        length = (int)sizeof line - 2;
    line[length++] = '\n';
    if (write(rig->log, line, (size_t)length) < 0)
        return;
}

static void hang_while_told(struct rig *rig)
{
    if (!has(rig, "hang"))
        return;
    note(rig, "hang");
    while (has(rig, "hang"))
        usleep(5000);
    note(rig, "unhang");
}

static double positive_speed(const struct rig *rig)
{
    return rig->speed > 0 ? rig->speed : 1;
}

// The descriptor is readable after `first` nanoseconds, and every `interval` from then on.
static void arm(struct rig *rig, uint64_t first, uint64_t interval)
{
    struct itimerspec timer = {
        .it_value = { (time_t)(first / 1000000000u), (long)(first % 1000000000u) },
        .it_interval = { (time_t)(interval / 1000000000u), (long)(interval % 1000000000u) },
    };
    timerfd_settime(rig->timer, 0, &timer, NULL);
}

static void arm_for_next_period(struct rig *rig)
{
    double frame = 1e9 / rig->io.rate / positive_speed(rig);
    snd_pcm_uframes_t period = rig->io.period_size;
    uint64_t interval = (uint64_t)((double)period * frame);
    uint64_t first = (uint64_t)((double)(period - rig->heard % period) * frame);
    arm(rig, first < 100000 ? 100000 : first, interval < 200000 ? 200000 : interval);
}

// MARK: Time passes

static void hear(struct rig *rig, uint64_t until)
{
    if (until > rig->written)
        until = rig->written;
    while (rig->heard < until) {
        size_t offset = rig->heard % rig->ring_frames;
        size_t count = until - rig->heard;
        if (count > rig->ring_frames - offset)
            count = rig->ring_frames - offset;
        if (!rig->has_logged_first) {
            rig->has_logged_first = 1;
            note(rig, "first_frame");
        }
        const uint8_t *frames = rig->ring + offset * rig->frame_bytes;
        if (write(rig->played_file, frames, count * rig->frame_bytes) < 0)
            note(rig, "played.raw: %s", strerror(errno));
        rig->heard += count;
        rig->heard_in_all += count;
    }
}

// The clock counts from here on anew.
static void begin_run(struct rig *rig)
{
    rig->heard_at_run_start = (double)rig->heard;
    rig->run_start = now();
}

static void force_underrun(struct rig *rig)
{
    snd_pcm_ioplug_set_state(&rig->io, SND_PCM_STATE_XRUN);
    note(rig, "xrun forced");
}

static void perform(struct rig *rig, const char *what)
{
    note(rig, "script %s", what);
    if (strcmp(what, "xrun") == 0 && rig->io.state == SND_PCM_STATE_RUNNING) {
        force_underrun(rig);
    } else if (strcmp(what, "suspend") == 0) {
        rig->is_suspended = 1;
    } else if (strcmp(what, "resume") == 0) {
        rig->is_suspended = 0;
    } else if (strcmp(what, "stall") == 0) {
        rig->is_stalled = 1;
    } else if (strcmp(what, "unstall") == 0) {
        rig->is_stalled = 0;
        begin_run(rig);
    } else if (strcmp(what, "nodev") == 0) {
        rig->is_gone = 1;
    }
}

static void perform_script(struct rig *rig)
{
    if (rig->first_start == 0)
        return;
    double elapsed = (now() - rig->first_start) * 1e3 * positive_speed(rig);
    for (int index = 0; index < rig->step_count; index++) {
        struct step *step = &rig->steps[index];
        if (step->is_done || elapsed < step->milliseconds)
            continue;
        step->is_done = 1;
        perform(rig, step->what);
    }
}

static int is_gone(struct rig *rig)
{
    return rig->is_gone || has(rig, "gone");
}

static int is_suspended(struct rig *rig)
{
    return rig->is_suspended || has(rig, "suspend");
}

static void make_faults(struct rig *rig)
{
    perform_script(rig);
    snd_pcm_state_t state = rig->io.state;
    if (is_gone(rig) && state != SND_PCM_STATE_OPEN && state != SND_PCM_STATE_DISCONNECTED) {
        snd_pcm_ioplug_set_state(&rig->io, SND_PCM_STATE_DISCONNECTED);
        note(rig, "disconnected");
    }
    state = rig->io.state;
    if (is_suspended(rig)
        && (state == SND_PCM_STATE_RUNNING || state == SND_PCM_STATE_PREPARED)) {
        snd_pcm_ioplug_set_state(&rig->io, SND_PCM_STATE_SUSPENDED);
        begin_run(rig);
        note(rig, "suspended");
    }
    if (rig->io.state == SND_PCM_STATE_RUNNING && has(rig, "xrun")) {
        char path[PATH_MAX];
        path_of(rig, "xrun", path);
        unlink(path);
        force_underrun(rig);
    }
}

static int is_playing(const struct rig *rig)
{
    return rig->io.state == SND_PCM_STATE_RUNNING || rig->io.state == SND_PCM_STATE_DRAINING;
}

// Takes note of what the application took back, which only its pointer tells.
static void follow_application(struct rig *rig)
{
    if (!rig->can_rewind || rig->written == rig->io.appl_ptr)
        return;
    note(rig, "rewind %lld", (long long)(rig->written - rig->io.appl_ptr));
    rig->written = rig->io.appl_ptr;
}

static void advance(struct rig *rig)
{
    follow_application(rig);
    make_faults(rig);
    if (!is_playing(rig))
        return;
    if (rig->is_stalled || has(rig, "stall")) {
        begin_run(rig);
        return;
    }
    double passed = (now() - rig->run_start) * rig->io.rate * rig->speed;
    double due = rig->heard_at_run_start + passed;
    uint64_t until = due > 0 ? (uint64_t)due : 0;
    hear(rig, until);
    if (until > rig->written && rig->io.state == SND_PCM_STATE_RUNNING
        && rig->stop_threshold < rig->boundary) {
        snd_pcm_ioplug_set_state(&rig->io, SND_PCM_STATE_XRUN);
        note(rig, "xrun late_frames=%llu", (unsigned long long)(until - rig->written));
    }
}

// MARK: What ALSA calls

static snd_pcm_sframes_t rig_pointer(snd_pcm_ioplug_t *io)
{
    struct rig *rig = io->private_data;
    hang_while_told(rig);
    advance(rig);
    if (io->state == SND_PCM_STATE_XRUN)
        return -EPIPE;
    return (snd_pcm_sframes_t)(rig->heard % io->buffer_size);
}

static snd_pcm_sframes_t rig_transfer(
    snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas, snd_pcm_uframes_t first,
    snd_pcm_uframes_t count)
{
    struct rig *rig = io->private_data;
    hang_while_told(rig);
    if (has(rig, "eio")) {
        note(rig, "eio");
        return -EIO;
    }
    follow_application(rig);
    const uint8_t *source = (const uint8_t *)areas->addr
        + (areas->first + areas->step * first) / 8;
    for (snd_pcm_uframes_t left = count; left > 0;) {
        size_t offset = rig->written % rig->ring_frames;
        size_t part = left;
        if (part > rig->ring_frames - offset)
            part = rig->ring_frames - offset;
        memcpy(rig->ring + offset * rig->frame_bytes, source, part * rig->frame_bytes);
        source += part * rig->frame_bytes;
        rig->written += part;
        left -= part;
    }
    return (snd_pcm_sframes_t)count;
}

static int rig_start(snd_pcm_ioplug_t *io)
{
    struct rig *rig = io->private_data;
    begin_run(rig);
    if (rig->first_start == 0)
        rig->first_start = rig->run_start;
    note(rig, "start queued=%llu", (unsigned long long)(rig->written - rig->heard));
    arm_for_next_period(rig);
    return 0;
}

static int rig_stop(snd_pcm_ioplug_t *io)
{
    struct rig *rig = io->private_data;
    note(rig, "stop state=%s discarded=%llu played=%llu", snd_pcm_state_name(io->state),
        (unsigned long long)(rig->written - rig->heard),
        (unsigned long long)rig->heard_in_all);
    return 0;
}

static int rig_prepare(snd_pcm_ioplug_t *io)
{
    struct rig *rig = io->private_data;
    hang_while_told(rig);
    perform_script(rig);
    if (is_gone(rig)) {
        note(rig, "prepare -> ENODEV");
        return -ENODEV;
    }
    if (is_suspended(rig)) {
        note(rig, "prepare -> ESTRPIPE");
        return -ESTRPIPE;
    }
    note(rig, "prepare");
    rig->written = rig->heard = 0;
    rig->heard_at_run_start = 0;
    arm(rig, 1, 0);
    return 0;
}

static int rig_hw_params(snd_pcm_ioplug_t *io, snd_pcm_hw_params_t *parameters)
{
    struct rig *rig = io->private_data;
    (void)parameters;
    rig->frame_bytes = (size_t)snd_pcm_format_physical_width(io->format) / 8 * io->channels;
    rig->ring_frames = io->buffer_size;
    free(rig->ring);
    rig->ring = calloc(rig->ring_frames, rig->frame_bytes);
    rig->wake_up = io->period_size;
    rig->stop_threshold = io->buffer_size;
    rig->boundary = (snd_pcm_uframes_t)1 << 62;
    note(rig, "hw_params rate=%u channels=%u format=%s period=%lu buffer=%lu", io->rate,
        io->channels, snd_pcm_format_name(io->format), io->period_size, io->buffer_size);
    return rig->ring ? 0 : -ENOMEM;
}

static int rig_sw_params(snd_pcm_ioplug_t *io, snd_pcm_sw_params_t *parameters)
{
    struct rig *rig = io->private_data;
    snd_pcm_sw_params_get_avail_min(parameters, &rig->wake_up);
    snd_pcm_sw_params_get_stop_threshold(parameters, &rig->stop_threshold);
    snd_pcm_sw_params_get_boundary(parameters, &rig->boundary);
    return 0;
}

static int rig_hw_free(snd_pcm_ioplug_t *io)
{
    struct rig *rig = io->private_data;
    free(rig->ring);
    rig->ring = NULL;
    return 0;
}

static int rig_poll_revents(
    snd_pcm_ioplug_t *io, struct pollfd *descriptors, unsigned count, unsigned short *events)
{
    struct rig *rig = io->private_data;
    (void)count;
    hang_while_told(rig);
    if ((descriptors[0].revents & POLLIN) && is_playing(rig)) {
        uint64_t expirations;
        if (read(rig->timer, &expirations, sizeof expirations) < 0)
            expirations = 0;
    }
    advance(rig);
    uint64_t queued = rig->written - rig->heard;
    switch (io->state) {
    case SND_PCM_STATE_RUNNING:
        *events = io->buffer_size - queued >= rig->wake_up ? POLLOUT : 0;
        break;
    case SND_PCM_STATE_DRAINING:
        *events = queued == 0 ? POLLOUT : 0;
        if (queued > 0)
            arm(rig, (uint64_t)((double)queued * 1e9 / io->rate / positive_speed(rig)) + 50000, 0);
        break;
    case SND_PCM_STATE_PREPARED:
        *events = queued < io->buffer_size ? POLLOUT : 0;
        break;
    case SND_PCM_STATE_DISCONNECTED:
        *events = POLLERR | POLLHUP | POLLOUT;
        break;
    default:
        *events = POLLERR | POLLOUT;
    }
    return 0;
}

static int rig_resume(snd_pcm_ioplug_t *io)
{
    struct rig *rig = io->private_data;
    perform_script(rig);
    if (is_suspended(rig)) {
        note(rig, "resume: still suspended");
        return -EAGAIN;
    }
    if (io->state == SND_PCM_STATE_SUSPENDED) {
        note(rig, "resume");
        begin_run(rig);
        snd_pcm_ioplug_set_state(io, SND_PCM_STATE_RUNNING);
        arm_for_next_period(rig);
    }
    return 0;
}

static int rig_delay(snd_pcm_ioplug_t *io, snd_pcm_sframes_t *delay)
{
    struct rig *rig = io->private_data;
    advance(rig);
    *delay = (snd_pcm_sframes_t)(rig->written - rig->heard);
    return 0;
}

static void give_back(struct rig *rig)
{
    int descriptors[] = { rig->timer, rig->played_file, rig->log, rig->lock };
    for (size_t index = 0; index < sizeof descriptors / sizeof *descriptors; index++) {
        if (descriptors[index] >= 0)
            close(descriptors[index]);
    }
    free(rig->ring);
    free(rig);
}

static int rig_close(snd_pcm_ioplug_t *io)
{
    struct rig *rig = io->private_data;
    hang_while_told(rig);
    while (rig->close_hangs)
        pause();
    note(rig, "close played=%llu", (unsigned long long)rig->heard_in_all);
    give_back(rig);
    return 0;
}

#define RIG_CALLBACKS \
    .start = rig_start, .stop = rig_stop, .pointer = rig_pointer, .transfer = rig_transfer, \
    .close = rig_close, .hw_params = rig_hw_params, .hw_free = rig_hw_free, \
    .sw_params = rig_sw_params, .prepare = rig_prepare, .poll_revents = rig_poll_revents, \
    .delay = rig_delay

static const snd_pcm_ioplug_callback_t callbacks = { RIG_CALLBACKS, .resume = rig_resume };
static const snd_pcm_ioplug_callback_t callbacks_without_resume = { RIG_CALLBACKS };

// MARK: Opening

static int read_options(snd_config_t *conf, struct options *options)
{
    snd_config_iterator_t entry, next;
    snd_config_for_each(entry, next, conf) {
        snd_config_t *value = snd_config_iterator_entry(entry);
        const char *name;
        if (snd_config_get_id(value, &name) < 0)
            continue;
        if (strcmp(name, "type") == 0 || strcmp(name, "hint") == 0)
            continue;
        if (strcmp(name, "dir") == 0)
            snd_config_get_string(value, &options->dir);
        else if (strcmp(name, "rates") == 0)
            snd_config_get_string(value, &options->rates);
        else if (strcmp(name, "formats") == 0)
            snd_config_get_string(value, &options->formats);
        else if (strcmp(name, "channels") == 0)
            snd_config_get_string(value, &options->channels);
        else if (strcmp(name, "script") == 0)
            snd_config_get_string(value, &options->script);
        else if (strcmp(name, "speed") == 0)
            snd_config_get_ireal(value, &options->speed);
        else if (strcmp(name, "max_buffer_bytes") == 0)
            snd_config_get_integer(value, &options->max_buffer_bytes);
        else if (strcmp(name, "exclusive") == 0)
            snd_config_get_integer(value, &options->is_exclusive);
        else if (strcmp(name, "can_rewind") == 0)
            snd_config_get_integer(value, &options->can_rewind);
        else if (strcmp(name, "close_hangs") == 0)
            snd_config_get_integer(value, &options->close_hangs);
        else if (strcmp(name, "can_resume") == 0)
            snd_config_get_integer(value, &options->can_resume);
        else {
            SNDERR("rigsink: unknown option %s", name);
            return -EINVAL;
        }
    }
    return options->dir ? 0 : -EINVAL;
}

static void read_script(struct rig *rig, const char *script)
{
    int length = 0;
    while (rig->step_count < STEPS_MAX) {
        struct step *step = &rig->steps[rig->step_count];
        if (sscanf(script, " %lf:%15s%n", &step->milliseconds, step->what, &length) < 2)
            return;
        script += length;
        rig->step_count++;
    }
}

// Splits words at spaces; `value_of` gives the number of each, negative for none.
static unsigned split(
    const char *words, int (*value_of)(const char *), unsigned values[VALUES_MAX])
{
    char copy[256], *rest;
    unsigned count = 0;
    snprintf(copy, sizeof copy, "%s", words);
    for (char *word = strtok_r(copy, " ", &rest); word && count < VALUES_MAX;
         word = strtok_r(NULL, " ", &rest)) {
        int value = value_of(word);
        if (value >= 0)
            values[count++] = (unsigned)value;
    }
    return count;
}

static int format_value(const char *word)
{
    return snd_pcm_format_value(word);
}

static int number_value(const char *word)
{
    return atoi(word);
}

static void restrict_parameters(snd_pcm_ioplug_t *io, const struct options *options)
{
    unsigned values[VALUES_MAX] = { SND_PCM_ACCESS_RW_INTERLEAVED, SND_PCM_ACCESS_MMAP_INTERLEAVED };
    snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, 2, values);
    unsigned count = split(options->formats, format_value, values);
    snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_FORMAT, count, values);
    count = split(options->rates, number_value, values);
    if (count > 0)
        snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_RATE, count, values);
    else
        snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_RATE, 4000, 384000);
    count = split(options->channels, number_value, values);
    if (count > 0)
        snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_CHANNELS, count, values);
    else
        snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_CHANNELS, 1, 8);
    unsigned buffer = (unsigned)options->max_buffer_bytes;
    snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 128, buffer / 2);
    snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_BUFFER_BYTES, 256, buffer);
    snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIODS, 2, 1024);
}

// Whether it can be opened now, as the faults have it.
static int check_open(struct rig *rig, const struct options *options, int mode)
{
    hang_while_told(rig);
    if (has(rig, "busy"))
        return -EBUSY;
    if (has(rig, "gone"))
        return -ENODEV;
    if (has(rig, "noent"))
        return -ENOENT;
    if (!options->is_exclusive)
        return 0;
    rig->lock = open_file(rig, "lock", O_RDWR);
    int wait = mode & SND_PCM_NONBLOCK ? LOCK_NB : 0;
    return rig->lock >= 0 && flock(rig->lock, LOCK_EX | wait) == 0 ? 0 : -EBUSY;
}

SND_PCM_PLUGIN_DEFINE_FUNC(rigsink)
{
    struct options options = {
        .rates = "", .formats = "S16_LE S32_LE FLOAT_LE", .channels = "", .script = "",
        .speed = 1, .max_buffer_bytes = 1 << 20, .can_resume = 1, .can_rewind = 1,
    };
    (void)root;
    int error = read_options(conf, &options);
    if (error < 0 || stream != SND_PCM_STREAM_PLAYBACK)
        return error < 0 ? error : -EINVAL;
    struct rig *rig = calloc(1, sizeof *rig);
    if (!rig)
        return -ENOMEM;
    snprintf(rig->dir, sizeof rig->dir, "%s", options.dir);
    rig->speed = options.speed;
    rig->can_rewind = (int)options.can_rewind;
    rig->close_hangs = (int)options.close_hangs;
    rig->timer = rig->played_file = rig->lock = -1;
    mkdir(rig->dir, 0777);
    rig->log = open_file(rig, "events.log", O_WRONLY | O_APPEND);
    error = check_open(rig, &options, mode);
    if (error < 0) {
        note(rig, "open -> %s", strerror(-error));
        give_back(rig);
        return error;
    }
    rig->played_file = open_file(rig, "played.raw", O_WRONLY | O_APPEND);
    rig->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    read_script(rig, options.script);
    rig->io.version = SND_PCM_IOPLUG_VERSION;
    rig->io.name = "rigsink";
    rig->io.callback = options.can_resume ? &callbacks : &callbacks_without_resume;
    rig->io.private_data = rig;
    rig->io.poll_fd = rig->timer;
    rig->io.poll_events = POLLIN;
    rig->io.flags = SND_PCM_IOPLUG_FLAG_MONOTONIC;
    error = snd_pcm_ioplug_create(&rig->io, name, stream, mode);
    if (error < 0) {
        give_back(rig);
        return error;
    }
    restrict_parameters(&rig->io, &options);
    note(rig, "open");
    *pcmp = rig->io.pcm;
    return 0;
}

SND_PCM_PLUGIN_SYMBOL(rigsink);
