# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
"""What is in a recording: which pitches, when, how long and how loud."""

import array, math, struct

# The length of a window in seconds, and the level of a sample below which it is silence.
WINDOW, SILENCE = 0.02, 60


class Stretch:
    """A part of a recording of one pitch, or of silence, whose pitch is 0."""

    def __init__(self, start, end, pitch, peak):
        self.start, self.end, self.pitch, self.peak = start, end, pitch, peak

    def __repr__(self):
        return f"{self.start:.2f}-{self.end:.2f} s {self.pitch:.0f} Hz {self.peak}"


def frames(data):
    """The rate and the left channel of a 16-bit WAV; its sizes are not there where its writer was killed."""
    if len(data) < 44:
        return 44100, array.array("h")
    channels, = struct.unpack_from("<H", data, 22)
    rate, = struct.unpack_from("<I", data, 24)
    start = data.index(b"data") + 8
    samples = array.array("h")
    samples.frombytes(data[start:start + (len(data) - start) // (2 * channels) * 2 * channels])
    return rate, samples[::channels]


def pitch(samples, rate):
    """By where it rises through zero."""
    rises = [index for index in range(1, len(samples)) if samples[index - 1] < 0 <= samples[index]]
    return (len(rises) - 1) * rate / (rises[-1] - rises[0]) if len(rises) > 2 else 0.0


def onset(samples, rate):
    """Seconds from the beginning to the first sample that is heard."""
    return next((index / rate for index, sample in enumerate(samples) if abs(sample) > SILENCE), None)


def stretches(samples, rate, shortest=0.2):
    """Its parts in order, without those that are shorter than `shortest` seconds."""
    window, runs = int(rate * WINDOW), []
    for start in range(0, len(samples) - window + 1, window):
        part = samples[start:start + window]
        peak = max(max(part), -min(part))
        tone = pitch(part, rate) if peak > SILENCE else 0.0
        if runs and abs(runs[-1][2] - tone) <= 0.06 * tone:
            runs[-1][1], runs[-1][3] = start + window, max(runs[-1][3], peak)
        else:
            runs.append([start, start + window, tone, peak])
    found = []
    for start, end, tone, peak in runs:
        if end - start >= shortest * rate:
            # Once more over all of it, which is exact to a tenth of a hertz.
            tone = pitch(samples[start:end], rate) if tone else 0.0
            if found and abs(found[-1].pitch - tone) <= 0.01 * tone:
                found[-1].end, found[-1].peak = end / rate, max(found[-1].peak, peak)
            else:
                found.append(Stretch(start / rate, end / rate, tone, peak))
    return found


def tone(hertz, seconds=2, rate=44100, level=16000):
    """A WAV of a sine with a whole number of waves, so that its rounds join."""
    samples = array.array("h", (
        round(level * math.sin(2 * math.pi * hertz * index / rate)) for index in range(seconds * rate)))
    body = samples.tobytes()
    shape = struct.pack("<IHHIIHH", 16, 1, 1, rate, rate * 2, 2, 16)
    return (b"RIFF" + struct.pack("<I", 36 + len(body)) + b"WAVEfmt " + shape
            + b"data" + struct.pack("<I", len(body)) + body)
