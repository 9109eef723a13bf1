public import AttestCore

/// Which counters of a key were accepted: the highest, and those just below it.
public struct CounterState: Sendable, Hashable {
    /// The highest accepted counter, 0 at first.
    public let highest: UInt32

    /// Which of the 64 counters from the highest downwards were accepted: bit n stands for highest - n.
    ///
    /// Bit 0 is always set.
    public let recent: UInt64

    /// The state of a key that has not signed yet.
    public static let initial = CounterState(highest: 0)

    /// The state of a key of which only the highest counter is known, such as one that another system has kept.
    ///
    /// Every counter up to the highest counts as accepted: without a record of which were, any of them may have been.
    ///
    /// - Parameter highest: The highest accepted counter; 0 when the key has not signed yet.
    public init(highest: UInt32) {
        // Bits for counters below 0 stay clear, so that 0 gives the same state however it came about.
        self.init(highest: highest, recent: highest >= 63 ? .max : (1 << UInt64(highest + 1)) - 1)
    }

    /// Takes the two numbers that a store has kept.
    ///
    /// The highest counter counts as accepted whatever its bit says: it is the highest *accepted* one.
    ///
    /// - Parameters:
    ///   - highest: The highest accepted counter, 0 at first.
    ///   - recent: Which of the 64 counters from the highest downwards were accepted: bit n stands for highest - n.
    public init(highest: UInt32, recent: UInt64) {
        self.highest = highest
        self.recent = recent | 1
    }

    /// The state after a counter is accepted.
    ///
    /// - Throws: `counterNotIncreased` or `counterJumpTooLarge`.
    public func accepting(_ counter: UInt32, by rule: CounterRule) throws(AttestError) -> CounterState {
        if counter > highest {
            let jump = counter - highest
            if let maximum = rule.maximumJump, jump > maximum {
                throw AttestError(.counterJumpTooLarge, "counter \(counter) is \(jump) above \(highest)")
            }
            // Shifting by 64 or more leaves nothing, which Swift's shift operator does as well.
            return CounterState(highest: counter, recent: recent << UInt64(jump) | 1)
        }
        let age = highest - counter
        let bit: UInt64 = 1 << UInt64(age)
        guard age < rule.window, recent & bit == 0 else {
            throw AttestError(.counterNotIncreased, "counter \(counter), highest accepted \(highest)")
        }
        return CounterState(highest: highest, recent: recent | bit)
    }
}
