import AttestCore
import AttestVerify
import Foundation
import XCTest

final class TokenBucketTests: XCTestCase {
    private func date(_ microseconds: Int64) -> Date {
        Date(timeIntervalSinceReferenceDate: Double(microseconds) / 1_000_000)
    }

    func testToTheBit() throws {
        let limit = try NewKeyLimit(burst: 3, refillInterval: .microseconds(1_500_001))
        let now: Int64 = 812_345_678_123_457
        let terms = try TokenBucket.Terms(limit, at: date(now))
        XCTAssertEqual(terms.now, now)
        XCTAssertEqual(terms.interval, 1_500_001)
        XCTAssertEqual(terms.latest, now + 3_000_002)

        var bucket = TokenBucket.full
        for taken: Int64 in 1...3 {
            bucket = try XCTUnwrap(bucket.taking(by: limit, at: date(now)))
            XCTAssertEqual(bucket.fullAt, now + taken * 1_500_001)
        }
        XCTAssertNil(try bucket.taking(by: limit, at: date(now)))
        XCTAssertNil(try bucket.taking(by: limit, at: date(now + 1_500_000)), "a microsecond before the next")
        XCTAssertEqual(try bucket.taking(by: limit, at: date(now + 1_500_001))?.fullAt, now + 4 * 1_500_001)
        XCTAssertNil(try bucket.taking(by: limit, at: date(now - 1_000_000_000)), "a clock that stepped back")
        // Full again, and no fuller after that.
        XCTAssertEqual(try bucket.taking(by: limit, at: date(now + 9_000_000))?.fullAt, now + 10_500_001)
    }

    /// A bucket of tokens as it is usually told, in whole numbers.
    private struct Model {
        let capacity: Int64
        let interval: Int64
        var level: Int64
        var last: Int64?

        mutating func take(at now: Int64) -> Bool {
            level = min(capacity, level + now - (last ?? now))
            last = now
            guard level >= interval else { return false }
            level -= interval
            return true
        }
    }

    func testAgainstAModel() throws {
        for _ in 0..<200 {
            let (burst, interval) = (Int.random(in: 1...8), Int64.random(in: 1_000_000...5_000_000))
            let limit = try NewKeyLimit(burst: burst, refillInterval: .microseconds(interval))
            let capacity = Int64(burst) * interval
            var model = Model(capacity: capacity, interval: interval, level: capacity)
            var bucket = TokenBucket.full
            var now = Int64.random(in: 0...1_000_000_000_000_000)
            for _ in 0..<50 {
                // Often by whole intervals, and next to them.
                now += Bool.random() ? interval * .random(in: 0...2) : .random(in: 0...interval * 2)
                let next = try bucket.taking(by: limit, at: date(now))
                XCTAssertEqual(next != nil, model.take(at: now))
                bucket = next ?? bucket
            }
        }
    }

    /// However a clock jumps about, it gives no more than the time between its ends.
    func testClocksThatStepBack() throws {
        let limit = try NewKeyLimit(burst: 4, refillInterval: .seconds(10))
        for _ in 0..<200 {
            let times = (0..<200).map { _ in Int64.random(in: 0...300_000_000) }
            var bucket = TokenBucket.full
            var taken = 0
            for time in times {
                guard let next = try bucket.taking(by: limit, at: date(time)) else { continue }
                XCTAssertGreaterThan(next.fullAt, bucket.fullAt)
                bucket = next
                taken += 1
            }
            XCTAssertLessThanOrEqual(taken, 4 + 300 / 10)
        }
    }

    func testExtremeNumbers() throws {
        let limits = [
            try NewKeyLimit(burst: 1000, refillInterval: .seconds(365 * 86_400)),
            try NewKeyLimit(burst: 1, refillInterval: .seconds(1)),
        ]
        for limit in limits {
            for seconds in [0x1p61 / 1e6, -0x1p61 / 1e6, 0, -0.0] {
                let time = Date(timeIntervalSinceReferenceDate: seconds)
                for stored: Int64 in [.min, .min + 1, -1, 0, .max - 1, .max] {
                    let next = try TokenBucket(fullAt: stored).taking(by: limit, at: time)
                    if stored >= .max - 1 { XCTAssertNil(next) }
                    if stored <= .min + 1 { XCTAssertNotNil(next) }
                }
            }
            for seconds in [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0x1p61 / 1e6 + 1] {
                let time = Date(timeIntervalSinceReferenceDate: seconds)
                XCTAssertThrowsError(try TokenBucket.full.taking(by: limit, at: time)) {
                    XCTAssertEqual(($0 as? AttestError)?.code, .invalidConfiguration)
                }
            }
        }
        XCTAssertEqual(try TokenBucket.microseconds(date(-1)), -1)
        XCTAssertEqual(try TokenBucket.microseconds(Date(timeIntervalSinceReferenceDate: -0.000_000_4)), 0)
    }

    func testRefreshersToTheBit() throws {
        let rate = try RefreshRate(3, per: .seconds(1))
        let now: Int64 = 812_345_678_123_457
        let first = try XCTUnwrap(TokenBucket.full.taking(by: rate, at: date(now)))
        XCTAssertEqual(first.fullAt, now + 333_333)
        XCTAssertNil(try first.taking(by: rate, at: date(now + 333_332)))
        XCTAssertEqual(try first.taking(by: rate, at: date(now + 333_333))?.fullAt, now + 666_666)
        // Never two at once, however long it is since the last.
        let late = try XCTUnwrap(first.taking(by: rate, at: date(now + 9_000_000)))
        XCTAssertNil(try late.taking(by: rate, at: date(now + 9_000_000)))
        // A clock that is behind by 15 minutes waits, and one that is further behind does not believe the other.
        XCTAssertNil(try first.taking(by: rate, at: date(now - 900_000_000)))
        XCTAssertEqual(try first.taking(by: rate, at: date(now - 900_000_001))?.fullAt, now - 899_666_668)
        for stored: Int64 in [.min, .max] {
            for seconds in [0x1p61 / 1e6, -0x1p61 / 1e6] {
                let time = Date(timeIntervalSinceReferenceDate: seconds)
                XCTAssertNotNil(try TokenBucket(fullAt: stored).taking(by: rate, at: time))
            }
        }
        XCTAssertEqual(TokenBucket.refreshKey.count, 32)
    }

    func testRates() throws {
        for (count, period) in [
            (0, Duration.seconds(1)), (-1, .seconds(1)), (1, .zero), (1, .seconds(-1)), (2, .microseconds(1)),
            (1, .seconds(365 * 86_400 + 1)), (.max, .seconds(1)), (1, .seconds(Int64.max)),
        ] {
            XCTAssertThrowsError(try RefreshRate(count, per: period), "\(count) \(period)") {
                XCTAssertEqual(($0 as? AttestError)?.code, .invalidConfiguration)
            }
        }
        XCTAssertEqual(try RefreshRate(4, per: .seconds(60)).interval, .seconds(15))
        _ = try RefreshRate(1_000_000, per: .seconds(1))
    }

    func testLimits() throws {
        XCTAssertEqual(NewKeyLimit.standard, try NewKeyLimit(burst: 6, refillInterval: .seconds(3600)))
        for (burst, interval) in [
            (0, Duration.seconds(1)), (-1, .seconds(1)), (1001, .seconds(1)), (.max, .seconds(1)), (.min, .seconds(1)),
            (1, .zero), (1, .milliseconds(999)), (1, .seconds(-1)), (1, .seconds(365 * 86_400 + 1)),
            (1, .seconds(Int64.max)), (1, .seconds(Int64.min)),
        ] {
            XCTAssertThrowsError(try NewKeyLimit(burst: burst, refillInterval: interval), "\(burst) \(interval)") {
                XCTAssertEqual(($0 as? AttestError)?.code, .invalidConfiguration)
            }
        }
        _ = try NewKeyLimit(burst: 1000, refillInterval: .seconds(365 * 86_400))
        _ = try NewKeyLimit(burst: 1, refillInterval: .seconds(1))
    }
}
