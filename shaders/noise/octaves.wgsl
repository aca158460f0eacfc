//! Octaves
//! Number of octaves that a picture can show. Octave sums take a real number of octaves: the last one is weighted by
//! the fraction.
//! After Alan Norton, Alyn Rockwood and Philip Skolmoski, "Clamping", SIGGRAPH 1982: octaves too fine to be sampled
//! fade out.
//! Formula: octaves = log(1 / (2 frequency pixel_size)) / log(lacunarity), clamped to the requested number. Range: any
//! number up to `octaves`, also below 0.
//! Cost: two logarithms per sample.
//! Pitfalls: faded octaves are replaced by 0, although |n| and 1 - |n| do not average 0: from a distance, billowed and
//! ridged ground sinks.

/// Number of octaves of lattice noise that samples `pixel_size` apart can show, a real number of at most `octaves`:
/// octave i has lacunarity^i cells per unit and needs two samples per cell; it fades in gradually, so that nothing
/// aliases and nothing pops while zooming. Simplex and cellular noise have finer detail within a cell: pass twice the
/// frequency. 0 or less means that no octave is visible.
/// @param pixel_size World units per sample; the host fills a member of that name marked `auto`. 0 keeps all octaves.
fn visible_octaves(octaves: f32, frequency: f32, lacunarity: f32, pixel_size: f32) -> f32 {
    let room = -log2(max(2.0 * abs(frequency) * pixel_size, 1e-30));
    return min(octaves, room / max(log2(max(lacunarity, 1.0)), 1e-3));
}
