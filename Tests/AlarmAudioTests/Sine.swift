// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

import Glibc

/// The sine of an angle in radians.
func sinOf(_ angle: Double) -> Double { sin(angle) }
