#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension DER {
    /// A time as certificates write it: UTCTime before 2050, GeneralizedTime from then on.
    package static func time(_ date: Date) -> [UInt8] {
        // "2026-04-20T18:13:12Z" without its separators is a GeneralizedTime.
        let digits = Array(date.formatted(.iso8601).utf8.filter { !"-:T".utf8.contains($0) })
        let isBefore2050 = digits.prefix(4).lexicographicallyPrecedes("2050".utf8)
        return isBefore2050 ? element([0x17], Array(digits.dropFirst(2))) : element([0x18], digits)
    }
}
