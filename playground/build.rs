//! Rebuilds the executable when a shader or a page of the manual is added, since it embeds all of them.

fn main() {
    println!("cargo::rerun-if-changed=../shaders");
    println!("cargo::rerun-if-changed=docs/src");
}
