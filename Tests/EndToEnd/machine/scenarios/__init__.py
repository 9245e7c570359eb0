# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
"""All scenarios, in the order in which they are run."""

from . import ring

SCENARIOS = [*ring.SCENARIOS]
