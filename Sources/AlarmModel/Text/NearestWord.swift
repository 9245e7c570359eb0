// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

/// Returns the one of `words` that `word` was most likely meant to be, or `nil` if none is near.
///
/// Near is a third of the word's letters, at least one and at most three, counted as a person mistypes:
/// a letter left out, added, changed, or two beside each other swapped.
package func nearestWord(to word: String, among words: some Sequence<String>) -> String? {
    let typed = Array(word.lowercased().unicodeScalars.prefix(64))
    let reach = min(3, max(1, typed.count / 3))
    var best: (word: String, distance: Int)?
    for candidate in words {
        let letters = Array(candidate.lowercased().unicodeScalars)
        guard abs(letters.count - typed.count) <= reach || letters.starts(with: typed) else {
            continue
        }
        // A beginning of a word, such as `dis`, is nearer than any mistake.
        let isBeginning = typed.count >= 2 && letters.starts(with: typed)
        let distance = isBeginning ? 0 : editDistance(typed, letters)
        guard distance <= reach, distance < (best?.distance ?? .max) else { continue }
        best = (candidate, distance)
    }
    return best?.word
}

/// The number of letters left out, added, changed or swapped with their neighbour that turn one word into
/// the other (optimal string alignment).
func editDistance<Letter: Equatable>(_ lhs: [Letter], _ rhs: [Letter]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...rhs.count)
    for row in lhs.indices {
        var current = [row + 1]
        for column in rhs.indices {
            let change = last[column] + (lhs[row] == rhs[column] ? 0 : 1)
            var best = min(change, last[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, lhs[row] == rhs[column - 1], lhs[row - 1] == rhs[column] {
                best = min(best, beforeLast[column - 1] + 1)
            }
            current.append(best)
        }
        (beforeLast, last) = (last, current)
    }
    return last[rhs.count]
}
