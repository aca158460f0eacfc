//! Rewrites of naga's modules: each takes a valid module and makes another one.
//!
//! `wrap` and `albedo` add the host's entry points, `derivative` the tangents of all values, `taps` the selection of a value
//! inside, and `twin` the same computation in double precision. `guard` comes last and limits the loops of whatever the
//! others made. A further rewrite is one file here, and a function of [`Modules`](super::Modules) that calls it.

pub(super) mod albedo;
pub(super) mod derivative;
pub(super) mod flipped_sign;
pub(super) mod guard;
pub(super) mod host_text;
pub(super) mod merge;
pub(super) mod taps;
pub(super) mod twin;
pub(super) mod uniforms;
pub(super) mod wrap;
