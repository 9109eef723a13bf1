import Foundation

/// Processor time, in seconds.
enum Processor {
    /// Of this process.
    static var own: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Of the server's processes that run now: the postmaster and its children; nil where the system does not tell.
    static func server(_ postmaster: Int32) -> Double? {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc") else { return nil }
        var ticks = 0
        for name in names where Int32(name) != nil {
            guard let text = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
                let end = text.lastIndex(of: ")")
            else { continue }
            // After the name in parentheses: state, parent, …, user and system time.
            let fields = text[text.index(after: end)...].split(separator: " ")
            guard fields.count > 12, Int32(name) == postmaster || Int32(fields[1]) == postmaster else { continue }
            ticks += (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
        }
        return Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

/// A number with so many decimals.
func text(_ number: Double, _ decimals: Int = 0) -> String {
    String(format: "%.\(decimals)f", number)
}
