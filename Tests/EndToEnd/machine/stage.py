# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
"""The machine that every scenario starts from: Debian with Wecker's package, booted once, and saved as it stood."""

import datetime, glob, hashlib, io, os, shutil, subprocess, tarfile, tempfile

from machine import Machine
from recording import tone

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
CACHE = f"{ROOT}/.build/e2e"
IMAGE = f"{CACHE}/machine"
READY = f"{CACHE}/ready"
# Where the scenarios find what they play and run, in the machine.
FILES = "/usr/lib/wecker-e2e"


def package():
    found = sorted(glob.glob(f"{ROOT}/.build/deb/wecker_*.deb"))
    if len(found) != 1:
        raise SystemExit(f"e2e: make deb first: there are {len(found)} packages in .build/deb")
    return found[0]


def newer(package, folder):
    """The same package as a later version."""
    subprocess.run(["dpkg-deb", "-R", package, f"{folder}/newer"], check=True)
    control = f"{folder}/newer/DEBIAN/control"
    with open(control) as file:
        lines = file.read().splitlines()
    with open(control, "w") as file:
        file.writelines(line + ("+newer" if line.startswith("Version:") else "") + "\n" for line in lines)
    subprocess.run(["dpkg-deb", "-Znone", "-b", f"{folder}/newer", f"{folder}/newer.deb"], check=True,
                   stdout=subprocess.DEVNULL)
    return f"{folder}/newer.deb"


def write_payload(path, package, folder):
    """What the machine is given, as a tar that it reads as a disk."""
    with tarfile.open(path, "w") as tar:
        tar.add(package, "wecker.deb")
        tar.add(newer(package, folder), "newer.deb")
        for name in sorted(os.listdir(f"{HERE}/guest")):
            tar.add(f"{HERE}/guest/{name}", name)
        for hertz in (440, 660, 880):
            sound = tone(hertz)
            entry = tarfile.TarInfo(f"{hertz}.wav")
            entry.size, entry.mode = len(sound), 0o644
            tar.addfile(entry, io.BytesIO(sound))
    # Disks have whole sectors.
    os.truncate(path, (os.path.getsize(path) + 511) // 512 * 512)


def fingerprint(package):
    digest = hashlib.sha256()
    words = [f"{IMAGE}/made", f"{HERE}/stage.py", f"{HERE}/machine.py", *sorted(glob.glob(f"{HERE}/guest/*"))]
    for path in [package, *words]:
        with open(path, "rb") as file:
            digest.update(file.read())
    digest.update(subprocess.run(["qemu-system-x86_64", "--version"], capture_output=True, check=True).stdout)
    return digest.hexdigest()


def prepare():
    """Makes what is not there, or of another package than that of now; it takes a minute."""
    subprocess.run([f"{HERE}/build", IMAGE], check=True)
    made = fingerprint(package())
    try:
        with open(f"{READY}/made") as file:
            if file.read() == made:
                return
    except FileNotFoundError:
        pass
    print("e2e: installing the package in it, and saving the machine as it stands then", flush=True)
    shutil.rmtree(READY, ignore_errors=True)
    os.makedirs(READY)
    with tempfile.TemporaryDirectory() as folder:
        write_payload(f"{READY}/payload", package(), folder)
    subprocess.run(["cp", "--sparse=always", f"{IMAGE}/root.ext4", f"{READY}/root.ext4"], check=True)
    machine = Machine(IMAGE, f"{READY}/root.ext4", f"{READY}/log", f"{READY}/payload", keep=True)
    try:
        machine.say(f"tar -C {FILES} -xf /dev/vdb && chown -R root:root {FILES} && dpkg -i {FILES}/wecker.deb", 300)
        # No alarm is set yet; whoever goes on from here sets the clock first, and starts the service then.
        machine.say("udevadm settle; until [ -e /proc/asound/Intel ]; do sleep 0.2; done; "
                    "systemctl stop alarmd.service; rm -rf /var/lib/alarmd/*; sync")
        machine.save(f"{READY}/state")
    finally:
        machine.cut_power()
    with open(f"{READY}/made", "w") as file:
        file.write(made)


class Stage:
    """Machines for one scenario, in a folder of its own."""

    def __init__(self, name):
        self.folder = f"{CACHE}/out/{name}"
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        self.disk, self.runs, self.machine = f"{READY}/root.ext4", 0, None

    def _take(self, **arguments):
        self.leave()
        self.runs += 1
        self.machine = Machine(IMAGE, self.disk, f"{self.folder}/{self.runs}", f"{READY}/payload", **arguments)
        return self.machine

    def restored(self, keep=False):
        """A machine that has been up for a while; its disk outlives it where `keep` is set."""
        if keep:
            self.disk = f"{self.folder}/root.ext4"
            subprocess.run(["cp", "--sparse=always", f"{READY}/root.ext4", self.disk], check=True)
        machine = self._take(keep=keep, saved=f"{READY}/state")
        machine.say("hwclock -s && systemctl start alarmd.service")
        return machine

    def booted(self, now):
        """One that is switched on, with the disk that the last one left, when its battery clock reads `now`."""
        base = datetime.datetime.fromtimestamp(now, datetime.timezone.utc)
        return self._take(keep=self.disk != f"{READY}/root.ext4", rtc=f"base={base:%Y-%m-%dT%H:%M:%S},clock=vm")

    def leave(self):
        if self.machine:
            self.machine.end()

    def close(self):
        """Takes away what is large."""
        if self.machine:
            self.machine.cut_power()
        if os.path.exists(f"{self.folder}/root.ext4"):
            os.remove(f"{self.folder}/root.ext4")
