// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Is told what becomes of a ring.
protocol OccurrenceControllerDelegate: AnyObject {
    /// It is heard by `rung`, for the first time or anew.
    func occurrenceController(
        _ controller: OccurrenceController, didHear rung: OutputLadder.Rung, isVerified: Bool)

    /// A sound or an output failed; the next is tried.
    func occurrenceController(
        _ controller: OccurrenceController, didFail failure: OutputLadder.Failure,
        of rung: OutputLadder.Rung, reason: String)

    /// The sound or the output of the scene that it is in cannot be heard.
    func occurrenceController(_ controller: OccurrenceController, didFailInScene scene: String)

    /// Every output failed; they are tried again for as long as it rings.
    func occurrenceControllerDidFailEverywhere(_ controller: OccurrenceController)

    /// It was played, or tried, for as long as it may without an answer.
    func occurrenceControllerDidTimeOut(_ controller: OccurrenceController)

    /// It fell silent, as it was told, and is to be let go.
    func occurrenceControllerDidFallSilent(_ controller: OccurrenceController)

    /// Whether another ring of ours holds an output, so that it is no wonder that it is busy.
    func occurrenceController(
        _ controller: OccurrenceController, shouldWaitFor output: String
    ) -> Bool

    /// Whether another ring of ours has a player on one of the outputs, which could play the next sound as well.
    func occurrenceController(
        _ controller: OccurrenceController, canTakeOverPlayerOnAnyOf outputs: [String]
    ) -> Bool

    /// Has another ring of ours give its player away.
    func occurrenceController(
        _ controller: OccurrenceController, takeOverPlayerOnAnyOf outputs: [String]
    ) -> PlayerController?
}
