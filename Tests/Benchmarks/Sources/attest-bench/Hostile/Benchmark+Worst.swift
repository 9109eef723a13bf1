import AttestCore
import Foundation

extension Benchmark {
    static let worst = Benchmark(
        name: "worst",
        summary:
            "searches for the inputs that cost most, beside a valid one seen for the first time (--seconds 60 a kind)"
    ) { options in
        for kind in try HostileKind.all() {
            var random = SystemRandomNumberGenerator()
            let first = kind.firstSight()
            var worst = kind.slowest
            var time = kind.time(worst)
            let end = ContinuousClock.now + .seconds(options.value("seconds", 60))
            var tried = kind.objects.count
            while ContinuousClock.now < end {
                let next = HostileKind.mutated(
                    Bool.random(using: &random) ? worst : kind.objects.randomElement(using: &random) ?? worst,
                    limit: kind.limit, &random)
                tried += 1
                guard kind.once(next) > time, case let least = kind.time(next), least > time else { continue }
                (worst, time) = (next, least)
            }
            print(
                "\(kind.name): \(tried) inputs, worst \(text(time * 1e6)) us of \(worst.count) bytes;", terminator: " ")
            print("first sight \(text(first * 1e6)) us; ratio \(text(time / first, 2))")
            fflush(nil)
        }
    }
}

/// A kind of object, with hostile ones, and what it costs to judge one.
struct HostileKind: Sendable {
    let name: String
    let limit: Int
    let objects: [[UInt8]]
    let judge: @Sendable ([UInt8]) -> Void
    /// Judges a valid object with a validator that has seen nothing yet, which is made outside of the measured time.
    let first: @Sendable () -> (@Sendable () -> Void)

    /// Processor time of this thread for one object.
    func once(_ object: [UInt8]) -> Double {
        let start = Self.threadTime
        judge(object)
        return Self.threadTime - start
    }

    /// The least of several times, because the machine is not idle.
    func time(_ object: [UInt8]) -> Double {
        (0..<15).map { _ in once(object) }.min() ?? 0
    }

    func firstSight() -> Double {
        let times = (0..<25).map { _ -> Double in
            let run = first()
            let start = Self.threadTime
            run()
            return Self.threadTime - start
        }
        return times.min() ?? 0
    }

    var slowest: [UInt8] { objects.max { time($0) < time($1) } ?? [] }

    private static var threadTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The object with some bytes changed, doubled, moved or left out.
    static func mutated(
        _ object: [UInt8], limit: Int, _ random: inout SystemRandomNumberGenerator
    ) -> [UInt8] {
        var changed = object
        for _ in 0..<Int.random(in: 1...4, using: &random) where !changed.isEmpty {
            let start = Int.random(in: changed.indices, using: &random)
            let count = min(changed.count - start, 1 << Int.random(in: 0...10, using: &random))
            let piece = Array(changed[start..<start + count])
            switch Int.random(in: 0...3, using: &random) {
            case 0: changed[start] = .random(in: .min ... .max, using: &random)
            case 1: changed.insert(contentsOf: piece, at: start)
            case 2: changed.removeSubrange(start..<start + count)
            default: changed[start] &+= 1
            }
        }
        return Array(changed.prefix(limit))
    }
}
