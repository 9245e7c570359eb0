# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
"""The sound card that is not there (Tests/Rig), as the benchmarks see it."""

import os, subprocess, time

from clock import ROOT


def rig():
    """The configuration of a card that keeps real time and forgets what it played."""
    modules = f"{ROOT}/.build/rig"
    os.makedirs(modules, exist_ok=True)
    subprocess.run(["flock", f"{modules}/lock", "make", "-s", "-C", f"{ROOT}/Tests/Rig", f"OUT={modules}"], check=True)
    return (f'pcm_type.rigsink {{ lib "{modules}/libasound_module_pcm_rigsink.so" }}\n'
            'pcm.rig { type rigsink; dir "FOLDER/rig" }\npcm.!default { type rigsink; dir "FOLDER/rig" }\n')


class Card:
    """What the rig says of itself."""

    def __init__(self, folder):
        self.log = f"{folder}/rig/events.log"
        os.makedirs(f"{folder}/rig")
        os.symlink("/dev/null", f"{folder}/rig/played.raw")

    def events(self):
        """All that happened: the CLOCK_MONOTONIC in seconds, and what."""
        if not os.path.exists(self.log):
            return []
        with open(self.log) as log:
            pairs = [line.split(None, 1) for line in log]
        return [(int(at) / 1e9, event.strip()) for at, event in pairs]

    def wait(self, word, after):
        """The CLOCK_MONOTONIC, in seconds, of the first such event after a time."""
        end = time.monotonic() + 10
        while time.monotonic() < end:
            for at, event in self.events():
                if at > after and event.startswith(word):
                    return at
            time.sleep(0.02)
        raise TimeoutError(word)


def monotonic(real):
    """The CLOCK_MONOTONIC of an instant of the wall clock."""
    return real - time.clock_gettime(time.CLOCK_REALTIME) + time.monotonic()
