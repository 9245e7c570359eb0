// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// A part of the application that controls something, and owns the parts that it is made of.
///
/// A controller is started once and stopped once. Its children start after it and stop before it, in reverse; a
/// start that fails undoes what it did. Children speak up through a weak delegate of their own kind.
///
/// Subclasses override `didStart`, `willStop` and `didStop`, and make what they control when it is first needed.
class Controller {
    /// How far it has come.
    nonisolated enum State: Hashable, Sendable {
        /// Made, but not started.
        case created
        /// Between its start and its stop.
        case started
        /// Stopped, or failed to start.
        case stopped
    }

    /// How far it has come.
    private(set) final var state = State.created

    /// Whom it is a part of; nil for a root controller.
    private(set) final weak var parent: Controller?

    /// Its parts, in the order in which they were added.
    private(set) final var children: [Controller] = []

    /// The children that are presented, the topmost last.
    private final var presentation: [Controller] = []

    /// Creates a controller that does nothing until it is started.
    init() {}

    // MARK: For subclasses

    /// It has started: take up work, add children.
    ///
    /// What is added here is undone where this throws, but `willStop` and `didStop` are not called then.
    /// - Throws: whatever keeps it from working.
    func didStart() throws {}

    /// It is about to stop.
    ///
    /// The children still work.
    func willStop() {}

    /// It has stopped, and so have the children.
    func didStop() {}

    /// It was presented, or what was presented over it was dismissed: it is the topmost now.
    func didAppear() {}

    /// Another was presented over it, or it was dismissed while it was the topmost.
    func didDisappear() {}

    // MARK: Life

    /// Starts it.
    ///
    /// Called by its parent or the application.
    /// - Throws: what `didStart` throws, after what it added has been undone.
    final func start() throws {
        precondition(state == .created, "a controller starts once")
        state = .started
        do {
            try didStart()
        } catch {
            stopChildren()
            state = .stopped
            throw error
        }
    }

    /// Stops it and its children, in reverse.
    ///
    /// A second time does nothing.
    final func stop() {
        guard state == .started else { return }
        willStop()
        stopChildren()
        state = .stopped
        didStop()
    }

    private func stopChildren() {
        presentation = []
        while let child = children.popLast() {
            child.stop()
            child.parent = nil
        }
    }

    // MARK: Children

    /// Makes another controller a part of this one, and starts it.
    /// - Throws: what the child throws as it starts. It is not kept then.
    final func addChild(_ child: Controller) throws {
        precondition(state == .started, "only a started controller has children")
        precondition(child.parent == nil, "a controller has one parent")
        child.parent = self
        children.append(child)
        do {
            try child.start()
        } catch {
            forget(child)
            throw error
        }
    }

    /// Stops a child and lets go of it.
    ///
    /// One that is no child, any more or at all, is left alone.
    final func removeChild(_ child: Controller) {
        guard child.parent === self else { return }
        if presentation.contains(where: { $0 === child }) {
            dismiss(child)
            return
        }
        child.stop()
        forget(child)
    }

    /// Takes over a part of another controller, started as it is.
    final func adopt(_ child: Controller) {
        precondition(
            state == .started && child.state == .started, "what is taken over goes on with its work"
        )
        child.parent?.forget(child)
        child.parent = self
        children.append(child)
    }

    private func forget(_ child: Controller) {
        children.removeAll { $0 === child }
        child.parent = nil
    }

    // MARK: Presenting

    /// The child that is presented topmost; nil where none is.
    final var presented: Controller? { presentation.last }

    /// All children that are presented, the topmost first.
    final var presentedStack: [Controller] { presentation.reversed() }

    /// Who presents it; nil where it is not presented.
    final var presenting: Controller? {
        guard let parent, parent.presentation.contains(where: { $0 === self }) else { return nil }
        return parent
    }

    /// Puts a child over the one that was presented last, which waits beneath; one that is no child yet is added.
    ///
    /// The one beneath is told first that it is covered, so that there is never more than one that appears.
    /// - Throws: what the child throws as it starts. The one beneath then appears again.
    final func present(_ child: Controller) throws {
        let covered = presented
        covered?.didDisappear()
        do {
            if child.parent !== self { try addChild(child) }
        } catch {
            covered?.didAppear()
            throw error
        }
        presentation.append(child)
        child.didAppear()
    }

    /// Takes a child out of the stack, wherever it is in it, and removes it.
    ///
    /// Where it was the topmost, the one beneath appears.
    final func dismiss(_ child: Controller) {
        guard let index = presentation.firstIndex(where: { $0 === child }) else { return }
        let wasTopmost = index == presentation.count - 1
        presentation.remove(at: index)
        if wasTopmost { child.didDisappear() }
        child.stop()
        forget(child)
        if wasTopmost { presented?.didAppear() }
    }

    nonisolated deinit {}
}
