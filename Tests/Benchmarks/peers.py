# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
"""The daemons that Wecker's is measured beside: cron, atd and mpd, where they are installed and none runs yet."""

import os, shutil, socket, subprocess, tempfile, time

PEERS = {"cron": ["-f"], "atd": ["-f"], "mpd": ["--no-daemon", "FOLDER/mpd.conf"]}
# mpd says that it is ready, as ours does; the others have nothing to say, and are when they sleep for the first time.
SAY = ["mpd"]


class Peer:
    """One of them, in a folder of its own; `fault` is why it does not start."""

    def __init__(self, name):
        self.name, self.process, self.fault = name, None, "is not installed"
        self.path = os.path.realpath(shutil.which(name, path="/usr/sbin:/usr/bin") or "")
        self.folder = tempfile.mkdtemp(prefix="wecker-peer-")
        self.notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notify.bind(f"{self.folder}/notify")
        self.notify.setblocking(False)
        with open(f"{self.folder}/mpd.conf", "w") as file:
            file.write(f'bind_to_address "{self.folder}/socket"\naudio_output {{\ntype "null"\nname "none"\n}}\n')

    def start(self):
        """Milliseconds until it is ready; None where it does not start."""
        if not os.path.isfile(self.path):
            return None
        self.fault = "did not start here"
        words = [self.path, *(word.replace("FOLDER", self.folder) for word in PEERS[self.name])]
        environment = {**os.environ, "NOTIFY_SOCKET": f"{self.folder}/notify"}
        start = time.perf_counter()
        self.process = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while time.perf_counter() < start + 10 and self.process.poll() is None:
            if self.is_ready():
                return (time.perf_counter() - start) * 1000
        self.stop()
        return None

    def is_ready(self):
        if self.name in SAY:
            try:
                return b"READY=1" in self.notify.recv(4096)
            except BlockingIOError:
                return False
        with open(f"/proc/{self.process.pid}/wchan") as file:
            return "nanosleep" in file.read()

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait()
            self.process = None

    def remove(self):
        self.stop()
        self.notify.close()
        shutil.rmtree(self.folder)
