// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

// With its folder, which pkg-config would name: that would link the library too.
#include <libevdev-1.0/libevdev/libevdev.h>
