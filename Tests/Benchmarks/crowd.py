# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
"""A crowd of clients, most of them well-meaning, and what is measured while it asks."""

import errno, heapq, json, multiprocessing, os, random, resource, select, socket, threading, time

from clock import anonymous


def message(method, more=False, **parameters):
    call = {"method": f"io.wecker.AlarmClock.{method}", "parameters": parameters}
    if more:
        call["more"] = True
    return json.dumps(call).encode() + b"\0"


class Guest:
    """A client that does something from time to time; a kind of it says what."""

    means_well = False

    def __init__(self, crowd, number):
        self.crowd, self.dice, self.socket, self.rest = crowd, random.Random(number), None, b""

    def connect(self):
        self.rest = b""
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.setblocking(False)
        try:
            self.socket.connect(self.crowd.path)
        except BlockingIOError:
            # Too many wait to be let in.
            self.socket.close()
            self.socket = None
            return self.later(0.1)
        self.crowd.add(self)
        self.begin()

    def later(self, seconds):
        self.crowd.later(self, seconds)

    def act(self):
        if self.socket:
            self.step()
        else:
            self.connect()

    def leave(self, pause):
        self.crowd.remove(self)
        self.socket.close()
        self.socket = None
        self.later(pause)

    def send(self, data):
        """How much of it was taken; the end of the connection is met when it is read."""
        try:
            return self.socket.send(data, socket.MSG_NOSIGNAL)
        except BlockingIOError:
            return 0
        except OSError as error:
            if error.errno not in (errno.EPIPE, errno.ECONNRESET):
                raise
            self.ended()
            return 0

    def read(self):
        """What has come, complete messages alone."""
        try:
            data = self.socket.recv(1 << 16)
        except BlockingIOError:
            return []
        except ConnectionResetError:
            data = b""
        if not data:
            self.ended()
            return []
        *messages, self.rest = (self.rest + data).split(b"\0")
        return messages

    def ended(self):
        if self.means_well:
            self.crowd.fault(f"{type(self).__name__}: the daemon ended the connection")
        self.crowd.cut += 1
        self.leave(self.dice.uniform(0.2, 1))

    def begin(self):
        self.step()

    def readable(self):
        self.read()


class Asker(Guest):
    """Asks, reads the answer, thinks, and asks again."""

    means_well = True
    CALLS = [message("Status"), message("List"), message("Next", count=3), message("Next")]

    def begin(self):
        self.later(self.dice.uniform(0, 2))
        self.asked = None

    def step(self):
        if self.asked:
            return self.crowd.fault("Asker: no answer in 10 s")
        self.asked = time.perf_counter()
        self.send(self.dice.choice(self.CALLS))
        self.later(10)

    def readable(self):
        for reply in self.read():
            if b'"error"' in reply or not self.asked:
                self.crowd.fault(f"Asker: {reply[:200]}")
            self.crowd.answered(time.perf_counter() - (self.asked or 0))
            self.asked = None
            self.later(self.dice.uniform(0, 2))


class Dripper(Guest):
    """Sends a byte a second, and reads what comes of it."""

    means_well = True
    CALL = b'{"method":"io.wecker.AlarmClock.Next"}\0'

    def begin(self):
        # Some begin near the end, so that a short run sees answers as well.
        self.sent, self.open = self.dice.randrange(len(self.CALL)), 0
        self.send(self.CALL[: self.sent])
        self.later(self.dice.uniform(0, 1))

    def step(self):
        if self.open:
            self.crowd.fault("Dripper: no answer in a second")
        self.send(self.CALL[self.sent: self.sent + 1])
        self.sent = (self.sent + 1) % len(self.CALL)
        self.open = self.sent == 0
        self.later(1)

    def readable(self):
        for reply in self.read():
            if b'"error"' in reply or not self.open:
                self.crowd.fault(f"Dripper: {reply[:200]}")
            self.open = False
            self.crowd.dripped += 1


class Mute(Guest):
    """Asks for more and more, and reads nothing."""

    def begin(self):
        self.crowd.deafen(self)
        self.send(message("Monitor", more=True))
        self.step()

    def step(self):
        question = message("List") + b'{"method":"org.varlink.service.GetInterfaceDescription","parameters":' \
            b'{"interface":"io.wecker.AlarmClock"}}\0'
        self.send(question * 20)
        if self.socket:
            self.later(self.dice.uniform(0.5, 1.5))


class Leaver(Guest):
    """Goes away in the middle of a message, sometimes of a long one."""

    def step(self):
        length = self.dice.choice([0, 50, 60000])
        self.send(b'{"method":"io.wecker.AlarmClock.Set","parameters":{"label":"' + b"x" * length)
        if self.socket:
            self.later(self.dice.uniform(0.1, 1))
            self.step = self.go

    def go(self):
        del self.step
        if self.dice.random() < 0.3:
            self.socket.shutdown(socket.SHUT_WR)
        self.leave(self.dice.uniform(0, 0.5))


class Babbler(Guest):
    """Sends what is no call, or none that there is."""

    NONSENSE = [b"{}", b"[]", b"\xff\xfe", b'{"method":1}', b'{"method":"a.B","parameters":[]}', b"[" * 3000, b"9" * 400,
                b'{"method":"io.wecker.AlarmClock.Nothing"}', b'{"method":"io.wecker.AlarmClock.Set","parameters":{"id":""}}',
                b'{"method":"io.wecker.AlarmClock.Move","parameters":{"by":1e999}}', b"GET / HTTP/1.1\r\n\r\n"]

    def step(self):
        noise = self.dice.randbytes(self.dice.randrange(1, 4096))
        self.send(self.dice.choice(self.NONSENSE + [noise]) + (b"\0" if self.dice.random() < 0.9 else b""))
        if self.socket:
            self.later(self.dice.uniform(0.1, 1))


class Crowd:
    """Clients of all kinds, in one thread."""

    def __init__(self, path, count):
        limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit[1], limit[1]))
        self.path, self.poll, self.heap, self.turns, self.open = path, select.epoll(), [], {}, {}
        self.faults, self.cut, self.dripped, self.took, self.is_over = [], 0, 0, [], False
        tenth = (count + 1) // 10
        kinds = [Asker] * (count - 4 * tenth) + [Dripper] * tenth + [Mute] * tenth + [Leaver] * tenth + [Babbler] * tenth
        self.guests = [kind(self, number) for number, kind in enumerate(kinds)]

    def add(self, guest):
        self.open[guest.socket.fileno()] = guest
        self.poll.register(guest.socket, select.EPOLLIN)

    def deafen(self, guest):
        # The end of the connection is told all the same.
        self.poll.modify(guest.socket, 0)

    def remove(self, guest):
        self.poll.unregister(guest.socket)
        del self.open[guest.socket.fileno()]

    def later(self, guest, seconds):
        """Lets it act then; what it was to do before is forgotten."""
        turn = self.turns[guest] = self.turns.get(guest, 0) + 1
        heapq.heappush(self.heap, (time.monotonic() + seconds, id(guest), turn, guest))

    def fault(self, text):
        if not self.is_over:
            self.faults.append(text)

    def answered(self, seconds):
        self.took.append(seconds * 1000)

    def run(self):
        for guest in self.guests:
            guest.connect()
        while not self.is_over:
            pause = max(0, self.heap[0][0] - time.monotonic()) if self.heap else 0.1
            for descriptor, event in self.poll.poll(min(pause, 0.1)):
                guest = self.open.get(descriptor)
                if guest and event & select.EPOLLIN:
                    guest.readable()
                elif guest:
                    guest.ended()
            now = time.monotonic()
            while self.heap and self.heap[0][0] <= now:
                _, _, turn, guest = heapq.heappop(self.heap)
                if self.turns[guest] == turn:
                    guest.act()
        for guest in list(self.open.values()):
            guest.socket.close()

    def end(self):
        self.is_over = True

    def tell(self, seconds):
        took = sorted(self.took)
        if not took or not self.dripped:
            self.faults.append("nobody was answered")
        else:
            print(f"  {len(took)} answers ({len(took) / seconds:.0f}/s), median {took[len(took) // 2]:.2f} ms, 99 % "
                  f"{took[len(took) * 99 // 100]:.2f} ms, most {took[-1]:.2f} ms (this script's own share included); "
                  f"{self.dripped} answers to calls of a byte a second; {self.cut} connections ended by the daemon")


class Gauge:
    """What a process takes, and took at most."""

    def __init__(self, process):
        self.process, self.most = process, (0, 0)
        self.began = self.used()

    def used(self):
        with open(f"/proc/{self.process}/schedstat") as file:
            return int(file.read().split()[0]) / 1e9

    def cpu(self, seconds):
        return (self.used() - self.began) / seconds * 100

    def now(self):
        """kB of its own, and descriptors."""
        return anonymous(self.process), len(os.listdir(f"/proc/{self.process}/fd"))

    def watch(self, is_over):
        while not is_over.wait(0.2):
            self.most = tuple(map(max, self.most, self.now()))


class Timer:
    """A process that does nothing but wait for a time: how late it is shows how late anything must be here."""

    def __init__(self):
        self.pipe, theirs = multiprocessing.Pipe()
        multiprocessing.Process(target=self.wait, args=[theirs], daemon=True).start()

    @staticmethod
    def wait(pipe):
        while True:
            due = pipe.recv()
            time.sleep(max(0, due - time.time()))
            pipe.send((time.time() - due) * 1000)

    def late(self, due):
        """Waits for an instant of the wall clock; what is returned says by how many ms it was late."""
        self.pipe.send(due)
        found = []

        def answer():
            if not found:
                found.append(self.pipe.recv())
            return found[0]

        return answer
