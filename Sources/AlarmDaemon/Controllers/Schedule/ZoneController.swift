// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Platform

/// Is told when rules of time zones changed.
protocol ZoneControllerDelegate: AnyObject {
    /// The rules of a zone are other than they were, or what is wrong with them is.
    func zoneControllerDidChange(_ controller: ZoneController)
}

/// Reads the time zones anew when their files change.
///
/// A file that cannot be read is looked at once more before it is taken to be gone: whoever replaces one may
/// write it in place, or remove the old before the new is there.
final class ZoneController: Controller {
    weak var delegate: (any ZoneControllerDelegate)?

    /// The zones.
    let zones: TimeZones

    /// How long after a file was found unreadable it is looked at again.
    static let settlingTime = Duration.seconds(2)

    private let loop: RunLoop
    private var timer: Timer?

    /// Creates a controller of `zones`.
    init(zones: TimeZones, on loop: RunLoop) {
        self.zones = zones
        self.loop = loop
        super.init()
    }

    override func didStop() {
        timer = nil
    }

    /// A file that a zone was read from changed: follows it at once.
    func reload() {
        let reload = zones.reload(isFinal: false)
        if reload.isUnsettled {
            lookAgain()
        } else {
            timer = nil
        }
        if reload.didChange { delegate?.zoneControllerDidChange(self) }
    }

    private func lookAgain() {
        guard timer == nil else { return }
        do throws(SystemError) {
            let timer = try Timer(on: loop, clock: .boottime) { [weak self] _ in self?.settle() }
            try timer.arm(at: Clocks.boottime + Self.settlingTime)
            self.timer = timer
        } catch {
            settle()
        }
    }

    private func settle() {
        timer = nil
        if zones.reload(isFinal: true).didChange { delegate?.zoneControllerDidChange(self) }
    }

    nonisolated deinit {}
}
