//! The shipped shaders go into the executable: a file added to them builds it anew.

fn main() {
    println!("cargo::rerun-if-changed=../shaders");
}
