//! Octaves
//! How many octaves a picture can show. Octave sums count octaves as a real number: the last one enters by its fraction.
//! After Alan Norton, Alyn Rockwood and Philip Skolmoski, "Clamping", SIGGRAPH 1982: what is too fine for a sample fades out.
//! Formula: octaves = log(1 / (2 frequency pixel_size)) / log(lacunarity), at most as many as asked for. Range: any number up to `octaves`, also below 0.
//! Cost: two logarithms a sample.
//! Pitfalls: what fades is replaced by nothing, though |n| and 1 - |n| do not average 0: far off, billowed ground sinks and ridged ground too.

/// Octaves of lattice noise that samples `pixel_size` apart can show, a real number of at most `octaves`: octave i has
/// frequency lacunarity^i cells per unit, needs two samples a cell, and fades over the octave before that, so that nothing aliases and
/// nothing pops while zooming. Simplex and cellular noise have
/// finer detail in a cell: ask for twice the frequency. 0 or less: nothing can be shown.
/// @param pixel_size World units per sample; the host fills a member of that name marked `auto`. 0 keeps all octaves.
fn visible_octaves(octaves: f32, frequency: f32, lacunarity: f32, pixel_size: f32) -> f32 {
    let room = -log2(max(2.0 * abs(frequency) * pixel_size, 1e-30));
    return min(octaves, room / max(log2(max(lacunarity, 1.0)), 1e-3));
}
