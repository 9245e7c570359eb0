# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
"""Writes the sound files that the tests play into a folder, and what is right for each into its `manifest`.

A line of the manifest is: name, verdict, frames, rate, channels and the first samples as 16-bit values, between
tabs. The verdict is `play`; `error`; or `either`, for what is cut off: some of it is played, or it is an error, and
neither takes long. The bytes of WAV files are built here; other formats are written by libsndfile.
"""

import ctypes
import ctypes.util
import math
import os
import struct
import sys

PCM = b"\x01\x00\x00\x00\x00\x00\x10\x00\x80\x00\x00\xaa\x00\x38\x9b\x71"
FLOAT = b"\x03\x00" + PCM[2:]


def chunk(name, body, size=None):
    return name + struct.pack("<I", len(body) if size is None else size) + body + b"\0" * (len(body) % 2)


def riff(*chunks, size=None):
    body = b"".join(chunks)
    return b"RIFF" + struct.pack("<I", 4 + len(body) if size is None else size) + b"WAVE" + body


def fmt(channels=1, rate=44100, bits=16, tag=1, more=b""):
    frame = channels * bits // 8
    return chunk(b"fmt ", struct.pack("<HHIIHH", tag, channels, rate, rate * frame, frame, bits) + more)


def extensible(channels, rate, bits, mask, guid=PCM):
    return fmt(channels, rate, bits, 0xFFFE, struct.pack("<HHI", 22, bits, mask) + guid)


def tone(frames, rate=44100, level=0.5):
    return [round(level * 32767 * math.sin(2 * math.pi * 440 * i / rate)) for i in range(frames)]


def s16(values):
    return b"".join(struct.pack("<h", value) for value in values)


def s24(values):
    return b"".join(struct.pack("<i", value)[:3] for value in values)


def each(values, channels):
    return [value for value in values for _ in range(channels)]


TONE = tone(4410)
FIRST = TONE[:8]
DATA = chunk(b"data", s16(TONE))
DEEP = [0, 8388607, -8388608, 4194304, -4194304, 256, -256, 255]
DEEP_FIRST = [0, 32767, -32768, 16384, -16384, 1, -1, 1]
FLOATS = struct.pack("<8f", 0.0, 0.5, -0.5, 1.0, -1.0, 1.5, -2.0, float("nan"))
FLOATS_FIRST = [0, 16384, -16384, 32767, -32768, 32767, -32768, 0]
INFO = b"INFO" + b"ISFT" + struct.pack("<I", 14) + b"maker 1.0 made"


def wavs():
    """Yields name, bytes, verdict, frames, rate, channels, first samples (of the left side)."""
    def play(name, data, frames=4410, rate=44100, channels=1, first=FIRST):
        return name, data, "play", frames, rate, channels, first

    def error(name, data):
        return name, data, "error", 0, 0, 0, []

    yield play("plain_mono.wav", riff(fmt(), DATA))
    yield play("ext16_stereo.wav", riff(extensible(2, 48000, 16, 3), chunk(b"data", s16(each(TONE, 2)))),
               rate=48000, channels=2)
    yield play("ext24_mono.wav", riff(extensible(1, 44100, 24, 4), chunk(b"data", s24(DEEP))), 8, first=DEEP_FIRST)
    yield play("float32.wav", riff(fmt(1, 44100, 32, 3, b"\0\0"), chunk(b"fact", struct.pack("<I", 8)),
                                   chunk(b"data", FLOATS)), 8, first=FLOATS_FIRST)
    yield play("ext_float32.wav", riff(extensible(1, 44100, 32, 4, FLOAT), chunk(b"fact", struct.pack("<I", 8)),
                                       chunk(b"data", FLOATS)), 8, first=FLOATS_FIRST)
    yield play("u8.wav", riff(fmt(1, 8000, 8), chunk(b"data", bytes([128, 255, 0, 192, 64, 128, 129, 127]))),
               8, 8000, first=[0, 32512, -32768, 16384, -16384, 0, 256, -256])
    yield play("s24_3byte.wav", riff(fmt(1, 44100, 24), chunk(b"data", s24(DEEP))), 8, first=DEEP_FIRST)
    yield play("s32.wav", riff(fmt(1, 44100, 32), chunk(b"data", b"".join(struct.pack("<i", v * 256) for v in DEEP))),
               8, first=DEEP_FIRST)
    odd = [100 * i - 5000 for i in range(101)]
    yield play("s24_odd_length.wav", riff(fmt(1, 44100, 24), chunk(b"data", s24([v * 256 for v in odd]))), 101,
               first=odd[:8])
    yield play("list_before_data.wav", riff(fmt(), chunk(b"LIST", INFO), DATA))
    yield play("junk_before_fmt.wav", riff(chunk(b"JUNK", b"\xff" * 28), fmt(), DATA))
    yield play("odd_chunk_padded.wav", riff(fmt(), chunk(b"note", b"x" * 27), DATA))
    yield play("list_after_data.wav", riff(fmt(), DATA, chunk(b"LIST", INFO)))
    yield play("fmt18.wav", riff(fmt(more=b"\0\0"), DATA))
    yield play("wav_named.mp3", riff(fmt(), DATA))
    yield play("data_ffffffff.wav", riff(fmt(), chunk(b"data", s16(TONE), 0xFFFFFFFF), size=0xFFFFFFFF))
    yield play("data_7ffff000.wav", riff(fmt(), chunk(b"data", s16(TONE), 0x7FFFF000), size=0x7FFFF024))
    yield play("data_longer_than_file.wav", riff(fmt(), chunk(b"data", s16(TONE), 88200)))
    yield play("data_zero_streamed.wav", riff(fmt(), chunk(b"data", s16(TONE), 0), size=0))
    yield play("data_zero_riff_ffffffff.wav", riff(fmt(), chunk(b"data", s16(TONE), 0), size=0xFFFFFFFF))
    yield play("data_zero_riff_right.wav", riff(fmt(), chunk(b"data", s16(TONE), 0)))
    yield play("data_zero_after_list.wav", riff(fmt(), chunk(b"LIST", INFO), chunk(b"data", s16(TONE), 0), size=0))
    yield play("data_zero_24_bit.wav", riff(fmt(1, 44100, 24), chunk(b"data", s24(DEEP), 0), size=0), 8,
               first=DEEP_FIRST)
    yield play("stray_bytes_stereo.wav", riff(fmt(2), chunk(b"data", s16(each(TONE, 2)) + b"\1\2\3")), channels=2)
    for rate, frames in (8000, 800), (22050, 2205), (192000, 19200):
        yield play(f"rate{rate}_mono.wav", riff(fmt(1, rate), chunk(b"data", s16(tone(frames, rate)))), frames, rate,
                   first=tone(8, rate))
    wide = chunk(b"data", s16(each(tone(9600, 96000), 2)))
    yield play("rate96000_stereo.wav", riff(extensible(2, 96000, 16, 3), wide), 9600, 96000, 2, tone(8, 96000))
    yield play("six_channels.wav", riff(extensible(6, 48000, 16, 0x3F), chunk(b"data", s16(each(TONE, 6)))),
               rate=48000, channels=6)
    yield play("click_bounds.wav", riff(fmt(), chunk(b"data", s16([20000] * 4410))), first=[20000] * 8)

    yield error("data_empty.wav", riff(fmt(), chunk(b"data", b"")))
    yield error("data_empty_list_after.wav", riff(fmt(), chunk(b"data", b""), chunk(b"LIST", INFO)))
    yield error("fmt_size_forged.wav", b"RIFF" + struct.pack("<I", 36) + b"WAVE" + b"fmt "
                + struct.pack("<I", 0xFFFFFFF7) + fmt()[8:] + chunk(b"data", s16(TONE[:4])))
    yield error("chunk_size_forged.wav", riff(fmt(), chunk(b"LIST", INFO, 0xFFFFFFF7), DATA))
    yield error("rate_zero.wav", riff(fmt(rate=0), DATA))
    yield error("rate_huge.wav", riff(fmt(rate=0x7FFFFFFF), DATA))
    yield error("channels_zero.wav", riff(fmt(channels=0), DATA))
    yield error("channels_1024.wav", riff(fmt(channels=1024), chunk(b"data", s16(each(TONE[:8], 1024)))))
    yield error("empty.wav", b"")
    yield error("eleven_bytes.wav", b"RIFF\0\0\0\0WAV")
    yield error("no_data.wav", riff(fmt()))
    common = struct.pack(">IhIh", 18, 2, 0xFFFFFFFF, 16) + b"\x40\x0e\xac\x44" + bytes(6)
    yield error("aiff_claims_4_gib.aiff", b"FORM" + struct.pack(">I", 0xFFFFFFFF) + b"AIFFCOMM" + common
                + b"SSND" + struct.pack(">III", 0xFFFFFFFF, 0, 0))
    yield error("flac_claims_2_36.flac", b"fLaC\x80\0\0\x22\x10\0\x10\0\0\0\0\0\0\0"
                + bytes([0x0A, 0xC4, 0x40, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]) + bytes(16))
    yield error("ogg_page_alone.ogg", b"OggS" + bytes(60))
    yield error("text.wav", b"This is no sound, however long one listens to it.\n")


class Info(ctypes.Structure):
    _fields_ = [("frames", ctypes.c_int64), ("rate", ctypes.c_int), ("channels", ctypes.c_int),
                ("format", ctypes.c_int), ("sections", ctypes.c_int), ("seekable", ctypes.c_int)]


FORMATS = {"wav": 0x10002, "aiff": 0x20002, "au": 0x30002, "caf": 0x180002, "w64": 0xB0002, "flac": 0x170002,
           "ogg": 0x200060, "opus": 0x200064, "mp3": 0x230082}


def encode(path, kind, samples, rate, channels):
    """Writes frames of floats by libsndfile; False where it does not know the format."""
    library = ctypes.CDLL(ctypes.util.find_library("sndfile") or "libsndfile.so.1")
    library.sf_open.restype = ctypes.c_void_p
    library.sf_writef_float.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64]
    library.sf_close.argtypes = [ctypes.c_void_p]
    info = Info(rate=rate, channels=channels, format=FORMATS[kind])
    handle = library.sf_open(path.encode(), 0x20, ctypes.byref(info))
    if not handle:
        return False
    block = (ctypes.c_float * len(samples))(*samples)
    # The Vorbis encoder of libsndfile overflows the stack where it is given too much at once.
    step = 4096 * channels
    for start in range(0, len(samples), step):
        count = min(step, len(samples) - start) // channels
        library.sf_writef_float(handle, ctypes.byref(block, start * 4), count)
    library.sf_close(handle)
    return True


def encoded(folder):
    """Yields what `wavs` does, of the other formats, whole and cut."""
    rate = 48000
    second = [value / 32768 for value in tone(rate, rate)]
    for kind in FORMATS:
        path = os.path.join(folder, f"new.{kind}")
        if not encode(path, kind, second, rate, 1):
            print(f"libsndfile writes no {kind} here", file=sys.stderr)
            continue
        data = open(path, "rb").read()
        os.unlink(path)
        # Lossy formats have a frame more or less at their ends; their first samples are not exact.
        exact = kind not in ("ogg", "opus", "mp3")
        yield (f"whole.{kind}", data, "play" if exact else "lossy", rate, rate, 1,
               tone(8, rate) if exact else [])
        yield f"nothing.{kind}", b"", "error", 0, 0, 0, []
        yield f"head_cut.{kind}", data[:20], "error", 0, 0, 0, []
        for percent in 1, 10, 50, 99:
            yield f"cut_{percent}.{kind}", data[:len(data) * percent // 100], "either", rate, rate, 1, []
        # A disk that lost a sector.
        middle = len(data) // 2
        yield (f"hole.{kind}", data[:middle] + bytes(512) + data[middle + 512:], "either", rate, rate, 1, [])
    # Vorbis has its channels in another order than WAV: the second of six is the centre.
    path = os.path.join(folder, "new.ogg")
    six = [value for sample in second for value in (0, sample, 0, 0, 0, 0)]
    if encode(path, "ogg", six, rate, 6):
        yield "centre_of_six.ogg", open(path, "rb").read(), "lossy", rate, rate, 6, []
        os.unlink(path)


def main(folder):
    os.makedirs(folder, exist_ok=True)
    lines = []
    for name, data, *facts, first in list(wavs()) + list(encoded(folder)):
        path = os.path.join(folder, name)
        with open(path + ".new", "wb") as file:
            file.write(data)
        os.replace(path + ".new", path)
        lines.append("\t".join([name, *map(str, facts), ",".join(map(str, first))]))
    with open(os.path.join(folder, "manifest.new"), "w") as file:
        file.write("\n".join(lines) + "\n")
    os.replace(os.path.join(folder, "manifest.new"), os.path.join(folder, "manifest"))


if __name__ == "__main__":
    main(sys.argv[1])
