//! All widgets
//! One control of each kind.
struct P {
    /// Ratio of amplitudes. @group("Numbers") @range(0, 1, 0.01, 0.5)
    gain: f32,
    /// Cycles. @range(0.05, 64, 0.01, 2) @log @unit("cycles per kilometer")
    frequency: f32,
    octaves: i32,
    /// @angle @default(30)
    direction: f32,
    /// @default(3)
    plain: f32,
    /// @range(-10, 10, 0.1, 0) @label("A rather long name for one slider of a shader")
    long: f32,
    /// @seed(1337)
    seed: u32,
    /// @group("Choices") @toggle(1)
    flip: u32,
    /// @enum("hard", "soft", "very soft indeed")
    edge: u32,
    /// @group("Vectors") @default(1, 2)
    offset: vec2f,
    /// @range(0, 1, 0.01, 0.5)
    weights: vec3f,
    /// @range(0, 1, 0.01, 0.5)
    four: vec4f,
    /// @xy
    where_: vec2f,
    /// @group("Colors") @color(0.2, 0.4, 0.8)
    tint: vec3f,
    /// @color(0.2, 0.4, 0.8, 0.5)
    glass: vec4f,
    /// @group("Arrays") @octaves
    bars: array<vec4f, 2>,
    /// @curve
    shape: array<vec4f, 3>,
    /// @gradient @default(0,0,0.1,0, 0.1,0.4,0.2,0.4, 0.9,0.8,0.6,0.8, 1,1,1,1)
    ramp: array<vec4f, 4>,
}
@group(0) @binding(0) var<uniform> p: P;
fn height(q: vec2f) -> f32 { return sin(q.x * p.frequency + p.direction) * p.gain + 0.1 * sin(q.y + p.offset.x) * p.shape[0].x; }
