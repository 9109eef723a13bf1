/// What a pool has counted since it was made.
struct Counts {
    var waited = 0
    var losses = 0
    /// At most as many as losses.
    var reconnects = 0
    var timeouts = 0
    var unknownOutcomes = 0
}
