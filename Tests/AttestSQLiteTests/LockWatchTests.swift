import XCTest

@testable import AttestSQLite

/// How long calls wait for a lock, by what was seen of it.
final class LockWatchTests: XCTestCase {
    private let begin = ContinuousClock.now
    private let patience = Duration.seconds(10)

    private func patience(_ watch: LockWatch, after seconds: Double) -> Duration {
        watch.patience(at: begin + .seconds(seconds))
    }

    func testAHeldLock() {
        var watch = LockWatch(patience: patience)
        XCTAssertEqual(patience(watch, after: 0), patience)
        for tenth in 0..<100 { watch.sawBusy(at: begin + .milliseconds(100 * tenth)) }
        XCTAssertEqual(patience(watch, after: 9.9), patience, "not held for ten seconds yet")
        watch.sawBusy(at: begin + .seconds(10))
        XCTAssertEqual(patience(watch, after: 10), .milliseconds(100))
        XCTAssertEqual(patience(watch, after: 19.9), .milliseconds(100))
        XCTAssertEqual(patience(watch, after: 20), patience, "what was seen is old")
    }

    func testALockThatBecomesFree() {
        var watch = LockWatch(patience: patience)
        for second in 0...10 { watch.sawBusy(at: begin + .seconds(second)) }
        watch.sawFree()
        XCTAssertEqual(patience(watch, after: 10), patience)
        watch.sawBusy(at: begin + .seconds(11))
        XCTAssertEqual(patience(watch, after: 11), patience)
    }

    /// Two short moments a long time apart are no ten seconds.
    func testALockThatNobodyLookedAtInBetween() {
        var watch = LockWatch(patience: patience)
        watch.sawBusy(at: begin)
        watch.sawBusy(at: begin + .seconds(3600))
        XCTAssertEqual(patience(watch, after: 3600), patience)
    }

    func testLittlePatienceIsNotExtended() {
        var watch = LockWatch(patience: .milliseconds(50))
        watch.sawBusy(at: begin)
        watch.sawBusy(at: begin + .milliseconds(49))
        watch.sawBusy(at: begin + .milliseconds(60))
        XCTAssertEqual(patience(watch, after: 0.06), .milliseconds(50))
    }
}
