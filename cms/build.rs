//! Creates the admin's build folder when it is missing, so that the crate compiles before npm has run.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if let Err(error) = std::fs::create_dir_all("../admin-ui/dist") {
        println!("cargo:warning=cannot create admin-ui/dist: {error}");
    }
}
