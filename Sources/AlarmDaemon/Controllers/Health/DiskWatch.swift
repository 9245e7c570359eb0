// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Platform

/// Asks the folder of the alarms whether it can be written, one question at a time.
final class DiskWatch {
    /// How long the disk may take.
    private static let patience = Duration.seconds(2)

    /// The folder.
    let folder: String

    private let loop: RunLoop
    /// What was asked and is not answered yet, which may be for ever.
    private var probe: FolderProbe?
    private var timer: Timer?
    private var completion: ((StorageTrial) -> Void)?

    /// Creates a watch that asks nothing yet.
    init(folder: String, on loop: RunLoop) {
        self.folder = folder
        self.loop = loop
    }

    /// Asks the folder; `completion` is called once, not within this call.
    func look(completion: @escaping (StorageTrial) -> Void) {
        self.completion = completion
        do throws(SystemError) {
            timer = try Timer(on: loop, clock: .monotonic) { [weak self] _ in
                self?.finish(.failed("the disk does not answer"))
            }
            try timer?.arm(at: Clocks.monotonic + Self.patience)
            guard probe == nil else { return }
            probe = try FolderProbe(folder: folder, on: loop) { [weak self] answer in
                self?.probe = nil
                switch answer {
                case .room(let bytes): self?.finish(.room(bytes))
                case .refused(let error): self?.finish(.failed("\(error)"))
                }
            }
        } catch {
            loop.perform { [weak self] in self?.finish(.failed("\(error)")) }
        }
    }

    private func finish(_ trial: StorageTrial) {
        timer = nil
        let completion = completion
        self.completion = nil
        completion?(trial)
    }

    nonisolated deinit {}
}
