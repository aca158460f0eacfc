//! Templates of generated functions. `$s` stands for a scalar, `$v`, `$w` and `$m` for a `vec2f`, `vec3f` and `mat2x2f`,
//! `$b` for a condition, `$c` for a positive constant, `$i` for an index below 3, `$n` for a new name, and `$block` for
//! statements.

/// Declarations that all functions share.
pub(super) const SHARED: &str = "
struct Pair { a: f32, b: vec2f }
struct State { pair: Pair, list: array<f32, 3>, turn: mat2x2f, count: i32 }
fn add(a: ptr<function, f32>, x: f32) { *a = *a + x; }
fn add_twice(a: ptr<function, f32>, x: f32) { add(a, x); add(a, 0.3 * x * *a); }
fn exchange(a: ptr<function, f32>, b: ptr<function, f32>) { let t = *a; *a = *b; *b = t; }
fn turned(v: ptr<function, vec2f>, x: f32) -> f32 { let c = *v; *v = vec2f(c.x - x * c.y, c.y + x * c.x); return (*v).x; }
fn push(s: ptr<function, State>, x: f32) {
    (*s).list[(*s).count % 3] += x * (*s).pair.a;
    (*s).count += 1;
    let b = &(*s).pair.b;
    (*b).y += 0.5 * x;
}
fn scaled(pair: Pair, x: f32) -> Pair { if x > 0.2 { return Pair(pair.a * x, pair.b.yx); } return Pair(x, pair.b * pair.a); }
fn total(s: State) -> f32 { var sum = s.pair.a; for (var i = 0; i < 3; i++) { sum += s.list[i]; } return sum; }
fn early(x: f32, y: f32) -> f32 {
    if x > y { return x * y; }
    var z = y;
    for (var i = 0; i < 3; i++) { z = 0.5 * z + x; if z > 1.0 { return z * z; } }
    return z - y;
}
fn ridge(v: vec2f, sharpness: f32) -> f32 { return pow(1.0 - abs(sin(v.x) * cos(v.y)), sharpness); }
fn accumulate(a: ptr<private, f32>, x: f32) { *a = *a + x; }
fn accumulate_half(a: ptr<private, f32>, x: f32) { accumulate(a, 0.5 * x); }
var<private> acc: f32;
var<private> trail: array<vec2f, 2>;
fn put(a: ptr<private, f32>, x: f32) { *a = x; }
";

pub(super) const SCALARS: &[&str] = &[
    "($s + $s)", "($s - $s)", "($s * $s)", "($s * $s)", "($s * $c)", "($s / ($c + abs($s * $s)))",
    "($s / $s)", "($s % $c)", "($s % ($c + abs($s)))", "(-$s)", "sin($s)", "cos($s)",
    "tan(0.3 * sin($s))", "exp(-abs($s * $s))", "exp2(sin($s))", "tanh($s)", "sinh(sin($s))",
    "cosh(sin($s))", "atan($s)", "asinh($s)", "acosh(1.0 + $c * abs($s))",
    "asin(clamp($s, -1.0, 1.0))", "acos(0.9 * sin($s))", "atanh(clamp($s, -0.9, 0.9))",
    "atan2($s, $s)", "sqrt(max($s, 0.0))", "sqrt($c + abs($s * $s))", "max(sqrt($s - $c), $c)",
    "sqrt(abs($s))", "inverseSqrt($c + abs($s))", "log($c + max($s, 0.0))",
    "log2($c + abs($s * $s))", "pow(max($s, 0.0), $c)", "pow(saturate($s), 1.0 + $c)",
    "pow($c + abs($s), $s)", "pow(max($s, 0.0), 2.0)", "abs($s)", "fract($s)", "floor($s)",
    "round($s)", "sign($s)", "step($c, $s)", "min($s, $s)", "max($s, $s)", "clamp($s, -$c, $c)",
    "clamp($s, min($s, $s), $s)", "saturate($s)", "mix($s, $s, $s)", "smoothstep(-$c, $c, $s)",
    "smoothstep($s - $c, $s, $s)", "fma($s, $s, $s)", "select($s, $s, $b)", "radians($s * 40.0)",
    "ldexp($s, $i - 1)", "modf($s).fract", "(modf($s).whole * $s)", "f32(i32($s))", "$v.x", "$v.y",
    "$v[$i % 2]", "$w.z", "dot($v, $v)", "length($v)", "length(max($v, vec2f(0.0)))",
    "distance($v, $v)", "determinant($m)", "($m * $v).y", "$m[$i % 2].x", "cross($w, $w).z",
    "dot($w, $w.zxy)", "length($w)", "early($s, $s)", "ridge($v, $c)",
    "scaled(Pair($s, $v), $s).a",
];

pub(super) const VECTORS: &[&str] = &[
    "vec2f($s, $s)",
    "vec2f($s)",
    "($v + $v)",
    "($v - $v)",
    "($v * $s)",
    "($s * $v)",
    "($v * $v)",
    "($v / ($c + abs($s * $s)))",
    "($m * $v)",
    "($v * $m)",
    "$v.yx",
    "$w.zx",
    "normalize($v)",
    "normalize($v + 3.0)",
    "reflect($v, normalize($v + 2.0))",
    "faceForward($v, $v, $v)",
    "mix($v, $v, $s)",
    "max($v, $v)",
    "abs($v)",
    "sin($v)",
    "fract($v)",
    "sqrt(abs($v))",
    "clamp($v, vec2f(-$c), vec2f($c))",
    "smoothstep(vec2f(-$c), vec2f($c), $v)",
    "pow(abs($v), vec2f($c, 1.0 + $c))",
    "select($v, $v, $b)",
    "select($v, $v, $v > $v)",
    "scaled(Pair($s, $v), $s).b",
];

pub(super) const TRIPLES: &[&str] =
    &["vec3f($v, $s)", "vec3f($s, $v)", "cross($w, $w)", "($w * $s)", "($w + $w)", "$w.yzx"];

pub(super) const MATRICES: &[&str] =
    &["mat2x2f($v, $v)", "($m * $m)", "transpose($m)", "($m + $m)", "($m * $s)"];

pub(super) const CONDITIONS: &[&str] =
    &["$s > $s", "$s < $c", "any($v > $v)", "all($v < $v)", "i32($s * 3.0) % 2 == 0"];

/// Local variables of all functions; [`STATE`] is added to some.
pub(super) const LOCALS: &str = "var x = $s; var y = $s; var v = $v;";
pub(super) const STATE: &str =
    "var state = State(Pair($s, $v), array<f32, 3>($s, 0.4, $s), mat2x2f($v, $v), 0);";

pub(super) const PRIVATE: &str = "put(&acc, $s); trail = array<vec2f, 2>(vec2f(), $v);";

pub(super) const STATEMENTS: &[&str] = &[
    "let $n = $s;",
    "let $n = $s;",
    "x = 0.5 * x + $s;",
    "x = $s;",
    "y += $s;",
    "y *= sin($s);",
    "v = $v;",
    "v.y -= $s;",
    "v[$i % 2] = $s;",
    "v *= $m;",
    "add(&x, $s);",
    "add_twice(&y, 0.5 * $s);",
    "exchange(&x, &y);",
    "x += turned(&v, $s);",
    "{ let q = &y; *q = $s * *q; }",
    "{ let q = &v; (*q).x += $s; }",
    "if $b { $block }",
    "if $b { $block } else { $block }",
    "if $b { return $s; }",
    "for (var $n = 0; $n < 3; $n++) { x += 0.4 * sin(f32($n) * $s); $block }",
    "for (var $n = 0; f32($n) < 1.5 + abs($s) && $n < 4; $n++) { y = 0.6 * y + $s; if $b { break; } if $b { continue; } $block }",
    "{ var z = $s; var $n = 0; loop { z = 0.5 * z + $s * 0.1; $n += 1; if abs(z) < 0.4 { break; } continuing { z *= 0.7; break if z > 2.0 || $n > 4; } } x += z; }",
    "while abs(x) > 0.8 && abs(x) < 9.0 { x *= 0.4; y += x; }",
    "switch i32(floor($s)) { case 0: { $block } case 1, -1: { $block } default: { x += $s; } }",
];

pub(super) const STATE_STATEMENTS: &[&str] = &[
    "state.list[$i] = $s;",
    "state.list[i32(abs($s)) % 3] += $s;",
    "state.pair.a *= $s;",
    "state.pair = scaled(state.pair, $s);",
    "state.turn[1].x += $s;",
    "state.turn = $m * state.turn;",
    "push(&state, $s);",
    "{ let q = &state.pair; (*q).b = $v; (*q).a += (*q).b.x; }",
    "{ let q = &state.list[$i]; *q = *q * 0.5 + $s; }",
    "{ var other = state; other.pair.a = $s; push(&other, $s); x += total(other); }",
    "{ var pairs = array<Pair, 2>(state.pair, Pair($s, $v)); pairs[$i % 2].b *= $s; state.pair = pairs[1]; }",
];

pub(super) const PRIVATE_STATEMENTS: &[&str] = &[
    "accumulate(&acc, $s);", "accumulate_half(&acc, $s);", "put(&acc, $s * acc);",
    "trail[$i % 2] += $v;", "acc = $s;", "{ let q = &acc; *q += $s; }",
];
