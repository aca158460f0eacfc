//! (octaves: see below)
