//! Rebuilds the executable when a shader is added, since it embeds all of them.

fn main() {
    println!("cargo::rerun-if-changed=../shaders");
}
