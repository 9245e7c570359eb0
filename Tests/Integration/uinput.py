#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
#
# uinput.py EVENTS LINK: makes an input device with keys and a dial by the kernel's uinput, names its file by a link,
# and sends what is written into the FIFO EVENTS, events as the kernel has them, until its writer closes it.
# The device goes then, the link before it.
import fcntl, os, struct, sys, time

EV_SYN, EV_KEY, EV_REL = 0, 1, 2
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_RELBIT = 0x40045564, 0x40045565, 0x40045566
UI_DEV_SETUP, UI_DEV_CREATE, UI_DEV_DESTROY = 0x405C5503, 0x5501, 0x5502
UI_GET_SYSNAME = 0x8040552C
EVENT = struct.Struct("=16xHHi")

events, link = sys.argv[1:]
device = os.open("/dev/uinput", os.O_WRONLY | os.O_CLOEXEC)
for kind in (EV_KEY, EV_REL):
    fcntl.ioctl(device, UI_SET_EVBIT, kind)
for key in range(1, 249):
    fcntl.ioctl(device, UI_SET_KEYBIT, key)
for axis in (7, 8):
    fcntl.ioctl(device, UI_SET_RELBIT, axis)
fcntl.ioctl(device, UI_DEV_SETUP, struct.pack("=HHHH80sI", 6, 1, 1, 1, b"wecker test", 0))
fcntl.ioctl(device, UI_DEV_CREATE)
name = fcntl.ioctl(device, UI_GET_SYSNAME, bytes(64)).split(b"\0")[0].decode()
node = next(n for n in os.listdir(f"/sys/devices/virtual/input/{name}") if n.startswith("event"))
while not os.path.exists(f"/dev/input/{node}"):
    time.sleep(0.01)
os.symlink(f"/dev/input/{node}", link)
with open(events, "rb", buffering=0) as source:
    while event := source.read(EVENT.size):
        os.write(device, event + EVENT.pack(EV_SYN, 0, 0))
os.unlink(link)
fcntl.ioctl(device, UI_DEV_DESTROY)
