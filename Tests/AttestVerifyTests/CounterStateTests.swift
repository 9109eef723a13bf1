import AttestCore
import AttestVerify
import XCTest

final class CounterStateTests: XCTestCase {
    /// The highest accepted counter is never accepted again, whatever its bit said.
    func testTheHighestCounterCountsAsAccepted() throws {
        for recent: UInt64 in [0, 2, 1 << 63, .max - 1] {
            for size in [1, 2, 64] {
                var state = CounterState(highest: 42, recent: recent)
                XCTAssertEqual(state.recent, recent | 1)
                assertRefused(42, after: state, by: try .window(size))
                state = try state.accepting(45, by: .window(size))
                assertRefused(42, after: state, by: try .window(size))
            }
            assertRefused(42, after: CounterState(highest: 42, recent: recent), by: .strict)
        }
    }

    func testOtherBitsAreKept() throws {
        let state = CounterState(highest: 42, recent: 0b1001)
        XCTAssertEqual(state, CounterState(highest: 42, recent: 0b1000))
        assertRefused(39, after: state, by: try .window(64))
        XCTAssertEqual(try state.accepting(41, by: .window(64)).recent, 0b1011)
    }

    /// Of a key that another system has kept only the highest counter is known, so no counter up to it is accepted.
    func testOnlyTheHighestIsKnown() throws {
        for highest: UInt32 in [0, 1, 42, 62, 63, 64, 1000, .max] {
            var states = [CounterState(highest: highest)]
            if highest < .max { states.append(try states[0].accepting(highest + 1, by: .window(64))) }
            for state in states {
                for counter in (highest > 70 ? highest - 70 : 0)...highest {
                    assertRefused(counter, after: state, by: try .window(64))
                }
            }
        }
        XCTAssertEqual(CounterState(highest: 0), .initial)
        XCTAssertEqual(CounterState(highest: 2).recent, 0b111)
    }

    private func assertRefused(
        _ counter: UInt32, after state: CounterState, by rule: CounterRule, line: UInt = #line
    ) {
        XCTAssertThrowsError(try state.accepting(counter, by: rule), "\(counter) after \(state)", line: line) {
            XCTAssertEqual(($0 as? AttestError)?.code, .counterNotIncreased, line: line)
        }
    }
}
