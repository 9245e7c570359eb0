# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
"""What the benchmarks share: a daemon in a folder of its own, a caller of it, and how figures are said."""

import json, os, shutil, signal, socket, statistics, subprocess, tempfile, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAMS = f"{ROOT}/.build/release"
MEMORY_DISK = "/dev/shm" if os.path.isdir("/dev/shm") else None


class Client:
    """A connection to a daemon."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.rest = b""

    def send(self, method, more=False, **parameters):
        call = {"method": f"io.wecker.AlarmClock.{method}", "parameters": parameters}
        if more:
            call["more"] = True
        self.socket.sendall(json.dumps(call).encode() + b"\0")

    def receive(self):
        while b"\0" not in self.rest:
            chunk = self.socket.recv(1 << 16)
            if not chunk:
                raise EOFError
            self.rest += chunk
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.send(method, **parameters)
        reply = self.receive()
        if "error" in reply:
            raise RuntimeError(reply)
        return reply["parameters"]

    def timed(self, method, **parameters):
        start = time.perf_counter()
        self.call(method, **parameters)
        return (time.perf_counter() - start) * 1000


class Daemon:
    """A daemon that can be started and stopped, on a sound output that takes everything."""

    def __init__(self, programs, state=MEMORY_DISK, sound="pcm.!default { type null }\n", configuration=""):
        self.folder = tempfile.mkdtemp(prefix="wecker-bench-", dir=state)
        self.programs = programs
        self.socket = f"{self.folder}/socket"
        self.write("alarmd.conf", configuration)
        self.write("asound.conf", sound.replace("FOLDER", self.folder))
        self.notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notify.bind(f"{self.folder}/notify")
        self.notify.settimeout(20)
        self.zone("Asia/Tokyo")
        self.process = None

    def write(self, name, text):
        with open(f"{self.folder}/{name}", "w") as file:
            file.write(text)

    def zone(self, name):
        os.symlink(f"/usr/share/zoneinfo/{name}", f"{self.folder}/new")
        os.rename(f"{self.folder}/new", f"{self.folder}/localtime")

    def start(self):
        """Milliseconds until it says that it is ready."""
        environment = {
            "PATH": "/usr/bin:/bin", "NOTIFY_SOCKET": f"{self.folder}/notify",
            "TZ": f":{self.folder}/localtime", "ALSA_CONFIG_PATH": f"{self.folder}/asound.conf"}
        words = [f"{self.programs}/alarmd", "--config", f"{self.folder}/alarmd.conf",
                 "--state-dir", f"{self.folder}/state", "--socket", self.socket]
        with open(f"{self.folder}/log", "a") as log:
            start = time.perf_counter()
            self.process = subprocess.Popen(words, env=environment, stderr=log)
            while b"READY=1" not in self.notify.recv(4096):
                pass
            return (time.perf_counter() - start) * 1000

    def resident(self):
        """kB of memory that it has."""
        return status(self.process.pid, "VmRSS")

    def stop(self):
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait()
            self.process = None

    def remove(self):
        self.stop()
        shutil.rmtree(self.folder)


def status(process, name):
    """A figure of /proc/PID/status."""
    with open(f"/proc/{process}/status") as file:
        return next((int(line.split()[1]) for line in file if line.startswith(name + ":")), 0)


def anonymous(process):
    """kB of memory of its own."""
    with open(f"/proc/{process}/smaps_rollup") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("Anonymous:"))


def record(name, unit, ours, peer=None, theirs=None, wanted=None):
    """Prints a figure of ours beside that of another, and keeps it for the table of `make bench`; less is better."""
    beside = f"{peer} {theirs:.3f} {unit}, ratio {ours / theirs:.3f}" if theirs else ""
    print(f"  {name:34} {ours:.3f} {unit}   {beside}{f'   wanted {wanted}' if wanted else ''}", flush=True)
    keep(name=name, unit=unit, ours=ours, peer=peer, theirs=theirs, wanted=wanted)


def keep(**row):
    """Keeps a row for the table of `make bench`, where that runs."""
    if "WECKER_BENCH" in os.environ:
        with open(os.environ["WECKER_BENCH"], "a") as file:
            file.write(json.dumps(row) + "\n")


def say(what, milliseconds, wanted=""):
    """Prints the median and the worst."""
    milliseconds = sorted(milliseconds)
    middle, last = statistics.median(milliseconds), milliseconds[-1]
    high = milliseconds[int(len(milliseconds) * 0.95)] if len(milliseconds) > 1 else last
    print(f"  {what:34} median {middle:8.2f} ms   95 % {high:8.2f} ms   most {last:8.2f} ms   {wanted}", flush=True)
    keep(name=what, unit="ms", ours=middle, peer=None, theirs=None, wanted=wanted.removeprefix("wanted ") or None)
