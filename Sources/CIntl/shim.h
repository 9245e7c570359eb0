// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

// gettext, which is part of the C library.
#include <libintl.h>
