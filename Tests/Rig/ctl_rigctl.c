// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

// A mixer that is not there: one volume of two channels, with or without decibels and a switch.
//
//   ctl_type.rigctl { lib "/path/libasound_module_ctl_rigctl.so" }
//   ctl.rig { type rigctl  dir "/tmp/x"  min_db -6400  max_db 0  steps 64  has_switch 1  has_db 1  min_is_mute 0 }
//
// Its state is in `dir`/mixer, "left right switch": a test reads what was set there, and changes it behind
// the back of who has it open, who is told within 100 ms. Where there is no such file it is on, and at its highest.
// Every change made through ALSA is a line in `dir`/mixer.log.

#define _GNU_SOURCE
#include <alsa/asoundlib.h>
#include <alsa/control_external.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { VOLUME, SWITCH };

struct state {
    long left, right, is_on;
};

struct mixer {
    snd_ctl_ext_t ext;
    char dir[PATH_MAX - 32];
    long steps, has_switch, has_db;
    unsigned tlv[4];
    struct state seen;
    unsigned pending;
};

static void path_of(const struct mixer *mixer, const char *name, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/%s", mixer->dir, name);
}

static struct state load(const struct mixer *mixer)
{
    struct state state = { mixer->steps, mixer->steps, 1 }, read;
    char path[PATH_MAX];
    path_of(mixer, "mixer", path);
    FILE *file = fopen(path, "re");
    if (!file)
        return state;
    if (fscanf(file, "%ld %ld %ld", &read.left, &read.right, &read.is_on) == 3)
        state = read;
    fclose(file);
    return state;
}

static void save(const struct mixer *mixer, struct state state)
{
    char path[PATH_MAX], new_path[PATH_MAX];
    path_of(mixer, "mixer", path);
    path_of(mixer, "mixer.new", new_path);
    FILE *file = fopen(new_path, "we");
    if (file) {
        fprintf(file, "%ld %ld %ld\n", state.left, state.right, state.is_on);
        fclose(file);
        rename(new_path, path);
    }
    path_of(mixer, "mixer.log", path);
    file = fopen(path, "ae");
    if (!file)
        return;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    fprintf(file, "%lld%09ld volume=%ld,%ld switch=%ld\n", (long long)time.tv_sec, time.tv_nsec,
        state.left, state.right, state.is_on);
    fclose(file);
}

static int element_count(snd_ctl_ext_t *ext)
{
    struct mixer *mixer = ext->private_data;
    return mixer->has_switch ? 2 : 1;
}

static int list_element(snd_ctl_ext_t *ext, unsigned offset, snd_ctl_elem_id_t *id)
{
    (void)ext;
    snd_ctl_elem_id_set_interface(id, SND_CTL_ELEM_IFACE_MIXER);
    snd_ctl_elem_id_set_name(
        id, offset == SWITCH ? "Master Playback Switch" : "Master Playback Volume");
    return 0;
}

static snd_ctl_ext_key_t find_element(snd_ctl_ext_t *ext, const snd_ctl_elem_id_t *id)
{
    struct mixer *mixer = ext->private_data;
    unsigned number = snd_ctl_elem_id_get_numid(id);
    if (number > 0 && number <= (unsigned)element_count(ext))
        return number - 1;
    const char *name = snd_ctl_elem_id_get_name(id);
    if (strcmp(name, "Master Playback Volume") == 0)
        return VOLUME;
    if (mixer->has_switch && strcmp(name, "Master Playback Switch") == 0)
        return SWITCH;
    return SND_CTL_EXT_KEY_NOT_FOUND;
}

static int get_attribute(
    snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, int *type, unsigned *access, unsigned *count)
{
    struct mixer *mixer = ext->private_data;
    *access = SND_CTL_EXT_ACCESS_READWRITE;
    if (key == SWITCH) {
        *type = SND_CTL_ELEM_TYPE_BOOLEAN;
        *count = 1;
        return 0;
    }
    *type = SND_CTL_ELEM_TYPE_INTEGER;
    *count = 2;
    if (mixer->has_db)
        *access |= SND_CTL_EXT_ACCESS_TLV_READ;
    return 0;
}

static int get_range(
    snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *minimum, long *maximum, long *step)
{
    struct mixer *mixer = ext->private_data;
    *minimum = 0;
    *maximum = key == SWITCH ? 1 : mixer->steps;
    *step = 1;
    return 0;
}

static int read_value(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *value)
{
    struct state state = load(ext->private_data);
    if (key == SWITCH) {
        value[0] = state.is_on;
    } else {
        value[0] = state.left;
        value[1] = state.right;
    }
    return 0;
}

static int write_value(snd_ctl_ext_t *ext, snd_ctl_ext_key_t key, long *value)
{
    struct mixer *mixer = ext->private_data;
    struct state state = load(mixer);
    if (key == SWITCH) {
        state.is_on = value[0] != 0;
    } else {
        state.left = value[0];
        state.right = value[1];
    }
    save(mixer, state);
    mixer->seen = state;
    mixer->pending |= 1u << key;
    return 1;
}

static void subscribe(snd_ctl_ext_t *ext, int is_on)
{
    (void)ext;
    (void)is_on;
}

static int read_event(snd_ctl_ext_t *ext, snd_ctl_elem_id_t *id, unsigned *what)
{
    struct mixer *mixer = ext->private_data;
    uint64_t expirations;
    if (read(ext->poll_fd, &expirations, sizeof expirations) < 0)
        expirations = 0;
    struct state state = load(mixer);
    if (state.left != mixer->seen.left || state.right != mixer->seen.right)
        mixer->pending |= 1u << VOLUME;
    if (state.is_on != mixer->seen.is_on)
        mixer->pending |= 1u << SWITCH;
    mixer->seen = state;
    for (unsigned key = VOLUME; key <= SWITCH; key++) {
        if (!(mixer->pending & 1u << key))
            continue;
        mixer->pending &= ~(1u << key);
        list_element(ext, key, id);
        snd_ctl_elem_id_set_numid(id, key + 1);
        *what = SND_CTL_EVENT_MASK_VALUE;
        return 1;
    }
    return -EAGAIN;
}

static void close_mixer(snd_ctl_ext_t *ext)
{
    close(ext->poll_fd);
    free(ext->private_data);
}

static const snd_ctl_ext_callback_t callbacks = {
    .close = close_mixer,
    .elem_count = element_count,
    .elem_list = list_element,
    .find_elem = find_element,
    .get_attribute = get_attribute,
    .get_integer_info = get_range,
    .read_integer = read_value,
    .write_integer = write_value,
    .subscribe_events = subscribe,
    .read_event = read_event,
};

static void name_card(snd_ctl_ext_t *ext)
{
    strcpy(ext->id, "rig");
    strcpy(ext->driver, "rig");
    strcpy(ext->name, "rig mixer");
    strcpy(ext->longname, "rig mixer");
    strcpy(ext->mixername, "rig mixer");
}

SND_CTL_PLUGIN_DEFINE_FUNC(rigctl)
{
    const char *dir = "/tmp";
    long minimum = -6400, maximum = 0, steps = 64, has_switch = 1, has_db = 1, min_is_mute = 0;
    snd_config_iterator_t entry, next;
    (void)root;
    snd_config_for_each(entry, next, conf) {
        snd_config_t *value = snd_config_iterator_entry(entry);
        const char *id;
        if (snd_config_get_id(value, &id) < 0)
            continue;
        if (strcmp(id, "dir") == 0)
            snd_config_get_string(value, &dir);
        else if (strcmp(id, "min_db") == 0)
            snd_config_get_integer(value, &minimum);
        else if (strcmp(id, "max_db") == 0)
            snd_config_get_integer(value, &maximum);
        else if (strcmp(id, "steps") == 0)
            snd_config_get_integer(value, &steps);
        else if (strcmp(id, "has_switch") == 0)
            snd_config_get_integer(value, &has_switch);
        else if (strcmp(id, "has_db") == 0)
            snd_config_get_integer(value, &has_db);
        else if (strcmp(id, "min_is_mute") == 0)
            snd_config_get_integer(value, &min_is_mute);
    }
    struct mixer *mixer = calloc(1, sizeof *mixer);
    if (!mixer)
        return -ENOMEM;
    snprintf(mixer->dir, sizeof mixer->dir, "%s", dir);
    mixer->steps = steps;
    mixer->has_switch = has_switch;
    mixer->has_db = has_db;
    mixer->tlv[0] = min_is_mute ? SND_CTL_TLVT_DB_MINMAX_MUTE : SND_CTL_TLVT_DB_MINMAX;
    mixer->tlv[1] = 2 * sizeof *mixer->tlv;
    mixer->tlv[2] = (unsigned)(int)minimum;
    mixer->tlv[3] = (unsigned)(int)maximum;
    mixer->seen = load(mixer);
    snd_ctl_ext_t *ext = &mixer->ext;
    ext->version = SND_CTL_EXT_VERSION;
    name_card(ext);
    ext->poll_fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    struct itimerspec timer = { { 0, 100000000 }, { 0, 100000000 } };
    timerfd_settime(ext->poll_fd, 0, &timer, NULL);
    ext->callback = &callbacks;
    ext->private_data = mixer;
    ext->tlv.p = mixer->tlv;
    int error = snd_ctl_ext_create(ext, name, mode);
    if (error < 0) {
        close_mixer(ext);
        return error;
    }
    *handlep = ext->handle;
    return 0;
}

SND_CTL_PLUGIN_SYMBOL(rigctl);
