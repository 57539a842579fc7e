//! What is remembered of the last deployment to a target.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{DeployError, Target, snapshot::Snapshot};

/// Seconds an asset stays on the target after the last page that named it is gone.
const GRACE: i64 = 24 * 60 * 60;

/// The last deployment to one target.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Record {
    /// Pages it had.
    pub pages: usize,
    /// Seconds since the epoch.
    at: i64,
    /// Hashed files that are part of the site.
    assets: BTreeSet<String>,
    /// Hashed files that are not any more, and since when.
    retired: BTreeMap<String, i64>,
}

impl Record {
    /// The record of `target`, if there was a deployment.
    pub fn load(folder: &Path, target: &Target) -> Result<Option<Self>, DeployError> {
        let path = file(folder, target);
        match fs::read(&path) {
            Ok(bytes) => Ok(serde_json::from_slice(&bytes)
                .map_err(|error| tracing::warn!(%error, path = %path.display(), "cannot be read; starting afresh"))
                .ok()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(DeployError::io(&path, error)),
        }
    }

    /// Notes which assets went out of use, and gives those that must stay for now.
    pub fn protect(&mut self, site: &Snapshot, now: Timestamp) -> Vec<String> {
        let now = now.as_second();
        let current: BTreeSet<&String> = site.assets().collect();
        for gone in self.assets.iter().filter(|asset| !current.contains(asset)) {
            self.retired.entry(gone.clone()).or_insert(now);
        }
        self.retired
            .retain(|asset, since| now - *since < GRACE && !current.contains(asset));
        self.retired.keys().cloned().collect()
    }

    /// Remembers a deployment that has just succeeded.
    pub fn store(
        mut self,
        folder: &Path,
        target: &Target,
        site: &Snapshot,
        now: Timestamp,
    ) -> Result<(), DeployError> {
        self.pages = site.pages();
        self.at = now.as_second();
        self.assets = site.assets().cloned().collect();
        let path = file(folder, target);
        let text =
            serde_json::to_vec(&self).map_err(|error| DeployError::io(&path, error.into()))?;
        write(&path, &text)
    }
}

/// A file of rsync rules that keep `protected` and what is never ours.
pub fn write_filters(folder: &Path, protected: &[String]) -> Result<PathBuf, DeployError> {
    let path = folder.join("filters");
    let mut rules = String::from("P /.well-known/***\nP /.well-known\n");
    for asset in protected
        .iter()
        .filter(|asset| !asset.contains(['*', '?', '[', '\n', '\r']))
    {
        rules.push_str(&format!("P /{asset}\n"));
    }
    write(&path, rules.as_bytes())?;
    Ok(path)
}

fn file(folder: &Path, target: &Target) -> PathBuf {
    folder.join(format!("{}.json", target.key()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), DeployError> {
    let whole = || -> std::io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(bytes)?;
        file.persist(path)?;
        Ok(())
    };
    whole().map_err(|error| DeployError::io(path, error))
}
