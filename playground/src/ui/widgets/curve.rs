//! (curve: see below)
