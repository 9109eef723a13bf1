import AttestCore
import AttestTesting
import XCTest

/// Configurations that allow nothing, or say two things, are refused when they are made.
final class ConfigurationTests: XCTestCase {
    private func policy(_ appID: String = Virtual.appID) throws -> AppPolicy {
        try AppPolicy(appID: appID, environments: [.production], launch: .any)
    }

    func testPolicies() throws {
        assertRefused(.invalidConfiguration) { try AppPolicy(appID: Virtual.appID, environments: [], launch: .any) }
        assertRefused(.invalidConfiguration) {
            try AppPolicy(
                appID: Virtual.appID, environments: [.production], launch: .allowing([], whenAbsent: .allow))
        }
        assertRefused(.malformedAppID) { try policy("com.example.app") }
    }

    func testValidators() throws {
        assertRefused(.invalidConfiguration) { try AttestationValidator(apps: [], anchors: .apple) }
        assertRefused(.invalidConfiguration) { try AssertionValidator(apps: []) }
        assertRefused(.invalidConfiguration) {
            try AttestationValidator(apps: [try policy(), try policy()], anchors: .apple)
        }
        assertRefused(.invalidConfiguration) { try AssertionValidator(apps: [try policy(), try policy()]) }
        XCTAssertNoThrow(
            try AttestationValidator(apps: [try policy(), try policy("A1B2C3D4E5.other")], anchors: .apple))
    }
}
