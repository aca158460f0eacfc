// Elementary functions of f64, which SPIR-V has for f32 only. Relative errors are a few units of the last place, unless
// a comment says otherwise. `f64` and the suffix `lf` are naga's, not those of WGSL.

// Drivers take `x != x` for false.
fn is_nan(x: f64) -> bool {
    return (bitcast<u32>(f32(x)) & 0x7fffffffu) > 0x7f800000u;
}

/// Nearest integer, even if two are equally near. Not every driver rounds an f64 by `round`.
fn round_f64(x: f64) -> f64 {
    let size = abs(x);
    let below = floor(size);
    let part = size - below;
    // Integers, the sign of 0, infinity and NaN remain.
    if !(part > 0.0lf) {
        return x;
    }
    let is_odd = below != 2.0lf * floor(0.5lf * below);
    let nearest = select(below, below + 1.0lf, part > 0.5lf || (part == 0.5lf && is_odd));
    return select(nearest, -nearest, x < 0.0lf);
}

/// Integer next to x on the side of 0. Not every driver truncates an f64 by `trunc`.
fn trunc_f64(x: f64) -> f64 {
    let whole = floor(abs(x));
    return select(select(whole, -whole, x < 0.0lf), x, x == 0.0lf);
}

/// The operator `%` as WGSL defines it. Drivers compute it by their `trunc`.
fn modulo_f64(x: f64, y: f64) -> f64 {
    return x - y * trunc_f64(x / y);
}

// Returns x less a multiple of pi/2, at most 0.9. The error is below 1e-15 for |x| < 2^48; far larger numbers,
// whose neighbors are several turns apart, get an arbitrary result.
fn remainder(x: f64, quadrants: f64) -> f64 {
    let high = trunc_f64(quadrants / 1099511627776.0lf) * 1099511627776.0lf;
    let middle = trunc_f64((quadrants - high) / 1048576.0lf) * 1048576.0lf;
    let low = quadrants - high - middle;
    // pi/2 is the sum of three constants. The first two have 33 bits, so that their products with these integers of 20
    // bits are exact; the larger products cancel before the smaller ones are subtracted.
    const FIRST = 1.5707963267341256lf;
    const SECOND = 6.077100506303966e-11lf;
    let coarse = x - high * FIRST - middle * FIRST - low * FIRST;
    let fine = coarse - high * SECOND - middle * SECOND - low * SECOND;
    let rest = fine - quadrants * 2.0222662487959506e-21lf;
    return select(rest, 0.0lf, abs(rest) > 1.0lf);
}

/// Integer n for which n pi/2 is nearest to x.
fn nearest_quadrants(x: f64) -> f64 {
    return round_f64(x * 0.6366197723675814lf);
}

// Taylor series; the first omitted term is below 2e-18 for |x| < 0.9.
fn sin_near_0(x: f64) -> f64 {
    let y = x * x;
    let tail = -1.0lf / 6.0lf + y * (1.0lf / 120.0lf + y * (-1.0lf / 5040.0lf + y * (1.0lf / 362880.0lf
        + y * (-1.0lf / 39916800.0lf + y * (1.0lf / 6227020800.0lf + y * (-1.0lf / 1307674368000.0lf
        + y * (1.0lf / 355687428096000.0lf)))))));
    return x + x * y * tail;
}

/// Taylor series; the first omitted term is below 2e-18 for |x| < 0.9.
fn cos_near_0(x: f64) -> f64 {
    let y = x * x;
    let tail = 1.0lf / 24.0lf + y * (-1.0lf / 720.0lf + y * (1.0lf / 40320.0lf + y * (-1.0lf / 3628800.0lf
        + y * (1.0lf / 479001600.0lf + y * (-1.0lf / 87178291200.0lf + y * (1.0lf / 20922789888000.0lf
        + y * (-1.0lf / 6402373705728000.0lf)))))));
    return 1.0lf - 0.5lf * y + y * y * tail;
}

// Sine of a remainder plus a number of quadrants.
fn sin_in(quadrants: f64, x: f64) -> f64 {
    let turn = quadrants - 4.0lf * floor(0.25lf * quadrants);
    let is_cosine = turn == 1.0lf || turn == 3.0lf;
    let value = select(sin_near_0(x), cos_near_0(x), is_cosine);
    return select(value, -value, turn >= 2.0lf);
}

/// Sine of an angle in radians; for large angles with the error of `remainder`.
fn sin_f64(x: f64) -> f64 {
    let quadrants = nearest_quadrants(x);
    return sin_in(quadrants, remainder(x, quadrants));
}

/// Cosine of an angle in radians; for large angles with the error of `remainder`.
fn cos_f64(x: f64) -> f64 {
    let quadrants = nearest_quadrants(x);
    return sin_in(quadrants + 1.0lf, remainder(x, quadrants));
}

/// Tangent of an angle in radians; for large angles with the error of `remainder`.
fn tan_f64(x: f64) -> f64 {
    return sin_f64(x) / cos_f64(x);
}

// e^x for |x| < 0.35. The first omitted term is below 1e-19.
fn exp_near_0(x: f64) -> f64 {
    let tail = 1.0lf / 6.0lf + x * (1.0lf / 24.0lf + x * (1.0lf / 120.0lf + x * (1.0lf / 720.0lf
        + x * (1.0lf / 5040.0lf + x * (1.0lf / 40320.0lf + x * (1.0lf / 362880.0lf + x * (1.0lf / 3628800.0lf
        + x * (1.0lf / 39916800.0lf + x * (1.0lf / 479001600.0lf + x * (1.0lf / 6227020800.0lf
        + x * (1.0lf / 87178291200.0lf)))))))))));
    return 1.0lf + (x + x * x * (0.5lf + x * tail));
}

// x 2^exponent, also where 2^exponent alone is beyond the range of f64.
fn scaled(x: f64, exponent: f64) -> f64 {
    let clamped = i32(clamp(exponent, -2100.0lf, 2100.0lf));
    let half = clamped / 2;
    return ldexp(ldexp(x, half), clamped - half);
}

// A power of x whose absolute value is above 1024, or of NaN: 0, infinity or NaN.
fn power_beyond(x: f64) -> f64 {
    return select(x * 1.7976931348623157e308lf, 0.0lf, x < 0.0lf);
}

// 2^shift e^x.
fn exp_scaled(x: f64, shift: f64) -> f64 {
    if !(abs(x) < 1024.0lf) {
        return power_beyond(x);
    }
    let exponent = round_f64(x * 1.4426950408889634lf);
    // ln 2 in two parts, the first with 32 bits.
    let rest = (x - exponent * 0.6931471803691238lf) - exponent * 1.9082149292705877e-10lf;
    return scaled(exp_near_0(rest), exponent + shift);
}

/// e to the power of x.
fn exp_f64(x: f64) -> f64 {
    return exp_scaled(x, 0.0lf);
}

/// 2 to the power of x.
fn exp2_f64(x: f64) -> f64 {
    if !(abs(x) < 1100.0lf) {
        return power_beyond(x);
    }
    let exponent = round_f64(x);
    return scaled(exp_near_0((x - exponent) * 0.6931471805599453lf), exponent);
}

// 2 atanh(x) for |x| < 0.21. The first omitted term is below 1e-19.
fn log_of_ratio(x: f64) -> f64 {
    let y = x * x;
    let tail = 1.0lf / 3.0lf + y * (1.0lf / 5.0lf + y * (1.0lf / 7.0lf + y * (1.0lf / 9.0lf + y * (1.0lf / 11.0lf
        + y * (1.0lf / 13.0lf + y * (1.0lf / 15.0lf + y * (1.0lf / 17.0lf + y * (1.0lf / 19.0lf + y * (1.0lf / 21.0lf
        + y * (1.0lf / 23.0lf + y * (1.0lf / 25.0lf + y * (1.0lf / 27.0lf))))))))))));
    return 2.0lf * (x + x * y * tail);
}

// Exponent of the power of two by which x is divided if it is above the limit, or multiplied if it is below its
// inverse.
fn exponent_beyond(x: f64, limit: f64, exponent: i32) -> i32 {
    return select(0, exponent, x > limit) - select(0, exponent, x * limit < 1.0lf);
}

// Integer e for which x / 2^e is near 1, for positive x; that of an f32 next to x, after x is brought into their range.
fn binary_exponent(x: f64) -> i32 {
    let first = exponent_beyond(x, 1e154lf, 512);
    let second = first + exponent_beyond(ldexp(x, -first), 1e77lf, 256);
    let shift = second + exponent_beyond(ldexp(x, -second), 1e37lf, 192);
    // 1/sqrt(2) puts the quotient between 0.7 and 1.42.
    let single = f32(ldexp(x, -shift) * 1.4142135623730951lf);
    return i32(bitcast<u32>(single) >> 23u) - 127 + shift;
}

// log(x) is the first component plus the second times ln 2, for positive finite x.
fn log_parts(x: f64) -> vec2<f64> {
    let exponent = binary_exponent(x);
    let mantissa = ldexp(x, -exponent);
    return vec2<f64>(log_of_ratio((mantissa - 1.0lf) / (mantissa + 1.0lf)), f64(exponent));
}

// Logarithm of what has none: NaN below 0, negative infinity at 0, infinity and NaN themselves.
fn log_of_special(x: f64) -> f64 {
    if x == 0.0lf {
        return -1.0lf / abs(x);
    }
    return sqrt(x);
}

/// True if x has no finite logarithm: 0, negative, infinite or NaN.
fn is_special(x: f64) -> bool {
    return !(x > 0.0lf && x <= 1.7976931348623157e308lf);
}

/// Natural logarithm; NaN below 0.
fn log_f64(x: f64) -> f64 {
    if is_special(x) {
        return log_of_special(x);
    }
    let parts = log_parts(x);
    return parts.y * 0.6931471803691238lf + (parts.x + parts.y * 1.9082149292705877e-10lf);
}

/// Logarithm to the base 2; NaN below 0.
fn log2_f64(x: f64) -> f64 {
    if is_special(x) {
        return log_of_special(x);
    }
    let parts = log_parts(x);
    return parts.y + parts.x * 1.4426950408889634lf;
}

// The relative error grows with |y log2(x)|, below 1e-13 for |y log2(x)| < 300.
fn pow_f64(x: f64, y: f64) -> f64 {
    if y == 0.0lf || x == 1.0lf {
        return 1.0lf;
    }
    if is_nan(y) {
        return y;
    }
    if x == 0.0lf {
        return select(1.0lf / abs(x), 0.0lf, y > 0.0lf);
    }
    return exp2_f64(y * log2_f64(x));
}

// log(1 + x) for x >= 0.
fn log_1_plus(x: f64) -> f64 {
    if x < 0.4lf {
        return log_of_ratio(x / (2.0lf + x));
    }
    return log_f64(1.0lf + x);
}

/// Hyperbolic sine: near 0 a Taylor series, since powers of e would cancel.
fn sinh_f64(x: f64) -> f64 {
    if abs(x) < 0.3lf {
        let y = x * x;
        let tail = 1.0lf / 6.0lf + y * (1.0lf / 120.0lf + y * (1.0lf / 5040.0lf + y * (1.0lf / 362880.0lf
            + y * (1.0lf / 39916800.0lf + y * (1.0lf / 6227020800.0lf)))));
        return x + x * y * tail;
    }
    // Half a power of e, which is finite for more x.
    let half = exp_scaled(abs(x), -1.0lf);
    let value = half - 0.25lf / half;
    return select(value, -value, x < 0.0lf);
}

/// Hyperbolic cosine, at least 1.
fn cosh_f64(x: f64) -> f64 {
    let half = exp_scaled(abs(x), -1.0lf);
    return half + 0.25lf / half;
}

/// Hyperbolic tangent, -1 to 1.
fn tanh_f64(x: f64) -> f64 {
    if abs(x) < 0.3lf {
        return sinh_f64(x) / cosh_f64(x);
    }
    let value = 1.0lf - 2.0lf / (exp_f64(2.0lf * abs(x)) + 1.0lf);
    return select(value, -value, x < 0.0lf);
}

// log(2 x), which is asinh(x) and acosh(x) for x above 1e10, also where the square of x is infinite.
fn log_of_double(x: f64) -> f64 {
    return log_f64(x) + 0.6931471805599453lf;
}

/// Inverse of the hyperbolic sine.
fn asinh_f64(x: f64) -> f64 {
    let a = abs(x);
    let square = a * a;
    var value = log_of_double(a);
    if a < 1e10lf {
        value = log_1_plus(a + square / (1.0lf + sqrt(1.0lf + square)));
    }
    return select(value, -value, x < 0.0lf);
}

/// Inverse of the hyperbolic cosine, 0 or more; NaN below 1.
fn acosh_f64(x: f64) -> f64 {
    if x > 1e10lf {
        return log_of_double(x);
    }
    // NaN below 1.
    let root = sqrt(x - 1.0lf);
    return log_1_plus(root * (root + sqrt(x + 1.0lf)));
}

/// Inverse of the hyperbolic tangent; infinite at -1 and 1, NaN beyond.
fn atanh_f64(x: f64) -> f64 {
    let a = abs(x);
    if a > 1.0lf {
        return sqrt(1.0lf - a);
    }
    let value = 0.5lf * log_1_plus(2.0lf * a / (1.0lf - a));
    return select(value, -value, x < 0.0lf);
}

// Arc tangent for 0 <= x <= 1, by atan(x) = 2 atan(x / (1 + sqrt(1 + x^2))), twice, and a Taylor series.
fn atan_below_1(x: f64) -> f64 {
    let half = x / (1.0lf + sqrt(1.0lf + x * x));
    let z = half / (1.0lf + sqrt(1.0lf + half * half));
    let y = z * z;
    let tail = -1.0lf / 3.0lf + y * (1.0lf / 5.0lf + y * (-1.0lf / 7.0lf + y * (1.0lf / 9.0lf + y * (-1.0lf / 11.0lf
        + y * (1.0lf / 13.0lf + y * (-1.0lf / 15.0lf + y * (1.0lf / 17.0lf + y * (-1.0lf / 19.0lf
        + y * (1.0lf / 21.0lf + y * (-1.0lf / 23.0lf))))))))));
    return 4.0lf * (z + z * y * tail);
}

// Angle of (x, y), for x and y that are not negative; 0 at the origin.
fn first_quadrant(y: f64, x: f64) -> f64 {
    let larger = max(x, y);
    // Both are 0 or infinite.
    if x == y {
        return select(0.7853981633974483lf, 0.0lf, larger == 0.0lf);
    }
    // The smaller of two numbers is not NaN if one of them is.
    if is_nan(x + y) {
        return x + y;
    }
    let angle = atan_below_1(min(x, y) / larger);
    return select(angle, 1.5707963267948966lf - angle, y > x);
}

/// Angle of (x, y) in radians, -pi to pi; 0 at the origin.
fn atan2_f64(y: f64, x: f64) -> f64 {
    let angle = first_quadrant(abs(y), abs(x));
    let half = select(angle, 3.141592653589793lf - angle, x < 0.0lf);
    return select(half, -half, y < 0.0lf);
}

/// Arc tangent in radians, -pi/2 to pi/2.
fn atan_f64(x: f64) -> f64 {
    return atan2_f64(x, 1.0lf);
}

/// Arc sine in radians, -pi/2 to pi/2; NaN beyond -1 and 1.
fn asin_f64(x: f64) -> f64 {
    return atan2_f64(x, sqrt((1.0lf - x) * (1.0lf + x)));
}

/// Arc cosine in radians, 0 to pi; NaN beyond -1 and 1.
fn acos_f64(x: f64) -> f64 {
    return atan2_f64(sqrt((1.0lf - x) * (1.0lf + x)), x);
}

/// Radians of an angle in degrees.
fn radians_f64(x: f64) -> f64 {
    return x * 0.017453292519943295lf;
}

/// Degrees of an angle in radians.
fn degrees_f64(x: f64) -> f64 {
    return x * 57.29577951308232lf;
}
