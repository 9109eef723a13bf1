import AttestCore
import AttestVerify
import XCTest

final class RiskPolicyTests: XCTestCase {
    private let newKeys = NewKeyPolicy(countedIn: InMemoryStore(), excess: .flag)

    func testDecisions() throws {
        let both = try RiskPolicy(flagFrom: 5, refuseFrom: 10, newKeys: nil)
        let flag = try RiskPolicy(flagFrom: 5, refuseFrom: nil, newKeys: nil)
        let refuse = try RiskPolicy(flagFrom: nil, refuseFrom: 10, newKeys: nil)
        let same = try RiskPolicy(flagFrom: 1, refuseFrom: 1, newKeys: nil)
        let neither = try RiskPolicy(flagFrom: nil, refuseFrom: nil, newKeys: newKeys)
        let cases: [(RiskPolicy, UInt32?, RiskDecision)] = [
            (both, nil, .allow), (both, 0, .allow), (both, 4, .allow), (both, 5, .flag([.metric(5)])),
            (both, 9, .flag([.metric(9)])), (both, 10, .refuse(.metric(10))), (both, .max, .refuse(.metric(.max))),
            (flag, 4, .allow), (flag, .max, .flag([.metric(.max)])), (refuse, 9, .allow),
            (refuse, 10, .refuse(.metric(10))), (same, 0, .allow), (same, 1, .refuse(.metric(1))),
            (same, nil, .allow), (neither, .max, .allow),
        ]
        for (policy, metric, decision) in cases {
            XCTAssertEqual(policy.decision(forMetric: metric), decision, "\(policy) \(String(describing: metric))")
        }
    }

    func testPoliciesThatMakeNoSense() {
        for (flag, refuse): (UInt32?, UInt32?) in [(nil, nil), (0, nil), (nil, 0), (0, 5), (6, 5), (.max, 1)] {
            XCTAssertThrowsError(try RiskPolicy(flagFrom: flag, refuseFrom: refuse, newKeys: nil)) {
                XCTAssertEqual(($0 as? AttestError)?.code, .invalidConfiguration)
            }
        }
    }

    func testTheStandardLimit() {
        XCTAssertEqual(newKeys.limit, .standard)
    }
}
