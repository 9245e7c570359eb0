// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import AlarmStore
internal import Platform

/// The input devices of the configuration.
final class InputsController: Controller {
    private let hands: HandsController
    private let problems: ProblemList
    private let loop: RunLoop
    private let log: Log

    /// Creates a controller of no devices.
    init(hands: HandsController, problems: ProblemList, on loop: RunLoop, log: Log) {
        self.hands = hands
        self.problems = problems
        self.loop = loop
        self.log = log
        super.init()
    }

    /// Follows what is configured from now on; a device whose section is as it was stays open.
    func follow(_ inputs: [Configuration.Input]) {
        guard state == .started else { return }
        for case let child as InputController in children where !inputs.contains(child.input) {
            removeChild(child)
        }
        let kept = children.compactMap { ($0 as? InputController)?.input }
        for input in inputs where !kept.contains(input) {
            try? addChild(
                InputController(input, hands: hands, problems: problems, on: loop, log: log))
        }
    }

    nonisolated deinit {}
}
