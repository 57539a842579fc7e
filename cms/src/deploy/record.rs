//! What is remembered of the deployments to a target: every file that was put there and may be there still.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, fs,
    io::Write as _,
    path::{Path, PathBuf},
    time::SystemTime,
};

use generator::Moment;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{MapAccess, Visitor},
};

use super::{
    beside::{beside, with},
    error::DeployError,
    marker::Marker,
    seen::{Seen, Sight},
    snapshot::{Snapshot, is_asset},
    stamp::Stamp,
};
use crate::{config::target::Target, disk::unfinished};

/// Seconds an asset stays on the target after the last page that named it is gone.
const GRACE: i64 = 24 * 60 * 60;
/// Seconds for which the record is believed before everything on a target is looked at again.
const BELIEVED: i64 = 24 * 60 * 60;
const FORMAT: u32 = 2;
/// So many former deployments are known by name when a copy of the target is put back.
const REMEMBERED: usize = 50;

/// Of one target.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    format: u32,
    /// For whoever reads this file.
    target: String,
    /// Pages of the last deployment that succeeded.
    pub pages: usize,
    /// Seconds since the epoch.
    at: i64,
    /// Names of deployments whose marker the target may carry, also when an older state of it is put back: the last one is the
    /// one begun last.
    deployments: Vec<String>,
    /// What was put there; after a deployment that failed, a file may be in one of several states.
    #[serde(deserialize_with = "in_order")]
    files: BTreeMap<String, Vec<Stamp>>,
    /// Hashed files that no page names any more, and since when. Their day passes as the machine runs.
    #[serde(deserialize_with = "retired")]
    retired: BTreeMap<String, Moment>,
    /// Seconds since the epoch: when everything there was last looked at. None while a deployment is under way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    looked: Option<i64>,
}

/// What there is of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Known {
    /// All of it.
    Record(Record),
    /// That of a release which did not note the files: so many pages.
    Former(usize),
    /// None.
    Nothing,
}

/// As releases before this one wrote it.
#[derive(Deserialize)]
struct FormerRecord {
    pages: usize,
    #[serde(rename = "assets")]
    _assets: Vec<String>,
}

impl Known {
    /// Of a target; `given` is the target as it was named.
    pub fn load(
        folder: &Path,
        target: &Target,
        given: &Target,
        now: Moment,
    ) -> Result<Self, DeployError> {
        let path = file(folder, target);
        match fs::read(&path) {
            Ok(bytes) => Ok(read(&bytes, now).unwrap_or_else(|error| {
                tracing::warn!(
                    %error, path = %path.display(),
                    "the record of former deployments cannot be read: nothing is removed from the target this time"
                );
                Self::Nothing
            })),
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(DeployError::io(&path, error))
            }
            // Former releases filed it under the target's name as given.
            Err(_) if target != given => Self::load(folder, given, given, now),
            Err(_) => Ok(Self::Nothing),
        }
    }

    /// The record, if it is whole.
    pub fn record(&self) -> Option<&Record> {
        match self {
            Self::Record(record) => Some(record),
            Self::Former(_) | Self::Nothing => None,
        }
    }

    /// Pages of the last deployment, as far as anybody knows.
    pub fn pages(&self) -> usize {
        match self {
            Self::Record(record) => record.pages,
            Self::Former(pages) => *pages,
            Self::Nothing => 0,
        }
    }
}

fn read(bytes: &[u8], now: Moment) -> serde_json::Result<Known> {
    match serde_json::from_slice::<Record>(bytes) {
        Ok(mut record) if record.format == FORMAT => {
            record.carry_over(now);
            Ok(Known::Record(record))
        }
        Ok(record) => Err(serde::de::Error::custom(format!(
            "format {}",
            record.format
        ))),
        Err(error) => serde_json::from_slice(bytes)
            .map(|FormerRecord { pages, .. }| Known::Former(pages))
            .map_err(|_| error),
    }
}

/// A table, made at once of tens of thousands of files that are written in order: finding the place of each among those before it
/// was a third of the time it takes to read a record.
fn in_order<'de, D: Deserializer<'de>>(of: D) -> Result<BTreeMap<String, Vec<Stamp>>, D::Error> {
    struct Files;
    impl<'de> Visitor<'de> for Files {
        type Value = BTreeMap<String, Vec<Stamp>>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("files with what they may look like")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut files: A) -> Result<Self::Value, A::Error> {
            let mut all = Vec::new();
            while let Some((path, mut stamps)) = files.next_entry::<_, Vec<Stamp>>()? {
                // Nearly all have one, and would keep room for four.
                stamps.shrink_to_fit();
                all.push((path, stamps));
            }
            Ok(all.into_iter().collect())
        }
    }
    of.deserialize_map(Files)
}

/// Releases before this one noted the machine's clock alone. Who knows nothing else counts as noted before the last start.
fn retired<'de, D: Deserializer<'de>>(of: D) -> Result<BTreeMap<String, Moment>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Since {
        Both(Moment),
        Wall(i64),
    }
    let noted = BTreeMap::<String, Since>::deserialize(of)?;
    let both = noted.into_iter().map(|(path, since)| {
        let since = match since {
            Since::Both(moment) => moment,
            Since::Wall(wall) => Moment { wall, up: i64::MAX },
        };
        (path, since)
    });
    Ok(both.collect())
}

impl Record {
    /// From now on the days of what is retired pass as the machine runs, whatever its clock says.
    fn carry_over(&mut self, now: Moment) {
        for since in self.retired.values_mut() {
            *since = since.carried_over(now);
        }
    }

    /// Whether the target may carry the marker of that deployment.
    pub fn knows(&self, deployment: &str) -> bool {
        self.deployments.iter().any(|known| known == deployment)
    }

    /// Whether that is the deployment begun last: no older state was put back.
    pub fn is_last(&self, deployment: &str) -> bool {
        self.deployments
            .last()
            .is_some_and(|last| last == deployment)
    }

    /// Whether the target, which carries the marker of that deployment, is as this record says: the last one ended, nobody
    /// put back an older state, and everything was looked at not long ago. The time of that.
    pub fn believed(&self, deployment: &str, now: Moment) -> Option<i64> {
        let looked = self.looked?;
        (self.is_last(deployment) && self.is_recent(now)).then_some(looked)
    }

    /// Whether everything was looked at not long ago, with nothing unfinished since.
    pub fn is_recent(&self, now: Moment) -> bool {
        // A clock that was ahead must not put a look off.
        let recent = |looked| (0..BELIEVED).contains(&(now.wall - looked));
        self.looked.is_some_and(recent)
    }

    /// Files of a site that did not arrive as they are, or after which something else was tried. In order.
    pub fn missing<'a>(
        &'a self,
        site: &'a BTreeMap<String, Stamp>,
    ) -> impl Iterator<Item = &'a String> {
        with(site, &self.files)
            .filter(|(_, stamp, known)| !has_arrived(stamp, known.map(Vec::as_slice)))
            .map(|(path, ..)| path)
    }

    /// What a file of ours may look like there.
    pub fn stamps(&self, path: &str) -> Option<&[Stamp]> {
        self.files.get(path).map(Vec::as_slice)
    }

    /// Hashed files that the site names again are out of use no more.
    pub fn reuse(&mut self, site: &Snapshot) {
        let files = site.files();
        self.retired.retain(|asset, _| !files.contains_key(asset));
    }

    /// Notes which hashed files went out of use. Not before the pages that named them have gone: a deployment that fails for days
    /// leaves those where they are.
    fn retire(&mut self, site: &Snapshot, now: Moment) {
        for (path, _, there) in with(&self.files, site.files()) {
            if there.is_none() && is_asset(path) {
                self.retired.entry(path.clone()).or_insert(now);
            }
        }
    }

    /// Whether a file that the site does not have must stay for visitors who still read an older page.
    pub fn protects(&self, path: &str, now: Moment) -> bool {
        self.retired
            .get(path)
            .map_or(is_asset(path), |since| !is_over(*since, now))
    }

    /// A deployment begins: from now on its files may be on the target, and its marker besides the one `found` there.
    pub fn begin(
        &mut self,
        marker: &Marker,
        found: Option<String>,
        site: &BTreeMap<String, Stamp>,
    ) {
        self.looked = None;
        // However often one begins and fails, what is there is known.
        self.deployments
            .retain(|known| Some(known) != found.as_ref());
        self.deployments
            .extend(found.into_iter().chain([marker.deployment.clone()]));
        let forgotten = self.deployments.len().saturating_sub(REMEMBERED);
        self.deployments.drain(..forgotten);
        let is_known = |stamp: &Stamp, known: Option<&Vec<Stamp>>| {
            known.is_some_and(|known| known.iter().any(|known| known.is(stamp)))
        };
        let fresh: Vec<(String, Stamp)> = with(site, &self.files)
            .filter(|(_, stamp, known)| !is_known(stamp, *known))
            .map(|(path, stamp, _)| (path.clone(), stamp.clone()))
            .collect();
        for (path, stamp) in fresh {
            self.files.entry(path).or_default().push(stamp);
        }
    }

    /// A file has arrived: it is in this state and no other.
    pub fn arrived(&mut self, path: &str, stamp: Stamp) {
        self.files.insert(path.to_owned(), vec![stamp]);
    }

    /// Where a target that is as this record says has to be looked at before anything is changed: where something of others
    /// may lie, and what is to be removed.
    pub fn unclear<'a>(&'a self, site: &'a Snapshot, now: Moment) -> BTreeSet<&'a str> {
        let goes = |path: &str| {
            let since = self.retired.get(path);
            !is_asset(path) || since.is_some_and(|since| is_over(*since, now))
        };
        let unclear = beside(site.files(), &self.files).filter(|(path, site, known)| {
            let comes = known.is_none();
            comes || (site.is_none() && goes(path))
        });
        unclear.map(|(path, ..)| path.as_str()).collect()
    }

    /// When everything on the target was last looked at.
    pub fn looked(&self) -> Option<i64> {
        self.looked
    }

    /// Everything that may be there.
    pub fn files(&self) -> &BTreeMap<String, Vec<Stamp>> {
        &self.files
    }

    /// A deployment has succeeded: the target holds the site, and of former ones what was there and not removed.
    pub fn end(&mut self, site: &Snapshot, seen: &Seen, removals: &[String], now: Moment) {
        let listing = &seen.listing;
        let gone =
            |path: &String| !listing.0.contains_key(path) || removals.binary_search(path).is_ok();
        let left = with(&self.files, site.files());
        let left: Vec<String> = left
            .filter(|(path, _, there)| there.is_none() && gone(path))
            .map(|(path, ..)| path.clone())
            .collect();
        for path in left {
            self.files.remove(&path);
        }
        let settled = with(site.files(), &self.files).filter_map(|(path, stamp, known)| {
            let known = known.map(Vec::as_slice).unwrap_or_default();
            // The newest of those that fit knows most, unless it was written before nanoseconds were.
            let fits = known.iter().rfind(|known| known.is(stamp));
            let stamp = fits.filter(|_| !stamp.is_exact()).unwrap_or(stamp);
            (known != std::slice::from_ref(stamp)).then(|| (path.clone(), stamp.clone()))
        });
        for (path, stamp) in settled.collect::<Vec<_>>() {
            self.arrived(&path, stamp);
        }
        self.retired.retain(|path, _| self.files.contains_key(path));
        self.pages = site.pages();
        self.at = now.wall;
        self.retire(site, now);
        self.looked = Some(match seen.sight {
            Sight::Everything => self.at,
            Sight::Names(looked) => looked,
        });
    }

    /// Writes it.
    pub fn store(&mut self, folder: &Path, target: &Target) -> Result<(), DeployError> {
        self.format = FORMAT;
        self.target = target.to_string();
        let path = file(folder, target);
        let whole = || -> std::io::Result<()> {
            let mut file = unfinished::begin(folder)?;
            file.write_all(&serde_json::to_vec(self)?)?;
            file.as_file().sync_all()?;
            file.persist(&path)?;
            Ok(())
        };
        whole().map_err(|error| DeployError::io(&path, error))
    }
}

/// Whether the grace of what went out of use then is over.
fn is_over(since: Moment, now: Moment) -> bool {
    now.up >= since.up.saturating_add(GRACE)
}

/// Whether a file that is like this arrived as it is, and nothing else was tried since.
pub fn has_arrived(stamp: &Stamp, known: Option<&[Stamp]>) -> bool {
    matches!(known, Some([known]) if known.is_exact() && known.is(stamp))
}

/// When the record of a target was last written.
pub fn last_written(folder: &Path, target: &Target) -> Option<SystemTime> {
    fs::metadata(file(folder, target)).ok()?.modified().ok()
}

fn file(folder: &Path, target: &Target) -> PathBuf {
    folder.join(format!("{}.json", target.key()))
}

#[cfg(test)]
#[path = "record_tests.rs"]
mod tests;
