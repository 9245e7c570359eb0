// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmModel

/// Is told what becomes of a ring.
protocol SceneControllerDelegate: AnyObject {
    /// It is heard by `rung`, for the first time or anew.
    func sceneController(
        _ controller: SceneController, didHear rung: OutputLadder.Rung, isVerified: Bool)

    /// A sound or an output failed; the next is tried.
    func sceneController(
        _ controller: SceneController, didFail failure: OutputLadder.Failure,
        of rung: OutputLadder.Rung, reason: Message)

    /// The sound or the output of the scene that it is in cannot be heard.
    func sceneController(_ controller: SceneController, didFailInScene scene: String)

    /// Every output failed; they are tried again for as long as it rings.
    func sceneControllerDidFailEverywhere(_ controller: SceneController)

    /// It was played, or tried, for as long as it may without an answer.
    func sceneControllerDidTimeOut(_ controller: SceneController)

    /// Its player failed while it was covered: it is silent, and is to be let go.
    func sceneControllerDidFallSilent(_ controller: SceneController)

    /// What it was still heard by, under another scene, is lost.
    func sceneControllerDidLoseExit(_ controller: SceneController)

    /// Whether another ring of ours holds an output, so that it is no wonder that it is busy.
    func sceneController(
        _ controller: SceneController, shouldWaitFor output: String
    ) -> Bool

    /// Whether another ring of ours has a player on one of the outputs, which could play the next sound as well.
    func sceneController(
        _ controller: SceneController, canTakeOverPlayerOnAnyOf outputs: [String]
    ) -> Bool

    /// Has another ring of ours give its player away.
    func sceneController(
        _ controller: SceneController, takeOverPlayerOnAnyOf outputs: [String]
    ) -> PlayerController?
}
