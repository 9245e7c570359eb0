# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
"""A machine in QEMU: switched on or restored, told what to do, rebooted, and its power cut.

It is computed, not virtualised (TCG): that runs everywhere, and /dev/kvm may be there and run no ordinary kernel.
"""

import json, os, socket, subprocess, time

# Seconds of this machine that a boot may take, and one script within it.
BOOT, SCRIPT = 600, 300
WORDS = ("console=ttyS0 loglevel=4 panic=-1 mitigations=off audit=0 apparmor=0 nowatchdog no_timer_check "
         "random.trust_cpu=on systemd.show_status=0")


class MachineFault(Exception):
    """The machine did not do what it was told; no word about Wecker."""


class Channel:
    """A connection to one of QEMU's sockets, which QEMU makes when it starts."""

    def __init__(self, path, process):
        deadline = time.monotonic() + 20
        while True:
            self.socket = socket.socket(socket.AF_UNIX)
            try:
                self.socket.connect(path)
                break
            except OSError as error:
                self.socket.close()
                if process.poll() is not None or time.monotonic() > deadline:
                    raise MachineFault(f"QEMU has no {path}: {error}") from error
                time.sleep(0.02)
        self.rest = b""

    def _more(self, deadline):
        left = deadline - time.monotonic()
        if left <= 0:
            raise MachineFault("the machine did not answer in time")
        self.socket.settimeout(left)
        try:
            chunk = self.socket.recv(1 << 20)
        except TimeoutError as error:
            raise MachineFault("the machine did not answer in time") from error
        if not chunk:
            raise MachineFault("the machine is gone")
        self.rest += chunk

    def line(self, seconds):
        deadline = time.monotonic() + seconds
        while b"\n" not in self.rest:
            self._more(deadline)
        line, self.rest = self.rest.split(b"\n", 1)
        return line

    def bytes(self, count, seconds):
        deadline = time.monotonic() + seconds
        while len(self.rest) < count:
            self._more(deadline)
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def send(self, data):
        self.socket.sendall(data)


class Machine:
    """One run of QEMU, from the power button to where it ends.

    `image` is the folder that `build` made, `disk` the disk, which the machine changes where `keep` is set, `payload` a
    second one; `saved` the state to go on from in place of a boot; `folder` takes the recordings and the console.
    """

    def __init__(self, image, disk, folder, payload, keep=False, saved=None, rtc="base=utc"):
        os.makedirs(folder, exist_ok=True)
        self.folder = folder
        for name in ("agent", "monitor"):
            if os.path.exists(f"{folder}/{name}"):
                os.remove(f"{folder}/{name}")
        snapshot = "off" if keep else "on"
        words = [
            "qemu-system-x86_64", "-nodefaults", "-display", "none", "-no-reboot", "-M", "pc", "-cpu", "Nehalem",
            "-accel", "tcg,thread=single", "-icount", "shift=1", "-smp", "1", "-m", "512", "-rtc", rtc,
            "-kernel", f"{image}/vmlinuz", "-initrd", f"{image}/initrd", "-append", WORDS,
            "-drive", f"if=virtio,cache=unsafe,format=raw,snapshot={snapshot},file={disk}",
            "-drive", f"if=virtio,format=raw,readonly=on,file={payload}",
            "-serial", f"file:{folder}/console.log",
            "-qmp", f"unix:{folder}/monitor,server=on,wait=off",
            "-chardev", f"socket,id=agent,path={folder}/agent,server=on,wait=off",
            "-device", "virtio-serial-pci", "-device", "virtserialport,chardev=agent,name=wecker-e2e",
            "-audiodev", f"wav,id=card,path={folder}/card.wav,out.frequency=44100,out.channels=2,out.format=s16",
            "-device", "intel-hda,id=hda", "-device", "hda-output,bus=hda.0,audiodev=card",
            "-audiodev", f"wav,id=usb,path={folder}/usb.wav,out.frequency=44100,out.channels=2,out.format=s16",
            "-device", "qemu-xhci,id=xhci"]
        if saved:
            words += ["-incoming", f"exec:cat {saved}"]
        with open(f"{folder}/qemu.log", "a") as log:
            self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            self.agent = Channel(f"{folder}/agent", self.process)
            self._monitor = Channel(f"{folder}/monitor", self.process)
            self._monitor.line(20)
            self.ask("qmp_capabilities")
            if saved:
                # It was saved as it stood still.
                while self.ask("query-status")["status"] == "inmigrate":
                    time.sleep(0.05)
                self.ask("cont")
            else:
                while self.agent.line(BOOT) != b"up":
                    pass
        except BaseException:
            self.cut_power()
            raise

    def ask(self, command, **arguments):
        """Tells QEMU itself."""
        self._monitor.send(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        while True:
            answer = json.loads(self._monitor.line(60))
            if "return" in answer:
                return answer["return"]
            if "error" in answer:
                raise MachineFault(f"QEMU: {command}: {answer['error']['desc']}")

    def start(self, script):
        """Runs a script in the machine, and does not wait for what it says."""
        self.agent.send(script.encode() + b"\0")

    def answer(self, seconds=SCRIPT):
        """The exit code and the output of the script that was started."""
        while True:
            line = self.agent.line(seconds)
            if line != b"up":
                code, count = line.split()
                return int(code), self.agent.bytes(int(count), seconds)

    def run(self, script, seconds=SCRIPT):
        """The exit code and what it said."""
        self.start(script)
        code, said = self.answer(seconds)
        return code, said.decode(errors="replace")

    def say(self, script, seconds=SCRIPT):
        """What a script said that must succeed."""
        code, said = self.run(script, seconds)
        if code != 0:
            raise MachineFault(f"exit {code} of: {script}\n{said}")
        return said.strip()

    def fetch(self, path):
        """The bytes of a file in the machine."""
        self.start(f"cat {path}")
        code, data = self.answer()
        if code != 0:
            raise MachineFault(f"no {path} in the machine")
        return data

    def save(self, path):
        """Keeps the state, and stops."""
        self.ask("stop")
        self.ask("migrate", uri=f"exec:cat > {path}")
        while (status := self.ask("query-migrate")["status"]) != "completed":
            if status in ("failed", "cancelled"):
                raise MachineFault("QEMU could not save its state")
            time.sleep(0.05)
        self.ask("quit")
        self.wait(20)

    def reboot(self):
        """An orderly reboot, up to where QEMU ends."""
        self.start("systemctl reboot")
        self.wait(60)

    def cut_power(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def end(self):
        """Ends QEMU so that its recordings are whole."""
        if self.process.poll() is None:
            self.process.terminate()
            self.wait(20)

    def wait(self, seconds):
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired as error:
            self.cut_power()
            raise MachineFault("QEMU did not end") from error
