# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Wecker authors
"""All scenarios, in the order in which they are run."""

from . import cards, clocks, outage, ring, service, surroundings

SCENARIOS = [
    *ring.SCENARIOS, *clocks.SCENARIOS, *cards.SCENARIOS, *service.SCENARIOS, *surroundings.SCENARIOS,
    *outage.SCENARIOS]
