#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
"""Makes the sounds that Wecker is shipped with.

    config/sounds/synthesise.py FOLDER [NAME…]    writes FOLDER/NAME.wav, and says how loud each is
    config/sounds/synthesise.py --encode [NAME…]  writes config/sounds/NAME.opus by opusenc (package opus-tools)

Everything is computed here, with nothing but Python's own library, and the same in every run. A sound is one round:
it begins and ends in silence, has whole bars, and can follow itself for ever. All are as loud as each other (-16 LUFS
by ITU-R BS.1770, or as near as the true peak of -1 dB lets a short, bright sound come).
"""

import array
import cmath
import math
import os
import random
import subprocess
import sys
import tempfile
import wave

RATE = 48000
LOUDNESS = -16.0
LEAD = 0.01  # seconds of silence, for what a codec lets be heard before the first stroke.
PEAK = -1.5  # dB, of the wave between the samples too; Opus adds some tenths.
HERE = os.path.dirname(os.path.abspath(__file__))


# MARK: A place to put notes

class Canvas:
    """Two channels of a round, into which notes are added."""

    def __init__(self, seconds):
        self.count = round(seconds * RATE)
        self.left = array.array("d", bytes(8 * self.count))
        self.right = array.array("d", bytes(8 * self.count))

    def add(self, start, mono, pan=0.0, gain=1.0):
        """Adds samples at a time in seconds; `pan` is -1 for left to 1 for right."""
        first = round((start + LEAD) * RATE)
        count = min(len(mono), self.count - first)
        angle = (pan + 1) * math.pi / 4
        a, b = gain * math.cos(angle) * math.sqrt(2), gain * math.sin(angle) * math.sqrt(2)
        left, right = self.left, self.right
        for i in range(count):
            value = mono[i]
            left[first + i] += a * value
            right[first + i] += b * value

    def echo(self, delay, feedback, dark=0.5, wet=0.25, cross=True):
        """A soft room: repeats that get darker, and change sides."""
        step = round(delay * RATE)
        dry_left, dry_right = self.left[:], self.right[:]
        tails = [array.array("d", bytes(8 * self.count)) for _ in range(2)]
        low = [0.0, 0.0]
        for i in range(step, self.count):
            sources = (dry_right, dry_left) if cross else (dry_left, dry_right)
            for side in 0, 1:
                back = tails[1 - side if cross else side][i - step]
                value = sources[side][i - step] + feedback * back
                low[side] += (1 - dark) * (value - low[side])
                tails[side][i] = low[side]
        for i in range(self.count):
            self.left[i] += wet * tails[0][i]
            self.right[i] += wet * tails[1][i]

    def close(self, fade_in=0.003, fade_out=0.4):
        """Takes the mean and what is below hearing away, and lets both ends begin and end at 0."""
        for channel in self.left, self.right:
            # A one-pole high-pass at 20 Hz, forth only: there is no sound below.
            factor, last_in, last_out = 1 - 2 * math.pi * 20 / RATE, 0.0, 0.0
            for i, value in enumerate(channel):
                last_out = factor * (last_out + value - last_in)
                last_in = value
                channel[i] = last_out
            for i in range(round(fade_in * RATE)):
                channel[i] *= rise(i / (fade_in * RATE))
            for i in range(round(fade_out * RATE)):
                channel[self.count - 1 - i] *= rise(i / (fade_out * RATE))


def rise(x):
    """From 0 to 1, level at both ends."""
    return (1 - math.cos(math.pi * min(max(x, 0.0), 1.0))) / 2


def note(name):
    """The frequency of a note such as A4 or F#3."""
    step = {"C": -9, "D": -7, "E": -5, "F": -4, "G": -2, "A": 0, "B": 2}[name[0]]
    step += name.count("#") - name[1:].count("b")
    return 440 * 2 ** (step / 12 + int(name[-1]) - 4)


def ring(seconds, partials, attack=0.002):
    """A struck body: partials of (frequency, amplitude, seconds to a thousandth), that all begin at 0."""
    count = round(seconds * RATE)
    out = array.array("d", bytes(8 * count))
    for frequency, amplitude, decay in partials:
        if frequency > 18000:
            continue
        turn = cmath.exp(complex(-6.91 / (decay * RATE), 2 * math.pi * frequency / RATE))
        state = complex(amplitude, 0)
        for i in range(min(count, round(decay * 1.4 * RATE))):
            out[i] += state.imag
            state *= turn
    # The partials start at 0 but some steeply: a breath of attack takes the edge off.
    edge = round(attack * RATE)
    for i in range(min(edge, count)):
        out[i] *= rise(i / edge)
    for i in range(min(round(0.05 * RATE), count)):
        out[count - 1 - i] *= rise(i / (0.05 * RATE))
    return out


def swell(seconds, frequency, amplitudes, attack, release, vibrato=0.0, phase=0.0):
    """A held note of harmonics, by their amplitudes, that swells and goes, with a slow vibrato."""
    count = round(seconds * RATE)
    out = array.array("d", bytes(8 * count))
    amplitudes = [a for number, a in enumerate(amplitudes, 1) if frequency * number < 16000]
    step, slow = 2 * math.pi * frequency / RATE, 2 * math.pi * 4.7 / RATE
    # The phase of a frequency that sways: its integral, in one formula.
    sway = vibrato * step / slow
    for i in range(count):
        angle = phase + step * i - sway * (math.cos(slow * i + phase) - math.cos(phase))
        double, before, now, value = 2 * math.cos(angle), 0.0, math.sin(angle), 0.0
        for amplitude in amplitudes:
            value += amplitude * now
            before, now = now, double * now - before
        out[i] = value
    for i in range(min(round(attack * RATE), count)):
        out[i] *= rise(i / (attack * RATE))
    for i in range(min(round(release * RATE), count)):
        out[count - 1 - i] *= rise(i / (release * RATE))
    return out


# MARK: The sounds

def dawn():
    """A slow chord that opens from its lowest tones to its highest, like light."""
    canvas = Canvas(18)
    soft = [1.0, 0.35, 0.16, 0.07, 0.03]
    layers = [
        ("D3", 0.0, 17.5, 0.42, -0.2), ("A3", 0.6, 16.8, 0.40, 0.3), ("D4", 2.0, 15.2, 0.36, -0.4),
        ("F#4", 3.6, 13.4, 0.31, 0.5), ("A4", 5.4, 11.4, 0.26, -0.5), ("E5", 7.4, 9.2, 0.19, 0.6),
        ("F#5", 9.4, 7.0, 0.14, -0.6),
    ]
    for index, (name, start, length, gain, pan) in enumerate(layers):
        for side, detune in (-1, 0.9988), (1, 1.0012):
            frequency, (attack, release) = note(name) * detune, (min(3, length / 2), min(5, length / 2))
            voice = swell(length, frequency, soft, attack, release, 0.0012, index + side)
            canvas.add(start, voice, max(-1, min(1, pan + 0.35 * side)), gain * 0.5)
    # Where the light comes over the edge: single tones, like drops.
    drops = [(5, "D6", -0.5), (6.5, "A5", 0.4), (8, "F#6", 0.1), (9.5, "E6", -0.3), (11, "D6", 0.5), (12.5, "A6", -0.1),
             (14, "F#6", 0.3)]
    for start, name, pan in drops:
        frequency = note(name)
        canvas.add(start, ring(3, [(frequency, 0.13, 2.4), (frequency * 2, 0.03, 1.2)], 0.01), pan)
    canvas.echo(0.37, 0.45, 0.55, 0.22)
    canvas.close(0.05, 1.0)
    return canvas


def marimba():
    """A marimba that plays a broken chord in a bright, even eighth."""
    canvas = Canvas(16 * 0.5 * 2)
    bars = [
        ["C4", "G4", "C5", "E5", "G5", "E5", "C5", "G4"],
        ["A3", "E4", "A4", "C5", "E5", "C5", "A4", "E4"],
        ["F3", "C4", "F4", "A4", "C5", "A4", "F4", "C4"],
        ["G3", "D4", "G4", "B4", "D5", "G5", "D5", "B4"],
    ]
    eighth = 0.25
    bars += [list(bar) for bar in bars[:3]] + [["G3", "D4", "G4", "B4", "C5"]]
    for number, bar in enumerate(bars):
        for index, name in enumerate(bar):
            frequency = note(name)
            strength = (1.0, 0.62, 0.74, 0.62, 0.86, 0.62, 0.74, 0.6)[index] * (1.12 if number >= 4 else 1)
            length = 1.5 * (262 / frequency) ** 0.35
            partials = [
                (frequency, 0.5, length), (frequency * 3.93, 0.12, length * 0.32),
                (frequency * 9.6, 0.035, 0.12), (frequency * 1.003, 0.08, length * 0.8),
            ]
            pan = (math.log2(frequency / 262)) * 0.35
            canvas.add((number * 8 + index) * eighth, ring(2.2, partials, 0.004), pan, strength)
            if index == 0:
                canvas.add(number * 8 * eighth, ring(2.2, [(frequency / 2, 0.22, 1.4)], 0.008), 0, 1)
    canvas.echo(0.19, 0.35, 0.5, 0.14)
    canvas.close()
    return canvas


def kalimba():
    """A thumb piano with a slow, circling tune, in five tones that never quarrel."""
    canvas = Canvas(16)
    beat = 0.4
    tune = [
        (0, "G4"), (0, "G3"), (1, "B4"), (2, "D5"), (3.5, "E5"), (4, "D5"), (6, "B4"), (7, "A4"),
        (8, "E4"), (8, "E3"), (9, "G4"), (10, "B4"), (11.5, "D5"), (12, "B4"), (14, "A4"), (15, "G4"),
        (16, "C4"), (16, "C5"), (17, "E5"), (18, "G5"), (19.5, "E5"), (20, "D5"), (22, "C5"), (23, "D5"),
        (24, "G4"), (24, "D4"), (25, "B4"), (26, "D5"), (27.5, "G5"), (28, "D5"), (30, "B4"), (31, "D5"),
        (32, "G5"), (32, "G3"), (33, "D5"), (34, "B4"), (35, "G4"),
    ]
    chance = random.Random(3)
    for at, name in tune:
        frequency = note(name)
        length = 2.0 * (392 / frequency) ** 0.4
        partials = [
            (frequency, 0.5, length), (frequency * 2.0, 0.06, length * 0.5), (frequency * 5.43, 0.11, 0.22),
            (frequency * 8.9, 0.05, 0.09), (frequency * 0.9985, 0.14, length * 1.1),
        ]
        pan = (math.log2(frequency / 392)) * 0.4
        late = chance.uniform(0, 0.012)
        canvas.add(at * beat + late, ring(3, partials, 0.0025), pan, chance.uniform(0.8, 1.0))
    canvas.echo(0.3, 0.4, 0.6, 0.16)
    canvas.close()
    return canvas


def birds():
    """Three birds of no species in the trees, over the stir of leaves."""
    canvas = Canvas(18)
    chance = random.Random(11)

    def chirp(seconds, path, wobble=0.0, speed=0.0):
        """A whistle whose pitch follows (part of the time, frequency)."""
        count = round(seconds * RATE)
        out = array.array("d", bytes(8 * count))
        angle = 0.0
        segment = 0
        for i in range(count):
            x = i / count
            while segment + 2 < len(path) and x > path[segment + 1][0]:
                segment += 1
            (x0, f0), (x1, f1) = path[segment], path[segment + 1]
            frequency = f0 * (f1 / f0) ** rise((x - x0) / (x1 - x0))
            frequency *= 1 + wobble * math.sin(2 * math.pi * speed * i / RATE)
            angle += 2 * math.pi * frequency / RATE
            loud = rise(x / 0.15) * rise((1 - x) / 0.3)
            out[i] = loud * (math.sin(angle) + 0.08 * math.sin(2 * angle) + 0.03 * math.sin(3 * angle))
        return out

    def blackbird(start, pan):
        base = chance.choice([1750, 1960, 2200])
        at = start
        for _ in range(chance.randint(3, 5)):
            low, high = base * chance.uniform(0.8, 1.0), base * chance.uniform(1.1, 1.6)
            length = chance.uniform(0.16, 0.38)
            path = chance.choice([
                [(0, low), (0.5, high), (1, low * 1.1)], [(0, high), (0.6, low), (1, low)],
                [(0, low), (1, high)], [(0, low), (0.3, high), (0.6, low), (1, high)],
            ])
            canvas.add(at, chirp(length, path), pan, 0.5)
            at += length + chance.uniform(0.03, 0.1)
        canvas.add(at, chirp(0.3, [(0, 4200), (0.5, 5600), (1, 4600)], 0.06, 38), pan, 0.14)

    def tit(start, pan):
        for index in range(4):
            canvas.add(start + index * 0.36, chirp(0.13, [(0, 4150), (1, 4000)]), pan, 0.30)
            canvas.add(start + index * 0.36 + 0.17, chirp(0.14, [(0, 3150), (1, 3080)]), pan, 0.34)

    def warbler(start, pan):
        for index in range(11):
            high = 3700 - 130 * index
            canvas.add(start + index * 0.105, chirp(0.085, [(0, high * 1.2), (1, high * 0.8)]), pan,
                       0.16 + 0.02 * index)
        canvas.add(start + 1.2, chirp(0.32, [(0, 2300), (0.5, 3300), (1, 2500)]), pan, 0.34)

    for start, bird, pan in [
        (0.3, blackbird, -0.5), (2.8, tit, 0.6), (4.4, blackbird, -0.4), (6.2, warbler, 0.15), (7.9, tit, 0.65),
        (8.6, blackbird, -0.55), (10.9, warbler, 0.2), (11.6, blackbird, -0.45), (12.6, tit, 0.6),
        (14.2, blackbird, -0.5), (15.4, warbler, 0.1),
    ]:
        bird(start, pan)
    # Leaves: noise through a slow band.
    for channel in canvas.left, canvas.right:
        low = band = 0.0
        for i in range(canvas.count):
            at = i / canvas.count
            strength = 0.004 * math.sin(math.pi * at) * (1 + 0.5 * math.sin(2 * math.pi * 3 * at))
            low += 0.12 * (chance.uniform(-1, 1) - low)
            band += 0.02 * (low - band)
            channel[i] += strength * (low - band) * 4
    canvas.echo(0.083, 0.5, 0.4, 0.2)
    canvas.echo(0.21, 0.35, 0.6, 0.12)
    canvas.close(0.02, 0.6)
    return canvas


def bell():
    """A church bell far away, struck four times, with all its hum."""
    canvas = Canvas(13.5)
    strike = 196.0 * 2
    shape = [
        (0.5, 0.30, 7.0), (1.0, 0.32, 4.6), (1.196, 0.26, 3.6), (1.5, 0.12, 2.6), (2.0, 0.34, 3.0),
        (2.5, 0.10, 1.6), (2.67, 0.10, 1.5), (3.0, 0.12, 1.2), (4.0, 0.09, 0.8), (5.33, 0.05, 0.5),
        (6.7, 0.03, 0.3),
    ]
    for index, start in enumerate((0, 3, 6, 9)):
        partials = []
        for number, (multiple, amplitude, decay) in enumerate(shape):
            frequency = strike * multiple
            # No bell is round: every partial is a pair, and beats.
            partials += [(frequency, amplitude * 0.6, decay),
                         (frequency * (1 + 0.0011 + 0.0002 * number), amplitude * 0.4, decay * 0.9)]
        tone = ring(6.5, partials, 0.003)
        canvas.add(start, tone, -0.12 if index % 2 else 0.12, 0.9 if index % 2 else 1.0)
    canvas.echo(0.29, 0.45, 0.6, 0.18)
    canvas.close(0.003, 1.5)
    return canvas


def bowl():
    """A singing bowl: one deep tone that swells, shimmers and takes its time."""
    canvas = Canvas(18)
    for start, base, gain in (0, 174.6, 1.0), (7, 220.0, 0.8):
        shape = [(1, 0.50, 9), (2.71, 0.34, 7), (5.18, 0.15, 4.5), (8.2, 0.05, 2.2), (11.8, 0.015, 1.0)]
        for multiple, amplitude, decay in shape:
            frequency = base * multiple
            for side, shift in (-1, -0.55), (1, 0.55):
                tone = ring(11, [(frequency + shift * multiple ** 0.3, amplitude, decay)], 0.05)
                canvas.add(start, tone, 0.55 * side, gain * 0.7)
    canvas.echo(0.41, 0.4, 0.65, 0.12)
    canvas.close(0.01, 2.0)
    return canvas


def musicbox():
    """A music box with a small waltz, all in high, clear tines."""
    canvas = Canvas(18)
    beat = 0.375
    melody = [
        (0, "E6"), (2, "D6"), (3, "C6"), (5, "G5"), (6, "A5"), (7, "C6"), (8, "E6"), (9, "D6"),
        (12, "F6"), (14, "E6"), (15, "D6"), (17, "A5"), (18, "B5"), (19, "D6"), (20, "F6"), (21, "E6"),
        (24, "G6"), (26, "E6"), (27, "C6"), (29, "E6"), (30, "F6"), (31, "E6"), (32, "D6"), (33, "A5"),
        (36, "G5"), (37, "B5"), (38, "D6"), (39, "C6"),
    ]
    chords = [("C5", "E5", "G5"), ("C5", "E5", "G5"), ("A4", "C5", "E5"), ("G4", "B4", "D5"),
              ("D5", "F5", "A5"), ("D5", "F5", "A5"), ("G4", "B4", "D5"), ("C5", "E5", "G5"),
              ("C5", "E5", "G5"), ("A4", "C5", "E5"), ("F4", "A4", "C5"), ("D5", "F5", "A5"), ("G4", "B4", "D5")]

    def tine(name, gain, at):
        frequency = note(name)
        length = 1.5 * (1047 / frequency) ** 0.5
        partials = [(frequency, 0.4, length), (frequency * 2.0, 0.05, length * 0.4),
                    (frequency * 6.27, 0.06, 0.07), (frequency * 1.0016, 0.12, length)]
        canvas.add(at, ring(2.5, partials, 0.0025), math.log2(frequency / 800) * 0.3, gain)

    for at, name in melody:
        tine(name, 1.0, at * beat)
    for bar, chord in enumerate(chords):
        for index, name in enumerate(chord):
            tine(name, 0.55 if index == 0 else 0.38, (bar * 3 + index) * beat)
    tine("C5", 0.6, 39 * beat)
    canvas.echo(0.11, 0.4, 0.5, 0.15)
    canvas.close()
    return canvas


def digital():
    """The four beeps of every bedside clock, only rounder, in two pitches by turns."""
    canvas = Canvas(8)
    odd = [1.0, 0, 0.22, 0, 0.06]
    for second in range(8):
        for index in range(4 if second % 2 == 0 else 2):
            frequency = 1046.5 if second % 4 < 2 else 1174.7
            beep = swell(0.085, frequency, odd, 0.008, 0.02)
            canvas.add(second + index * 0.14, beep, 0, 0.6)
    canvas.close(0.003, 0.05)
    return canvas


def klaxon():
    """A horn that rises and falls without pity, for what must not be slept through."""
    canvas = Canvas(6)
    count = canvas.count
    angle = [0.0, 0.0]
    mono = array.array("d", bytes(8 * count))
    for i in range(count):
        at = i / RATE
        sweep = (1 - math.cos(2 * math.pi * at / 1.5)) / 2
        value = 0.0
        for voice, ratio in enumerate((1.0, 1.26)):
            angle[voice] += 2 * math.pi * 440 * 2 ** (0.75 * sweep) * ratio / RATE
            a = angle[voice]
            value += math.sin(a) + 0.5 * math.sin(2 * a) + 0.38 * math.sin(3 * a) + 0.2 * math.sin(4 * a) \
                + 0.14 * math.sin(5 * a) + 0.08 * math.sin(6 * a)
        # It takes breath at the end of each sweep.
        breath = at % 1.5
        mono[i] = 0.3 * value * rise(breath / 0.02) * rise((1.5 - breath) / 0.12)
    canvas.add(0, mono)
    canvas.close(0.01, 0.05)
    return canvas


SOUNDS = [dawn, birds, marimba, kalimba, musicbox, bell, bowl, digital, klaxon]


# MARK: Loudness (ITU-R BS.1770-4)

def biquad(samples, b, a):
    out = array.array("d", bytes(8 * len(samples)))
    x1 = x2 = y1 = y2 = 0.0
    for i, x in enumerate(samples):
        y = b[0] * x + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2
        x2, x1, y2, y1 = x1, x, y1, y
        out[i] = y
    return out


def loudness(left, right):
    """Integrated loudness in LUFS of stereo at 48 kHz."""
    squares = []
    for channel in left, right:
        shelf = biquad(channel, (1.53512485958697, -2.69169618940638, 1.19839281085285),
                       (-1.69065929318241, 0.73248077421585))
        weighted = biquad(shelf, (1.0, -2.0, 1.0), (-1.99004745483398, 0.99007225036621))
        total, sums = 0.0, [0.0]
        for value in weighted:
            total += value * value
            sums.append(total)
        squares.append(sums)
    block, step = RATE * 4 // 10, RATE // 10
    powers = [sum(sums[start + block] - sums[start] for sums in squares) / block
              for start in range(0, len(left) - block + 1, step)]
    powers = [power for power in powers if power > 0 and -0.691 + 10 * math.log10(power) > -70]
    gate = -0.691 + 10 * math.log10(sum(powers) / len(powers)) - 10
    powers = [power for power in powers if -0.691 + 10 * math.log10(power) > gate]
    return -0.691 + 10 * math.log10(sum(powers) / len(powers))


def true_peak(samples):
    """The largest value of the wave through the samples, looked at four times as often around the high ones."""
    highest = max(map(abs, samples), default=0.0)
    peak = highest
    reach = 16
    for i in range(reach, len(samples) - reach):
        if abs(samples[i]) < highest * 0.8:
            continue
        for quarter in (0.25, 0.5, 0.75):
            value = 0.0
            for tap in range(-reach + 1, reach + 1):
                x = quarter - tap
                window = 0.5 + 0.5 * math.cos(math.pi * x / reach)
                value += samples[i + tap] * math.sin(math.pi * x) / (math.pi * x) * window
            peak = max(peak, abs(value))
    return peak


def limit(canvas, ceiling):
    """Holds what is above the ceiling down, smoothly, over some milliseconds before and after."""
    left, right = canvas.left, canvas.right
    ahead, release = round(0.004 * RATE), math.exp(-1 / (0.12 * RATE))
    needed = [min(1.0, ceiling / max(abs(a), abs(b), 1e-12)) for a, b in zip(left, right)]
    # The least gain of the next milliseconds, then let go slowly, then made round.
    least, queue = [1.0] * len(needed), []
    for i in range(len(needed) + ahead):
        value = needed[i] if i < len(needed) else 1.0
        while queue and queue[-1][1] >= value:
            queue.pop()
        queue.append((i, value))
        if queue[0][0] < i - 2 * ahead:
            queue.pop(0)
        if i >= ahead:
            least[i - ahead] = queue[0][1]
    gain, held = 1.0, []
    for value in least:
        gain = value if value < gain else 1 - (1 - gain) * release
        gain = min(gain, value)
        held.append(gain)
    total, window = float(ahead), [1.0] * ahead
    for i, value in enumerate(held):
        total += value - window[i % ahead]
        window[i % ahead] = value
        smooth = total / ahead
        j = i - ahead // 2
        if j >= 0:
            left[j] *= smooth
            right[j] *= smooth


def level(canvas):
    """Brings a round to its loudness and under its peak; returns both."""
    ceiling = 10 ** (PEAK / 20)
    for _ in range(4):
        gain = 10 ** ((LOUDNESS - loudness(canvas.left, canvas.right)) / 20)
        for channel in canvas.left, canvas.right:
            for i in range(canvas.count):
                channel[i] *= gain
        if max(map(abs, canvas.left)) > ceiling * 0.95 or max(map(abs, canvas.right)) > ceiling * 0.95:
            limit(canvas, ceiling * 0.95)
        else:
            break
    peak = max(true_peak(canvas.left), true_peak(canvas.right))
    if peak > ceiling:
        for channel in canvas.left, canvas.right:
            for i in range(canvas.count):
                channel[i] *= ceiling / peak
        peak = ceiling
    return loudness(canvas.left, canvas.right), 20 * math.log10(peak)


# MARK: Files

def write(path, canvas):
    """Writes 16-bit WAV, with noise of one step so that quiet ends do not crackle; silence stays silent."""
    chance = random.Random(1)
    values = array.array("h")
    for pair in zip(canvas.left, canvas.right):
        for value in pair:
            noise = chance.random() - chance.random() if abs(value) > 1e-6 else 0
            values.append(max(-32768, min(32767, round(value * 32767 + noise))))
    with wave.open(path, "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(values.tobytes())


def make(sound, folder):
    name = sound.__name__
    canvas = sound()
    lufs, peak = level(canvas)
    path = os.path.join(folder, name + ".wav")
    write(path, canvas)
    print(f"{name:9} {canvas.count / RATE:5.1f} s  {lufs:6.1f} LUFS  {peak:5.1f} dBTP", flush=True)
    return path


def encode(sound, folder):
    name = sound.__name__
    path = os.path.join(HERE, name + ".opus")
    # The same serial each time, so that the same samples are the same file.
    subprocess.run(
        ["opusenc", "--quiet", "--bitrate", "24", "--vbr", "--comp", "10", "--serial", "1", "--title", name,
         "--artist", "The Wecker authors", "--comment", "LICENSE=Apache-2.0", make(sound, folder), path], check=True)


def main(words):
    if not words:
        sys.exit(__doc__)
    chosen = [sound for sound in SOUNDS if not words[1:] or sound.__name__ in words[1:]]
    if words[0] == "--encode":
        with tempfile.TemporaryDirectory() as folder:
            for sound in chosen:
                encode(sound, folder)
        return
    os.makedirs(words[0], exist_ok=True)
    for sound in chosen:
        make(sound, words[0])


if __name__ == "__main__":
    main(sys.argv[1:])
