//! `dist` and the cache, opened for one generator alone.

use std::path::Path;

use super::BuildError;
use super::FolderLock;
use super::Stage;
use super::manifest::Manifest;
use super::releases::Releases;
use crate::base::{Languages, Problem, Problems};
use crate::options::Options;
use crate::routes::is_blob;

/// The folders that are written, and what is known of them.
#[derive(Debug)]
pub struct Folders {
    /// Pictures and the record.
    pub cache: FolderLock,
    /// The site.
    pub dist: FolderLock,
    /// Where a build puts what is to be moved.
    pub stage: Stage,
    /// The record of the last build.
    pub manifest: Manifest,
    /// The publications that one can go back to.
    pub releases: Releases,
    /// The folders were given up and could not be opened again.
    lost: bool,
}

impl Folders {
    /// Takes both folders for this generator alone, then reads the record of the last build.
    pub fn open(options: &Options, languages: Languages) -> Result<Folders, BuildError> {
        let dist = FolderLock::take(&options.dist)?;
        let cache = FolderLock::take(&options.cache)?;
        let stage =
            Stage::open(cache.path(), dist.path()).map_err(BuildError::io(&options.cache))?;
        let manifest = Manifest::open(cache.path(), dist.path(), languages)
            .map_err(BuildError::io(&options.dist))?;
        guard(&manifest, &options.dist)?;
        let releases =
            Releases::open(cache.path(), dist.path()).map_err(BuildError::io(&options.cache))?;
        Ok(Folders {
            cache,
            dist,
            stage,
            manifest,
            releases,
            lost: false,
        })
    }

    /// Gives both folders up.
    pub fn let_go(&mut self) {
        self.lost = true;
        self.cache.let_go();
        self.dist.let_go();
    }

    /// Whether the names still lead to the folders that were opened.
    pub fn are_still(&self, options: &Options) -> bool {
        !self.lost && self.cache.is_still(&options.cache) && self.dist.is_still(&options.dist)
    }
}

/// A site is not written over what is something else: without a record, every file must be one of ours. (What lies
/// where files are named by their content says nothing: the bundler's names are its own.)
fn guard(manifest: &Manifest, dist: &Path) -> Result<(), Problems> {
    let mut foreign = manifest.foreign.iter().filter(|file| !is_blob(file));
    match foreign.next() {
        Some(file) if manifest.outputs() == 0 => {
            let message = format!("this folder has files that were not generated, such as {file}");
            let problem = Problem::error("not-a-site", message).in_file(dist);
            Err(problem
                .hint("give an empty folder, or empty this one")
                .into())
        }
        _ => Ok(()),
    }
}
