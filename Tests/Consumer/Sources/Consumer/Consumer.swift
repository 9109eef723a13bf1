#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Runs all checks; ends with 1 when one failed.
@main
enum Consumer {
    static func main() async throws {
        var failures = 0
        let checks = try allChecks()
        for check in checks {
            do {
                try await check.run()
            } catch {
                failures += 1
                print("FAIL \(check.name): \(error)")
            }
        }
        print("consumer: \(checks.count - failures) passed, \(failures) failed")
        exit(failures == 0 ? 0 : 1)
    }
}

/// Base64 as an app sends it.
func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
