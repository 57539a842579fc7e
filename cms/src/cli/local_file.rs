//! Arguments that name a file of this machine.

use std::path::PathBuf;

use crate::config::bucket::Provider;

/// A file here. A place in object storage would be the name of a folder, and what lies there is not encrypted; `advice` says how one
/// gets there.
pub fn local_file(text: &str, advice: &str) -> Result<PathBuf, String> {
    match Provider::of(text) {
        Some(_) => Err(advice.into()),
        None => Ok(PathBuf::from(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::local_file;

    #[test]
    fn a_place_in_object_storage_is_no_file() {
        assert!(local_file("a/s3.tar", "").is_ok_and(|file| file.ends_with("s3.tar")));
        for wrong in ["s3://bucket/a", "gs://bucket/a", "az://bucket/a"] {
            assert_eq!(local_file(wrong, "elsewhere"), Err("elsewhere".to_owned()));
        }
    }
}
