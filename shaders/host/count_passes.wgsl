// Counts how often each value inside of the passes of a grid program is computed in an invocation, and keeps the
// largest count of all. The host adds this file to the passes, and code that counts.

@group(2) @binding(1) var<storage, read_write> tap_maxima: array<atomic<u32>, 1024>;
var<private> tap_counts: array<u32, 1024>;
