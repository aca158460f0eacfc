//! (gradient: see below)
