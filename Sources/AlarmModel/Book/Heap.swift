// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// A binary heap: a collection that hands out its least element first.
struct Heap<Element> {
    private var elements: [Element]
    private let areInOrder: (Element, Element) -> Bool

    /// Creates a heap of `elements`, ordered by `areInOrder`.
    ///
    /// - Complexity: O(*n*).
    init(_ elements: [Element], by areInOrder: @escaping (Element, Element) -> Bool) {
        self.elements = elements
        self.areInOrder = areInOrder
        for index in stride(from: elements.count / 2 - 1, through: 0, by: -1) { sink(index) }
    }

    /// Adds an element.
    ///
    /// - Complexity: O(log *n*).
    mutating func insert(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0, areInOrder(elements[child], elements[(child - 1) / 2]) {
            elements.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Removes and returns the least element; `nil` if there is none.
    ///
    /// - Complexity: O(log *n*).
    mutating func popMin() -> Element? {
        guard let least = elements.first, let last = elements.popLast() else { return nil }
        if !elements.isEmpty {
            elements[0] = last
            sink(0)
        }
        return least
    }

    private mutating func sink(_ start: Int) {
        var parent = start
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < elements.count {
                if areInOrder(elements[child], elements[least]) { least = child }
            }
            guard least != parent else { return }
            elements.swapAt(parent, least)
            parent = least
        }
    }
}
