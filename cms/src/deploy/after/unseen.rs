//! Pages that visitors should see and nobody has seen yet, written down so that a restart goes on looking.

use std::{
    collections::BTreeMap,
    fs, io,
    io::Write as _,
    path::{Path, PathBuf},
};

use super::live::{self, Expected};
use crate::{config::target::Target, deploy::error::DeployError, disk::unfinished};

/// Of one target: where that is written.
fn file(own: &Path, target: &Target) -> PathBuf {
    own.join(format!("{}.unseen", target.key()))
}

/// What is written down, without pages that the site at `dist` has in another state by now: nobody waits for those any
/// more. A file that cannot be read is as good as none.
pub fn load(own: &Path, target: &Target, dist: &Path) -> Expected {
    let written: BTreeMap<String, Option<String>> = fs::read(file(own, target))
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .unwrap_or_default();
    let hash = |text: Option<String>| text.map(blake3::Hash::from_hex).transpose().ok();
    let pages = written
        .into_iter()
        .filter_map(|(path, text)| Some((path, hash(text)?)));
    pages
        .filter(|(path, hash)| live::hash(&dist.join(path)) == *hash)
        .collect()
}

/// Writes them down, for nobody to be forgotten; none is no file.
pub fn store(own: &Path, target: &Target, pages: &Expected) -> Result<(), DeployError> {
    let file = file(own, target);
    let written = || -> io::Result<()> {
        if pages.is_empty() {
            return match fs::remove_file(&file) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            };
        }
        let text = |hash: &Option<blake3::Hash>| hash.map(|hash| hash.to_hex().to_string());
        let pages: BTreeMap<&String, Option<String>> = pages
            .iter()
            .map(|(path, hash)| (path, text(hash)))
            .collect();
        let mut unfinished = unfinished::begin(own)?;
        unfinished.write_all(&serde_json::to_vec(&pages)?)?;
        unfinished.persist(&file)?;
        Ok(())
    };
    written().map_err(|error| DeployError::io(&file, error))
}
