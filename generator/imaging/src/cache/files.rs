//! Files of the cache: whole or not there, and gone when nobody names them any more.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde::Serialize;

use super::facts;
use crate::ImageError;

/// Written last, so that a folder with facts has been filled at least once.
pub fn write_facts(path: &Path, facts: impl Serialize) -> Result<(), ImageError> {
    match facts::sealed(facts) {
        Ok(bytes) => write_whole(path, &bytes),
        Err(source) => Err(ImageError::Io {
            path: path.to_owned(),
            source,
        }),
    }
}

/// Temp file and rename: a reader sees the whole file or none.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), ImageError> {
    let write = || -> std::io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        let mut file = tempfile::Builder::new()
            .prefix(".new-")
            .tempfile_in(folder)?;
        file.write_all(bytes)?;
        make_readable(file.as_file())?;
        file.persist(path)?;
        Ok(())
    };
    write().map_err(|source| ImageError::Io {
        path: path.to_owned(),
        source,
    })
}

/// Removes variants that the facts do not name any more: those of other encoders. Whoever meant to publish one of them
/// finds it gone and asks again.
pub fn remove_others(folder: &Path, named: &BTreeSet<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        let variant = name.contains('-') && !name.starts_with('.');
        if variant && !named.contains(name) {
            // One that stays takes room and does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A temp file is private; a published picture is not.
fn make_readable(file: &fs::File) -> std::io::Result<()> {
    file.set_permissions(fs::Permissions::from_mode(0o644))
}
