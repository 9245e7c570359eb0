// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

// What Swift cannot say to libasound: its error handler takes variable arguments.

#ifndef WECKER_CALSA_SHIMS_H
#define WECKER_CALSA_SHIMS_H

/// Keeps libasound from writing to standard error; the first message is kept instead.
void calsa_capture_messages(void);

/// Forgets the message kept.
void calsa_forget_message(void);

/// The first message since it was forgotten last, empty where there was none; valid until the next call
/// of libasound.
const char *calsa_message(void);

#endif
