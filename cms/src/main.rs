//! See docs/architecture.md.
fn main() {}
