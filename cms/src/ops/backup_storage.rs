//! Backups in object storage: put there whole or not at all, listed, fetched, and removed when newer ones are there.

use std::{
    fs::File,
    io::{self, BufReader, Write},
    sync::Arc,
};

use anyhow::{Context as _, bail, ensure};
use futures_util::TryStreamExt as _;
use jiff::{Timestamp, civil::DateTime, tz::TimeZone};
use object_store::{ObjectMeta, ObjectStore, ObjectStoreExt as _, buffered::BufWriter, path::Path};
use tokio::{io::AsyncWriteExt as _, task::spawn_blocking};
use tokio_util::io::{StreamReader, SyncIoBridge};

use super::backup_seal::{self, Key, Reader, SealError};
use crate::{
    config::{bucket::Bucket, deploy::S3},
    net::Patience,
    storage::{self, is_missing, trouble},
};

/// Sent at a time; all parts of an upload have one size, as some servers ask for.
const PART: u64 = 8 * 1024 * 1024;
/// S3 takes 10,000 parts of an object; a larger store is sent in larger ones.
const MOST_PARTS: u64 = 9_000;
/// Parts on their way.
const AT_A_TIME: usize = 2;

const BEGIN: &str = "cms-";
const TIME: &str = "%Y%m%dT%H%M%SZ";
const PLAIN: &str = ".db";
const SEALED: &str = ".db.age";

/// The name of a backup of that moment.
pub fn name(at: Timestamp, sealed: bool) -> String {
    let end = if sealed { SEALED } else { PLAIN };
    format!("{BEGIN}{}{end}", at.strftime(TIME))
}

/// Whether a backup of that name is encrypted.
pub fn is_sealed(name: &str) -> bool {
    name.ends_with(SEALED)
}

/// When a backup of that name was made; none when that is the name of something else.
fn made_at(found: &str) -> Option<Timestamp> {
    let rest = found.strip_prefix(BEGIN)?;
    let time = rest.strip_suffix(SEALED).or(rest.strip_suffix(PLAIN))?;
    let at = DateTime::strptime(TIME, time).ok()?;
    let at = at.to_zoned(TimeZone::UTC).ok()?.timestamp();
    // Only as we write it: what is removed must be ours beyond doubt.
    (name(at, is_sealed(found)) == found).then_some(at)
}

/// A backup that is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// When it was made.
    pub at: Timestamp,
    /// Its name below the prefix.
    pub name: String,
    /// Bytes.
    pub size: u64,
}

/// Where backups are.
#[derive(Debug)]
pub struct Storage {
    store: Arc<dyn ObjectStore>,
    bucket: Bucket,
}

impl Storage {
    /// Connects to nothing yet.
    pub fn open(bucket: &Bucket, settings: &S3) -> anyhow::Result<Self> {
        Ok(Self {
            store: storage::open(bucket, settings, Patience::default())?,
            bucket: bucket.clone(),
        })
    }

    fn at(&self, name: &str) -> anyhow::Result<Path> {
        Ok(Path::parse(format!("{}{name}", self.bucket.inside()))?)
    }

    /// Sends a file under a name that nothing has, encrypted for its readers. What fails on the way is no object.
    pub async fn put(
        &self,
        name: &str,
        file: File,
        readers: Vec<Reader>,
    ) -> anyhow::Result<Stored> {
        let step = "sending the backup";
        let at = made_at(name).with_context(|| format!("{name} is no name of a backup"))?;
        let to = self.at(name)?;
        // By a list: a refusal has its reason with it, which the answer to a question for one name cannot have.
        let taken = self.list().await?.iter().any(|found| found.name == name);
        ensure!(!taken, "{name} is there already; try again in a second");
        let part = usize::try_from(PART.max(file.metadata()?.len() / MOST_PARTS))?;
        let writer = BufWriter::with_capacity(Arc::clone(&self.store), to.clone(), part)
            .with_max_concurrency(AT_A_TIME);
        let mut counted = Counted {
            inner: SyncIoBridge::new(writer),
            bytes: 0,
        };
        let (sealed, counted) = spawn_blocking(move || {
            let sealed = backup_seal::seal(BufReader::new(file), &mut counted, &readers);
            (sealed, counted)
        })
        .await?;
        let (sent, mut writer) = (counted.bytes, counted.inner.into_inner());
        if let Err(error) = sealed {
            if let Err(error) = writer.abort().await {
                tracing::warn!(%error, "parts of a backup that was broken off stay in the bucket");
            }
            return Err(because(step, error));
        }
        let ended = writer.shutdown().await;
        // The connection may end between the last step and the word of it.
        match (self.about(&to).await, ended) {
            (Ok(Some(found)), _) if found.size == sent => Ok(Stored {
                at,
                name: name.to_owned(),
                size: sent,
            }),
            (_, Err(error)) => Err(because(step, error)),
            (Err(error), Ok(())) => Err(error.context("the backup was sent, but not found again")),
            (Ok(found), Ok(())) => {
                let there = found.map_or(0, |found| found.size);
                // It must not be taken for a backup.
                if let Err(error) = self.store.delete(&to).await {
                    tracing::warn!(%error, "a backup that is not whole stays in the bucket");
                }
                bail!("{sent} bytes of {name} were sent, and {there} are there")
            }
        }
    }

    /// What is there, the oldest first. What has other names is not ours and is left out.
    pub async fn list(&self) -> anyhow::Result<Vec<Stored>> {
        let below = (!self.bucket.prefix.is_empty())
            .then(|| Path::parse(&self.bucket.prefix))
            .transpose()?;
        let found = self.store.list_with_delimiter(below.as_ref()).await;
        let found = found.map_err(|error| trouble("listing backups", &error))?;
        let mut stored: Vec<Stored> = found
            .objects
            .into_iter()
            .filter_map(|object| {
                let name = object.location.filename()?.to_owned();
                let (at, size) = (made_at(&name)?, object.size);
                Some(Stored { at, name, size })
            })
            .collect();
        stored.sort_by(|one, two| (one.at, &one.name).cmp(&(two.at, &two.name)));
        Ok(stored)
    }

    /// Removes all but so many of the newest, of which `newest` must be the last. Returns what went.
    pub async fn keep(&self, most: usize, newest: &Stored) -> anyhow::Result<Vec<Stored>> {
        let mut found = self.list().await?;
        ensure!(
            found.last() == Some(newest),
            "nothing older was removed: {} is not the newest that is listed ({}); is the clock right?",
            newest.name,
            found.last().map_or("none", |last| last.name.as_str())
        );
        found.truncate(found.len().saturating_sub(most.max(1)));
        for old in &found {
            let removed = self.store.delete(&self.at(&old.name)?).await;
            if let Err(error) = removed
                && !is_missing(&error)
            {
                return Err(trouble("removing old backups", &error).into());
            }
        }
        Ok(found)
    }

    /// Writes one into a file, piece by piece, decrypted when there are keys.
    pub async fn fetch(&self, name: &str, to: File, keys: Vec<Key>) -> anyhow::Result<()> {
        let from = self.at(name)?;
        let about = self.about(&from).await?;
        let about = about.with_context(|| format!("there is no {name} in {}", self.bucket))?;
        let pieces =
            storage::pieces(&self.store, &from, about.size, about.e_tag).map_err(io::Error::from);
        let pieces = StreamReader::new(pieces);
        let pieces = BufReader::new(SyncIoBridge::new(pieces));
        let opened = spawn_blocking(move || backup_seal::open(pieces, to, &keys)).await?;
        opened.map_err(|error| match error {
            SealError::Io(error) => because("fetching the backup", error),
            other => anyhow::Error::new(other).context(name.to_owned()),
        })
    }

    async fn about(&self, at: &Path) -> anyhow::Result<Option<ObjectMeta>> {
        match self.store.head(at).await {
            Ok(found) => Ok(Some(found)),
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(trouble("looking for the backup", &error).into()),
        }
    }
}

/// What object storage said, if it was that.
fn because(step: &'static str, error: io::Error) -> anyhow::Error {
    let inner = error.get_ref();
    match inner.and_then(|inner| inner.downcast_ref::<object_store::Error>()) {
        Some(inner) => trouble(step, inner).into(),
        None => anyhow::Error::new(error).context(step),
    }
}

/// Counts what goes through.
struct Counted<W> {
    inner: W,
    bytes: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.bytes += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn only_names_as_we_write_them_are_backups() {
        let at: Timestamp = "2026-11-23T03:05:09Z".parse().unwrap();
        assert_eq!(name(at, true), "cms-20261123T030509Z.db.age");
        for sealed in [true, false] {
            assert_eq!(made_at(&name(at, sealed)), Some(at));
        }
        for other in [
            "cms-20261123T030509Z.db.age.bak",
            "cms-20261123T030509Z.age",
            "cms-20261123T030509.db",
            "cms-2026-11-23.db",
            "cms-20261323T030509Z.db",
            "my-cms-20261123T030509Z.db",
            "cms-.db",
            "cms.db",
            "",
        ] {
            assert_eq!(made_at(other), None, "{other}");
        }
    }
}
