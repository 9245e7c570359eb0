#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
#
# terminal.py STEP… -- PROGRAM ARGUMENT…: runs a program on a terminal of its own, and says as JSON what came of it.
#
# A step is wait:TEXT (until the program has written it since the step before), send:KEYS (with Python's
# escapes), resize:ROWSxCOLUMNS, signal:NAME, run:COMMAND (in a shell beside it), or
# stopped (until the program has stopped itself; it goes on then).
import ast, fcntl, json, os, pty, select, signal, struct, subprocess, sys, termios, time

split = sys.argv.index("--")
steps, command = sys.argv[1:split], sys.argv[split + 1 :]
master, slave = pty.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
before = termios.tcgetattr(slave)
child = os.fork()
if child == 0:
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    for number in range(3):
        os.dup2(slave, number)
    os.close(master)
    os.execv(command[0], command)

output, seen, status, failure = b"", 0, None, None
restored_when_stopped = True


def pump(seconds):
    """Takes what the program writes, for a moment."""
    global output
    if select.select([master], [], [], seconds)[0]:
        try:
            output += os.read(master, 65536)
        except OSError:
            time.sleep(seconds)


def reap(options=os.WNOHANG):
    global status
    if status is None:
        pid, code = os.waitpid(child, options)
        if pid and not os.WIFSTOPPED(code):
            status = code
        return pid and os.WIFSTOPPED(code)


def until(condition, what, seconds=15):
    global failure
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end or status is not None:
            failure = failure or what
            return
        pump(0.02)


for step in steps:
    kind, _, value = step.partition(":")
    if failure:
        break
    if kind == "wait":
        wanted = value.encode()
        until(lambda: wanted in output[seen:], step)
        found = output.find(wanted, seen)
        seen = found + len(wanted) if found >= 0 else seen
    elif kind == "send":
        os.write(master, ast.literal_eval("b'" + value + "'"))
    elif kind == "run":
        subprocess.Popen(["/bin/sh", "-c", value], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    elif kind == "resize":
        rows, columns = map(int, value.split("x"))
        fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    elif kind == "signal":
        os.kill(child, getattr(signal, value))
    elif kind == "stopped":
        until(lambda: reap(os.WNOHANG | os.WUNTRACED), step)
        restored_when_stopped = termios.tcgetattr(slave) == before
        os.kill(child, signal.SIGCONT)

until(lambda: reap() or status is not None, "end")
if status is None:
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
for _ in range(20):
    pump(0.01)
text = output.decode(errors="replace")
print(
    json.dumps(
        {
            "status": None if status is None else os.waitstatus_to_exitcode(status),
            "failure": failure,
            "restored": termios.tcgetattr(slave) == before and restored_when_stopped,
            "left": all(
                text.count(f"\x1b[?{mode}h") == text.count(f"\x1b[?{mode}l")
                and text.rfind(f"\x1b[?{mode}h") < text.rfind(f"\x1b[?{mode}l")
                for mode in (1049, 1002, 1006)
            )
            and text.rfind("\x1b[?25h") > text.rfind("\x1b[?25l"),
            "output": text[-2000:],
        }
    )
)
