internal import AttestCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Objects that are judged at another time than that at which they were made.
enum TimeAlternatives {
    static func mend(_ attempt: inout AttestationAttempt) -> Finding? {
        guard attempt.fails(with: .certificateExpired, .certificateNotYetValid) else { return nil }
        let certificates = [attempt.object.chain.leaf] + attempt.object.chain.issuers
        guard let start = certificates.map(\.notBefore).max(), let end = certificates.map(\.notAfter).min(),
            start <= end
        else { return .named("the certificates were never all valid at the same time") }

        var trial = attempt
        trial.time = likelyTime(in: start...end)
        guard !trial.fails(with: .certificateExpired, .certificateNotYetValid) else { return nil }
        let moment = attempt.time < start ? "before" : "after"
        attempt = trial
        return .mended(
            "the object is judged at a time \(moment) its certificates' validity, which is \(Time(start).text) to "
                + "\(Time(end).text): give the time at which it arrived (--at \(Time(trial.time).text))")
    }

    /// The leaf's validity begins a day before it is issued, as seen on genuine devices.
    private static func likelyTime(in validity: ClosedRange<Date>) -> Date {
        let issued = validity.lowerBound.addingTimeInterval(86_400)
        return validity.contains(issued) ? issued : validity.lowerBound
    }
}
