//! Debug prints of naga's data structures, which have no place in a message for authors of shaders.

const PRINTS: [&str; 22] = [
    "Scalar {",
    "Scalar(",
    "Vector {",
    "Matrix {",
    "Handle",
    "TypeInner",
    "Abstract",
    "Some(",
    "None",
    "kind:",
    "width:",
    "Capabilities",
    "Storage",
    "WorkGroup",
    "Requirements(",
    " ''",
    "data type, found",
    "naga",
    "LogicalAnd",
    "[1]",
    "[2]",
    "[3]",
];

/// Returns a debug print that a message contains outside of what it quotes of the author's text, or `None`.
pub(crate) fn debug_print(message: &str) -> Option<&'static str> {
    let own: String = message.split('`').step_by(2).collect();
    let mut prints = PRINTS.into_iter();
    prints.find(|print| own.contains(print))
}
