// Merges the guard reports of two stages: the first runaway loop remains.

@group(0) @binding(0) var<storage, read> other: u32;
@group(0) @binding(1) var<storage, read_write> report: u32;

/// A single invocation: takes over the other report if there is none yet.
@compute @workgroup_size(1)
fn merge() {
    if report == 0u {
        report = other;
    }
}
