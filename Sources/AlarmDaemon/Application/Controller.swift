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

    /// It was presented: let it be seen or heard, and call `done` when it is.
    ///
    /// At once, where it is not overridden. `done` may never be called, or more than once: the first time counts, and
    /// none after it was dismissed.
    func appear(_ done: @escaping () -> Void) { done() }

    /// It is dismissed: let it be seen or heard no more, and call `done` when it is not, for it to be stopped.
    ///
    /// At once, where it is not overridden.
    func disappear(_ done: @escaping () -> Void) { done() }

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

    /// Stops a child at once, whether it is presented or not, and lets go of it.
    ///
    /// One that is no child, any more or at all, is left alone.
    final func removeChild(_ child: Controller) {
        guard child.parent === self else { return }
        presentation.removeAll { $0 === child }
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

    /// Puts a child over the one that was presented last; one that is no child yet is added.
    ///
    /// - Parameters:
    ///   - child: The child.
    ///   - completion: Called once, when it has appeared; never where it is dismissed or stopped before.
    /// - Throws: what the child throws as it starts. It is not presented then.
    final func present(_ child: Controller, completion: @escaping () -> Void = {}) throws {
        precondition(child.presenting == nil, "a controller is presented once")
        if child.parent !== self { try addChild(child) }
        presentation.append(child)
        var pending: (() -> Void)? = completion
        child.appear { [weak self, weak child] in
            guard let self, let child, child.presenting === self else { return }
            let completion = pending
            pending = nil
            completion?()
        }
    }

    /// Takes a child out of the stack, wherever it is in it; it is stopped, and no child any more, when it has
    /// disappeared.
    ///
    /// - Parameters:
    ///   - child: The child; one that is not presented, any more or at all, is left alone.
    ///   - completion: Called once, when it is stopped; never where this is stopped before.
    final func dismiss(_ child: Controller, completion: @escaping () -> Void = {}) {
        guard let index = presentation.firstIndex(where: { $0 === child }) else { return }
        presentation.remove(at: index)
        child.disappear { [weak self, weak child] in
            guard let self, let child, child.parent === self else { return }
            removeChild(child)
            completion()
        }
    }

    nonisolated deinit {}
}
