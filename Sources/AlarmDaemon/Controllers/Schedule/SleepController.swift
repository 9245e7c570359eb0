// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Platform

/// Is told what becomes of keeping the machine awake.
protocol SleepControllerDelegate: AnyObject {
    /// The machine was kept awake for as long as it was asked for.
    func sleepControllerDidKeepAwake(_ controller: SleepController)

    /// The machine may fall asleep while an alarm rings; why, in English.
    func sleepController(_ controller: SleepController, didFailBecause reason: String)
}

/// Keeps the machine awake from the moment it is woken for a ring until that is answered, and at no other time.
///
/// A child holds logind's lock (systemd-inhibit(1)); where it ends the lock does too. It ends with this process
/// however that ends: it is killed, and what it runs comes to the end of its standard input.
final class SleepController: Controller {
    weak var delegate: (any SleepControllerDelegate)?

    private let loop: RunLoop
    private let environment: [String]
    private var hold: Hold?
    private var isNeeded = false

    /// A child that holds the lock, and our ends of its standard input and error.
    private final class Hold {
        let input: Descriptor
        let errors: Descriptor
        var child: ChildProcess?

        init(input: consuming Descriptor, errors: consuming Descriptor) {
            self.input = input
            self.errors = errors
        }

        /// What the child said last, or `nil` where it said nothing.
        var lastWords: String? {
            guard case .bytes(let bytes)? = try? errors.receive(upTo: 4096) else { return nil }
            let lines = bytes.split(separator: UInt8(ascii: "\n"))
            return lines.last.map { String(decoding: $0, as: UTF8.self) }
        }

        nonisolated deinit {}
    }

    /// What is run, by way of env(1): it looks for a program, and runs a script as well.
    ///
    /// For a lock of sleep and idle together logind asks polkit whether it may handle the lid, which nobody allows; one
    /// of sleep alone keeps an idle machine awake too.
    static let arguments = [
        "env", "systemd-inhibit", "--mode=block", "--what=sleep", "--who=alarmd",
        "--why=An alarm rings", "cat",
    ]

    /// Creates a controller that holds nothing; `environment` is the child's, as `NAME=value`.
    init(environment: [String], on loop: RunLoop) {
        self.environment = environment
        self.loop = loop
        super.init()
    }

    override func didStop() {
        hold = nil
    }

    /// Keeps the machine awake from now on, or no more.
    func keepAwake(_ isNeeded: Bool) {
        guard isNeeded != self.isNeeded else { return }
        self.isNeeded = isNeeded
        if isNeeded {
            beginHold()
        } else if hold != nil {
            hold = nil
            delegate?.sleepControllerDidKeepAwake(self)
        }
    }

    private func beginHold() {
        do throws(SystemError) {
            // A socket of ours never waits, which whoever reads standard input does not expect; a pipe does.
            let (input, ourInput) = try Descriptor.pipe()
            let theirInput = Descriptor(owning: input)
            let heldInput = Descriptor(owning: ourInput)
            let (ourErrors, errors) = try UnixSocket.pair(.stream)
            let theirErrors = Descriptor(owning: errors)
            let hold = Hold(input: heldInput, errors: Descriptor(owning: ourErrors))
            let null = try Descriptor.openNull()
            hold.child = try ChildProcess(
                running: Descriptor.openProgram("/usr/bin/env"), arguments: Self.arguments,
                environment: environment,
                descriptors: [theirInput.rawValue, null.rawValue, theirErrors.rawValue],
                endsWithParent: true, on: loop
            ) { [weak self, weak hold] in self?.hold(hold, didEndBy: $0) }
            self.hold = hold
        } catch {
            delegate?.sleepController(self, didFailBecause: "\(error)")
        }
    }

    /// It should not have ended by itself, and is not started again before the next ring: what is refused stays
    /// so.
    private func hold(_ hold: Hold?, didEndBy exit: ChildProcess.Exit) {
        guard let hold, hold === self.hold else { return }
        self.hold = nil
        let words = hold.lastWords.map { ": \($0)" } ?? ""
        let reason =
            switch exit {
            case .status(127): "systemd-inhibit is not installed"
            case .status(let status): "systemd-inhibit ended with status \(status)\(words)"
            case .signal(let signal):
                "systemd-inhibit was ended by signal \(signal.rawValue)\(words)"
            }
        delegate?.sleepController(self, didFailBecause: reason)
    }

    nonisolated deinit {}
}
