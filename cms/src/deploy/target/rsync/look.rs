//! What is there, by our record or by the target's own list.

use std::{collections::BTreeSet, fs};

use generator::Moment;

use super::{FROM_0, Rsync, filters, here};
use crate::deploy::{
    blocking::blocking,
    error::DeployError,
    listing::{self, Listing},
    marker::{self, Marker},
    plan::parents,
    ready::Ready,
    record::Record,
    seen::{Seen, Sight},
    snapshot::Snapshot,
};

/// Lists instead of transferring. What the file system keeps in its root nobody but root can read, and it would be an error.
const LIST: [&str; 5] = [
    "-rtl",
    "--dry-run",
    "--exclude=/lost+found/",
    "--no-human-readable",
    listing::FORMAT,
];
/// So many files and folders are asked for by name; of more, everything is looked at.
const BY_NAME: usize = 500;
/// A marker is a short line. In bytes.
const MAX_MARKER: u64 = 64 * 1024;

impl Rsync {
    /// By our record, where it is believed: neither side is walked for the few files of an edit.
    pub(super) async fn by_record(
        &self,
        ready: &Ready,
        now: Moment,
    ) -> Result<Option<Seen>, DeployError> {
        let record = ready.known.record();
        let believed = |record: &&Record| record.is_recent(now) && !self.job.verify;
        let Some(record) = record.filter(believed).filter(|_| !self.is_missing()) else {
            return Ok(None);
        };
        let Some(bytes) = self.marker().await? else {
            return Ok(None);
        };
        let ours = Marker::read(&bytes).filter(|marker| marker.owner == ready.owner);
        let Some(looked) = ours.and_then(|marker| record.believed(&marker.deployment, now)) else {
            return Ok(None);
        };
        let asked = asked(record, &ready.site, now);
        if asked.len() > BY_NAME {
            return Ok(None);
        }
        Ok(Some(Seen {
            listing: self.with_names(record, &asked).await?,
            sight: Sight::Names(looked),
            marker: Some(bytes),
            tag: None,
        }))
    }

    /// What the record says, but for these names.
    async fn with_names(
        &self,
        record: &Record,
        asked: &BTreeSet<&str>,
    ) -> Result<Listing, DeployError> {
        let mut listing = Listing::recorded(record.files());
        let found = match self.job.target.folder() {
            _ if asked.is_empty() => return Ok(listing),
            Some(folder) => {
                let folder = folder.to_owned();
                let names = asked.iter().map(|name| (*name).to_owned()).collect();
                blocking(move || here::listing(&folder, names)).await?
            }
            None => {
                // A list of names would be looked at through links.
                let only = self.merge(&filters::only(asked))?;
                let arguments = [LIST.as_slice(), &[FROM_0, &only]].concat();
                self.list(&arguments).await?
            }
        };
        for name in asked {
            listing.found(name, found.0.get(*name).cloned());
        }
        Ok(listing)
    }

    /// Everything that is there; nothing when there is no such folder yet.
    pub(super) async fn everything(&self) -> Result<Seen, DeployError> {
        let listing = if self.is_missing() {
            Listing::default()
        } else {
            match self.list(&LIST).await {
                Err(error) if error.is_missing_folder() => Listing::default(),
                other => other?,
            }
        };
        let marker = if listing.0.contains_key(marker::NAME) {
            // One that is too large or no file has not come.
            Some(self.marker().await?.unwrap_or_default())
        } else {
            None
        };
        Ok(Seen {
            listing,
            sight: Sight::Everything,
            marker,
            tag: None,
        })
    }

    async fn list(&self, arguments: &[&str]) -> Result<Listing, DeployError> {
        // Of a folder that is not there, everything differs.
        let (from, to) = (self.job.target.argument(), self.notes.path().join("none/"));
        let output = self
            .run("looking at the target", arguments, from.as_ref(), &to)
            .await?;
        Ok(Listing::parse(&output))
    }

    /// What the target says about itself; nothing when there is no such folder any more.
    pub(super) async fn marker(&self) -> Result<Option<Vec<u8>>, DeployError> {
        if let Some(folder) = self.job.target.folder() {
            let path = folder.join(marker::NAME);
            return blocking(move || here::file(&path, MAX_MARKER)).await;
        }
        let (from, to) = (
            self.job.target.file(marker::NAME),
            self.notes.path().join(""),
        );
        let most = format!("--max-size={MAX_MARKER}");
        let arguments = ["-t", &most, "--ignore-missing-args"];
        let read = self.run("reading the marker", &arguments, from.as_ref(), &to);
        match read.await {
            Err(error) if error.is_missing_folder() => return Ok(None),
            other => other?,
        };
        let came = to.join(marker::NAME);
        let bytes = fs::read(&came).ok();
        // What is not there any more does not come a second time.
        let _ = fs::remove_file(came);
        Ok(bytes)
    }
}

/// What is to be sent or removed, and the folders in which that lies: something else may be in their place.
fn asked<'a>(record: &'a Record, site: &'a Snapshot, now: Moment) -> BTreeSet<&'a str> {
    let mut asked = record.unclear(site, now);
    asked.extend(record.missing(site.files()).map(String::as_str));
    let folders: Vec<&str> = asked.iter().flat_map(|path| parents(path)).collect();
    asked.extend(folders);
    asked
}
