//! Functions and types that WGSL provides, after <https://www.w3.org/TR/WGSL/>.
//!
//! In signatures, `T` stands for the types that the specification allows, mostly a number or a vector of numbers.

/// A function or a type of WGSL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// Name.
    pub name: &'static str,
    /// Declaration of a function without `fn` and its name: `(a: T, b: T) -> T`; empty for a type.
    pub signature: &'static str,
    /// One line.
    pub summary: &'static str,
}

const fn function(name: &'static str, signature: &'static str, summary: &'static str) -> Builtin {
    Builtin { name, signature, summary }
}

const fn data_type(name: &'static str, summary: &'static str) -> Builtin {
    Builtin { name, signature: "", summary }
}

/// Finds a function or a type.
pub fn builtin(name: &str) -> Option<&'static Builtin> {
    FUNCTIONS.iter().chain(TYPES).find(|builtin| builtin.name == name)
}

/// The types that are suggested; the longer names of vectors and matrices are types too.
pub(crate) const TYPES: &[Builtin] = &[
    data_type("bool", "true or false."),
    data_type("i32", "Signed integer of 32 bits."),
    data_type("u32", "Unsigned integer of 32 bits."),
    data_type("f32", "Floating-point number of 32 bits."),
    data_type("f16", "Floating-point number of 16 bits; needs enable f16."),
    data_type("vec2f", "Two numbers of type f32."),
    data_type("vec3f", "Three numbers of type f32."),
    data_type("vec4f", "Four numbers of type f32."),
    data_type("vec2i", "Two numbers of type i32."),
    data_type("vec3i", "Three numbers of type i32."),
    data_type("vec4i", "Four numbers of type i32."),
    data_type("vec2u", "Two numbers of type u32."),
    data_type("vec3u", "Three numbers of type u32."),
    data_type("vec4u", "Four numbers of type u32."),
    data_type("mat2x2f", "Matrix of two columns with two numbers of type f32."),
    data_type("mat3x3f", "Matrix of three columns with three numbers of type f32."),
    data_type("mat4x4f", "Matrix of four columns with four numbers of type f32."),
    data_type("array", "array<T, N>: N elements of one type."),
    data_type("atomic", "atomic<u32> or atomic<i32>: an integer for atomic functions."),
    data_type("ptr", "ptr<space, T>: a pointer to a variable."),
    data_type("vec2", "vec2<T>: two numbers of type T."),
    data_type("vec3", "vec3<T>: three numbers of type T."),
    data_type("vec4", "vec4<T>: four numbers of type T."),
    data_type("sampler", "How a texture is filtered."),
    data_type("texture_2d", "texture_2d<T>: a texture of two dimensions."),
    data_type("texture_3d", "texture_3d<T>: a texture of three dimensions."),
    data_type(
        "texture_storage_2d",
        "texture_storage_2d<format, access>: a texture that can be written.",
    ),
];

pub(crate) const FUNCTIONS: &[Builtin] = &[
    function("bitcast", "<T>(e: U) -> T", "The bits of e read as another type of the same size."),
    function("all", "(e: vecN<bool>) -> bool", "True if every component is true."),
    function("any", "(e: vecN<bool>) -> bool", "True if at least one component is true."),
    function(
        "select",
        "(f: T, t: T, cond: bool) -> T",
        "t where cond is true, otherwise f. Both are evaluated.",
    ),
    function(
        "arrayLength",
        "(p: ptr<storage, array<E>>) -> u32",
        "Number of elements of a runtime-sized array.",
    ),
    function("abs", "(e: T) -> T", "Absolute value, by component."),
    function("acos", "(e: T) -> T", "Inverse cosine in radians, 0 to pi; e is from -1 to 1."),
    function("acosh", "(e: T) -> T", "Inverse hyperbolic cosine, at least 0; e is at least 1."),
    function("asin", "(e: T) -> T", "Inverse sine in radians, -pi/2 to pi/2; e is from -1 to 1."),
    function("asinh", "(e: T) -> T", "Inverse hyperbolic sine."),
    function("atan", "(e: T) -> T", "Inverse tangent in radians, -pi/2 to pi/2."),
    function("atanh", "(e: T) -> T", "Inverse hyperbolic tangent; e is between -1 and 1."),
    function("atan2", "(y: T, x: T) -> T", "Angle of the point (x, y) in radians, -pi to pi."),
    function("ceil", "(e: T) -> T", "Smallest integer that is not below e."),
    function(
        "clamp",
        "(e: T, low: T, high: T) -> T",
        "e limited to the interval from low to high.",
    ),
    function("cos", "(e: T) -> T", "Cosine of an angle in radians."),
    function("cosh", "(e: T) -> T", "Hyperbolic cosine."),
    function("countLeadingZeros", "(e: T) -> T", "Number of zero bits above the highest one bit."),
    function("countOneBits", "(e: T) -> T", "Number of one bits."),
    function("countTrailingZeros", "(e: T) -> T", "Number of zero bits below the lowest one bit."),
    function(
        "cross",
        "(a: vec3<T>, b: vec3<T>) -> vec3<T>",
        "Cross product, perpendicular to a and b.",
    ),
    function("degrees", "(e: T) -> T", "Converts radians to degrees."),
    function("determinant", "(m: matNxN<T>) -> T", "Determinant of a square matrix."),
    function("distance", "(a: T, b: T) -> f32", "Length of a - b."),
    function("dot", "(a: vecN<T>, b: vecN<T>) -> T", "Sum of the products of components."),
    function(
        "dot4U8Packed",
        "(a: u32, b: u32) -> u32",
        "Dot product of four unsigned bytes in each number.",
    ),
    function(
        "dot4I8Packed",
        "(a: u32, b: u32) -> i32",
        "Dot product of four signed bytes in each number.",
    ),
    function("exp", "(e: T) -> T", "e to the power of Euler's number: the natural exponential."),
    function("exp2", "(e: T) -> T", "2 to the power of e."),
    function(
        "extractBits",
        "(e: T, offset: u32, count: u32) -> T",
        "count bits of e from bit offset, with the sign if T is signed.",
    ),
    function(
        "faceForward",
        "(n: vecN<T>, i: vecN<T>, r: vecN<T>) -> vecN<T>",
        "n if dot(r, i) is negative, otherwise -n.",
    ),
    function(
        "firstLeadingBit",
        "(e: T) -> T",
        "Position of the highest significant bit, -1 if there is none.",
    ),
    function(
        "firstTrailingBit",
        "(e: T) -> T",
        "Position of the lowest one bit, -1 if there is none.",
    ),
    function("floor", "(e: T) -> T", "Largest integer that is not above e."),
    function("fma", "(a: T, b: T, c: T) -> T", "a * b + c, which may be rounded only once."),
    function("fract", "(e: T) -> T", "e - floor(e), from 0 to 1."),
    function(
        "frexp",
        "(e: T) -> __frexp_result",
        "Members fract, from 0.5 to 1, and exp, with e = fract * 2^exp.",
    ),
    function(
        "insertBits",
        "(e: T, new: T, offset: u32, count: u32) -> T",
        "e with count bits from offset replaced by the low bits of new.",
    ),
    function("inverseSqrt", "(e: T) -> T", "1 / sqrt(e); e is above 0."),
    function("ldexp", "(e: T, exponent: I) -> T", "e * 2^exponent."),
    function(
        "length",
        "(e: T) -> f32",
        "Euclidean length of a vector, absolute value of a number.",
    ),
    function("log", "(e: T) -> T", "Natural logarithm; e is above 0."),
    function("log2", "(e: T) -> T", "Logarithm to base 2; e is above 0."),
    function("max", "(a: T, b: T) -> T", "Larger one, by component."),
    function("min", "(a: T, b: T) -> T", "Smaller one, by component."),
    function("mix", "(a: T, b: T, t: T) -> T", "Linear blend a * (1 - t) + b * t."),
    function(
        "modf",
        "(e: T) -> __modf_result",
        "Members fract and whole, both with the sign of e.",
    ),
    function(
        "normalize",
        "(e: vecN<T>) -> vecN<T>",
        "Unit vector in the direction of e, which is not zero.",
    ),
    function("pow", "(base: T, exponent: T) -> T", "base to a power; base is not negative."),
    function("quantizeToF16", "(e: T) -> T", "e rounded to the precision of f16."),
    function("radians", "(e: T) -> T", "Converts degrees to radians."),
    function(
        "reflect",
        "(e: vecN<T>, n: vecN<T>) -> vecN<T>",
        "Direction e mirrored at the plane with unit normal n.",
    ),
    function(
        "refract",
        "(e: vecN<T>, n: vecN<T>, ratio: T) -> vecN<T>",
        "Direction e after refraction; zero for total reflection.",
    ),
    function("reverseBits", "(e: T) -> T", "Bits in reverse order."),
    function("round", "(e: T) -> T", "Nearest integer; halves go to the even one."),
    function("saturate", "(e: T) -> T", "e limited to the interval from 0 to 1."),
    function("sign", "(e: T) -> T", "-1, 0 or 1."),
    function("sin", "(e: T) -> T", "Sine of an angle in radians."),
    function("sinh", "(e: T) -> T", "Hyperbolic sine."),
    function(
        "smoothstep",
        "(low: T, high: T, x: T) -> T",
        "0 below low, 1 above high, and t * t * (3 - 2 * t) between.",
    ),
    function("sqrt", "(e: T) -> T", "Square root; e is not negative."),
    function("step", "(edge: T, x: T) -> T", "1 if x is at least edge, otherwise 0."),
    function("tan", "(e: T) -> T", "Tangent of an angle in radians."),
    function("tanh", "(e: T) -> T", "Hyperbolic tangent."),
    function("transpose", "(m: matCxR<T>) -> matRxC<T>", "Rows and columns exchanged."),
    function("trunc", "(e: T) -> T", "Integer part: e rounded toward zero."),
    function(
        "dpdx",
        "(e: T) -> T",
        "Change of e to the next pixel on the right. Fragment shaders only.",
    ),
    function(
        "dpdxCoarse",
        "(e: T) -> T",
        "As dpdx, for a group of four pixels. Fragment shaders only.",
    ),
    function("dpdxFine", "(e: T) -> T", "As dpdx, for each row of pixels. Fragment shaders only."),
    function("dpdy", "(e: T) -> T", "Change of e to the next pixel below. Fragment shaders only."),
    function(
        "dpdyCoarse",
        "(e: T) -> T",
        "As dpdy, for a group of four pixels. Fragment shaders only.",
    ),
    function(
        "dpdyFine",
        "(e: T) -> T",
        "As dpdy, for each column of pixels. Fragment shaders only.",
    ),
    function("fwidth", "(e: T) -> T", "abs(dpdx(e)) + abs(dpdy(e)). Fragment shaders only."),
    function("fwidthCoarse", "(e: T) -> T", "fwidth of the coarse changes. Fragment shaders only."),
    function("fwidthFine", "(e: T) -> T", "fwidth of the fine changes. Fragment shaders only."),
    function(
        "textureDimensions",
        "(t: T, level: L) -> vecN<u32>",
        "Size of a texture in texels, of one level if given.",
    ),
    function(
        "textureGather",
        "(component: C, t: T, s: sampler, coords: vec2<f32>) -> vec4<S>",
        "One component of the four texels that a sample would blend.",
    ),
    function(
        "textureGatherCompare",
        "(t: T, s: sampler_comparison, coords: vec2<f32>, reference: f32) -> vec4<f32>",
        "Results of comparing four depth texels.",
    ),
    function(
        "textureLoad",
        "(t: T, coords: vecN<I>, level: L) -> vec4<S>",
        "One texel, without a sampler.",
    ),
    function("textureNumLayers", "(t: T) -> u32", "Number of layers of an array of textures."),
    function("textureNumLevels", "(t: T) -> u32", "Number of levels of detail."),
    function(
        "textureNumSamples",
        "(t: T) -> u32",
        "Samples for each texel of a multisampled texture.",
    ),
    function(
        "textureSample",
        "(t: T, s: sampler, coords: vecN<f32>) -> vec4<f32>",
        "Filtered texel. Fragment shaders only.",
    ),
    function(
        "textureSampleBias",
        "(t: T, s: sampler, coords: vecN<f32>, bias: f32) -> vec4<f32>",
        "Filtered texel of a biased level. Fragment shaders only.",
    ),
    function(
        "textureSampleCompare",
        "(t: T, s: sampler_comparison, coords: vecN<f32>, reference: f32) -> f32",
        "Filtered result of comparing depths. Fragment shaders only.",
    ),
    function(
        "textureSampleCompareLevel",
        "(t: T, s: sampler_comparison, coords: vecN<f32>, reference: f32) -> f32",
        "Filtered result of comparing depths at level 0.",
    ),
    function(
        "textureSampleGrad",
        "(t: T, s: sampler, coords: vecN<f32>, ddx: vecN<f32>, ddy: vecN<f32>) -> vec4<f32>",
        "Filtered texel of the level that fits the given changes of coords.",
    ),
    function(
        "textureSampleLevel",
        "(t: T, s: sampler, coords: vecN<f32>, level: f32) -> vec4<f32>",
        "Filtered texel of one level.",
    ),
    function(
        "textureSampleBaseClampToEdge",
        "(t: T, s: sampler, coords: vec2<f32>) -> vec4<f32>",
        "Filtered texel of level 0, with coords kept half a texel inside.",
    ),
    function(
        "textureStore",
        "(t: T, coords: vecN<I>, value: vec4<S>)",
        "Writes one texel of a storage texture.",
    ),
    function("atomicLoad", "(p: ptr<S, atomic<T>>) -> T", "Reads an atomic value."),
    function("atomicStore", "(p: ptr<S, atomic<T>>, v: T)", "Writes an atomic value."),
    function("atomicAdd", "(p: ptr<S, atomic<T>>, v: T) -> T", "Adds v; returns the value before."),
    function(
        "atomicSub",
        "(p: ptr<S, atomic<T>>, v: T) -> T",
        "Subtracts v; returns the value before.",
    ),
    function(
        "atomicMax",
        "(p: ptr<S, atomic<T>>, v: T) -> T",
        "Stores the larger one; returns the value before.",
    ),
    function(
        "atomicMin",
        "(p: ptr<S, atomic<T>>, v: T) -> T",
        "Stores the smaller one; returns the value before.",
    ),
    function(
        "atomicAnd",
        "(p: ptr<S, atomic<T>>, v: T) -> T",
        "Stores the bitwise and; returns the value before.",
    ),
    function(
        "atomicOr",
        "(p: ptr<S, atomic<T>>, v: T) -> T",
        "Stores the bitwise or; returns the value before.",
    ),
    function(
        "atomicXor",
        "(p: ptr<S, atomic<T>>, v: T) -> T",
        "Stores the bitwise exclusive or; returns the value before.",
    ),
    function(
        "atomicExchange",
        "(p: ptr<S, atomic<T>>, v: T) -> T",
        "Stores v; returns the value before.",
    ),
    function(
        "atomicCompareExchangeWeak",
        "(p: ptr<S, atomic<T>>, expected: T, v: T) -> __atomic_compare_exchange_result<T>",
        "Stores v if the value is expected; members old_value and exchanged.",
    ),
    function("pack4x8snorm", "(e: vec4<f32>) -> u32", "Four numbers from -1 to 1 as signed bytes."),
    function("pack4x8unorm", "(e: vec4<f32>) -> u32", "Four numbers from 0 to 1 as bytes."),
    function("pack4xI8", "(e: vec4<i32>) -> u32", "Low bytes of four integers."),
    function("pack4xU8", "(e: vec4<u32>) -> u32", "Low bytes of four integers."),
    function(
        "pack4xI8Clamp",
        "(e: vec4<i32>) -> u32",
        "Four integers limited to -128 to 127, as bytes.",
    ),
    function("pack4xU8Clamp", "(e: vec4<u32>) -> u32", "Four integers limited to 255, as bytes."),
    function("pack2x16snorm", "(e: vec2<f32>) -> u32", "Two numbers from -1 to 1 in 16 bits each."),
    function("pack2x16unorm", "(e: vec2<f32>) -> u32", "Two numbers from 0 to 1 in 16 bits each."),
    function("pack2x16float", "(e: vec2<f32>) -> u32", "Two numbers as f16."),
    function(
        "unpack4x8snorm",
        "(e: u32) -> vec4<f32>",
        "Four signed bytes as numbers from -1 to 1.",
    ),
    function("unpack4x8unorm", "(e: u32) -> vec4<f32>", "Four bytes as numbers from 0 to 1."),
    function("unpack4xI8", "(e: u32) -> vec4<i32>", "Four signed bytes."),
    function("unpack4xU8", "(e: u32) -> vec4<u32>", "Four bytes."),
    function(
        "unpack2x16snorm",
        "(e: u32) -> vec2<f32>",
        "Two signed numbers of 16 bits as numbers from -1 to 1.",
    ),
    function(
        "unpack2x16unorm",
        "(e: u32) -> vec2<f32>",
        "Two numbers of 16 bits as numbers from 0 to 1.",
    ),
    function("unpack2x16float", "(e: u32) -> vec2<f32>", "Two numbers of type f16."),
    function(
        "storageBarrier",
        "()",
        "Waits for the workgroup, and makes its writes to storage buffers visible there.",
    ),
    function(
        "textureBarrier",
        "()",
        "Waits for the workgroup, and makes its writes to storage textures visible there.",
    ),
    function(
        "workgroupBarrier",
        "()",
        "Waits for the workgroup, and makes its writes to workgroup memory visible there.",
    ),
    function(
        "workgroupUniformLoad",
        "(p: ptr<workgroup, T>) -> T",
        "Reads a value that is the same in the whole workgroup, between two barriers.",
    ),
    function("subgroupAdd", "(e: T) -> T", "Sum over the subgroup."),
    function("subgroupExclusiveAdd", "(e: T) -> T", "Sum over the invocations before this one."),
    function("subgroupInclusiveAdd", "(e: T) -> T", "Sum over the invocations up to this one."),
    function("subgroupAll", "(e: bool) -> bool", "True if e is true in the whole subgroup."),
    function("subgroupAnd", "(e: T) -> T", "Bitwise and over the subgroup."),
    function("subgroupAny", "(e: bool) -> bool", "True if e is true anywhere in the subgroup."),
    function(
        "subgroupBallot",
        "(e: bool) -> vec4<u32>",
        "A bit for each invocation of the subgroup where e is true.",
    ),
    function(
        "subgroupBroadcast",
        "(e: T, id: u32) -> T",
        "Value of e in one invocation of the subgroup.",
    ),
    function(
        "subgroupBroadcastFirst",
        "(e: T) -> T",
        "Value of e in the first active invocation of the subgroup.",
    ),
    function("subgroupElect", "() -> bool", "True in the first active invocation of the subgroup."),
    function("subgroupMax", "(e: T) -> T", "Largest value in the subgroup."),
    function("subgroupMin", "(e: T) -> T", "Smallest value in the subgroup."),
    function("subgroupMul", "(e: T) -> T", "Product over the subgroup."),
    function(
        "subgroupExclusiveMul",
        "(e: T) -> T",
        "Product over the invocations before this one.",
    ),
    function("subgroupInclusiveMul", "(e: T) -> T", "Product over the invocations up to this one."),
    function("subgroupOr", "(e: T) -> T", "Bitwise or over the subgroup."),
    function(
        "subgroupShuffle",
        "(e: T, id: u32) -> T",
        "Value of e in the invocation with this number.",
    ),
    function(
        "subgroupShuffleDown",
        "(e: T, delta: u32) -> T",
        "Value of e in a later invocation of the subgroup.",
    ),
    function(
        "subgroupShuffleUp",
        "(e: T, delta: u32) -> T",
        "Value of e in an earlier invocation of the subgroup.",
    ),
    function(
        "subgroupShuffleXor",
        "(e: T, mask: u32) -> T",
        "Value of e in the invocation whose number differs by the bits of mask.",
    ),
    function("subgroupXor", "(e: T) -> T", "Bitwise exclusive or over the subgroup."),
    function(
        "quadBroadcast",
        "(e: T, id: u32) -> T",
        "Value of e in one of four neighboring invocations.",
    ),
    function(
        "quadSwapDiagonal",
        "(e: T) -> T",
        "Value of e in the diagonal neighbor of four invocations.",
    ),
    function(
        "quadSwapX",
        "(e: T) -> T",
        "Value of e in the horizontal neighbor of four invocations.",
    ),
    function(
        "quadSwapY",
        "(e: T) -> T",
        "Value of e in the vertical neighbor of four invocations.",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_has_the_functions_that_naga_knows() {
        let all = naga::keywords::wgsl::BUILTIN_IDENTIFIERS.iter();
        let functions = all.skip_while(|name| **name != "bitcast");
        let functions: Vec<&str> = functions.copied().take_while(|name| *name != "i64").collect();
        let listed: Vec<&str> = FUNCTIONS.iter().map(|function| function.name).collect();
        assert_eq!(listed, functions);
        assert!(builtin("vec3f").is_some() && builtin("lerp").is_none());
    }
}
