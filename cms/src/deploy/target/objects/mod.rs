//! Object storage: S3 of any maker, Google Cloud Storage, Azure Blob Storage.
//!
//! Nothing is listed as long as the note there (`.cms-deployment`) says that our record is about it: what the record says
//! arrived is there, and of the rest each object is asked for by name. `--verify`, a lost record and a first deployment
//! list everything.

mod contents;
mod look;
mod note;

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use generator::Moment;
use object_store::{
    Attribute, GetOptions, ObjectStore, ObjectStoreExt as _, PutOptions, path::Path,
};
use tokio::sync::Semaphore;

use self::contents::{Contents, HASH};
use super::Carrier;
use crate::{
    config::bucket::Bucket,
    deploy::{
        blocking::blocking,
        error::DeployError,
        job::Job,
        marker::Marker,
        ownership::Ownership,
        ready::Ready,
        record::Record,
        round::Round,
        seen::{Seen, Sight},
        stamp::Stamp,
    },
    storage::{self, invalid, is_missing, trouble},
};

/// Requests at a time.
const PARALLEL: usize = 8;
/// Of files on their way, this much is in memory at a time; a larger one goes alone.
const IN_MEMORY: usize = 64 * 1024 * 1024;
/// What is known is written down so often while files are being sent, so that a restart goes on from there.
const WRITE_DOWN: Duration = Duration::from_secs(10);

/// A bucket.
#[derive(Debug)]
pub struct Objects {
    store: Arc<dyn ObjectStore>,
    /// What the names of all objects begin with; ends with a slash, or is empty.
    inside: String,
    job: Job,
    memory: Semaphore,
}

impl Objects {
    /// Connects to nothing yet.
    pub fn open(bucket: &Bucket, job: &Job) -> Result<Self, DeployError> {
        Ok(Self {
            store: storage::open(bucket, &job.s3, job.patience)?,
            inside: bucket.inside(),
            job: job.clone(),
            memory: Semaphore::new(IN_MEMORY),
        })
    }

    fn at(&self, path: &str) -> Result<Path, DeployError> {
        Ok(Path::parse(format!("{}{path}", self.inside)).map_err(invalid)?)
    }

    /// One file, with what is to be said with it.
    async fn put(
        &self,
        round: &Round,
        contents: &Contents,
        path: &str,
        stamp: &Stamp,
    ) -> Result<(String, Stamp), DeployError> {
        let step = "sending files";
        let from = round.site.root().join(path);
        let io = |error| DeployError::io(&from, error);
        let size = tokio::fs::metadata(&from).await.map_err(io)?.len();
        let weight = usize::try_from(size)
            .unwrap_or(IN_MEMORY)
            .clamp(1, IN_MEMORY);
        let weight = u32::try_from(weight).unwrap_or(u32::MAX);
        let room = self.memory.acquire_many(weight).await;
        let _room = room.map_err(|error| DeployError::Task(error.to_string()))?;
        let bytes = tokio::fs::read(&from).await.map_err(io)?;
        let hash = stamp.hash().unwrap_or_default();
        let at = self.at(path)?;
        let options = PutOptions {
            attributes: contents.attributes(path, hash),
            ..PutOptions::default()
        };
        let put = self.store.put_opts(&at, bytes.into(), options).await;
        let tag = put.map_err(|error| trouble(step, &error))?.e_tag;
        Ok((path.to_owned(), Stamp::put(hash.to_owned(), tag)))
    }

    async fn pass(
        &self,
        mut round: Round,
        files: Vec<(String, Stamp)>,
    ) -> Result<(Vec<String>, Round), DeployError> {
        let contents = Contents::of(round.site.root(), round.site.files().keys());
        let mut sent = Vec::new();
        let mut written = Instant::now();
        for some in files.chunks(PARALLEL * 8) {
            let puts: Vec<_> = some
                .iter()
                .map(|(path, stamp)| self.put(&round, &contents, path, stamp))
                .collect();
            let done: Vec<Result<(String, Stamp), DeployError>> = stream::iter(puts)
                .buffer_unordered(PARALLEL)
                .collect()
                .await;
            let mut failed = None;
            for result in done {
                match result {
                    Ok((path, stamp)) => {
                        round.arrived(&path, stamp);
                        sent.push(path);
                    }
                    Err(error) => failed = Some(error),
                }
            }
            if failed.is_some() || written.elapsed() > WRITE_DOWN {
                round = blocking(move || round.save()).await?;
                written = Instant::now();
            }
            if let Some(error) = failed {
                return Err(error);
            }
        }
        Ok((sent, round))
    }

    /// What is there under a name, with what it says about itself.
    async fn head(&self, path: &str) -> Result<Option<Stamp>, DeployError> {
        let at = self.at(path)?;
        let asked = GetOptions {
            head: true,
            ..GetOptions::default()
        };
        match self.store.get_opts(&at, asked).await {
            Ok(found) => {
                let hash = found.attributes.get(&Attribute::Metadata(HASH.into()));
                Ok(Some(Stamp::Object(crate::deploy::stamp::Object {
                    hash: hash.map(|hash| hash.as_ref().to_owned()),
                    tag: found.meta.e_tag,
                })))
            }
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(trouble("looking at objects", &error).into()),
        }
    }

    /// Asks for each by name.
    async fn heads<'a>(
        &self,
        paths: impl IntoIterator<Item = &'a str>,
    ) -> Result<BTreeMap<String, Option<Stamp>>, DeployError> {
        let asked: Vec<_> = paths
            .into_iter()
            .map(|path| async move { Ok((path.to_owned(), self.head(path).await?)) })
            .collect();
        stream::iter(asked)
            .buffer_unordered(PARALLEL)
            .try_collect()
            .await
    }

    /// Removes one object, if it is still as we put it: since the plan was made, somebody may have put something there.
    async fn remove_one(&self, path: &str, known: &[Stamp]) -> Result<(), DeployError> {
        let found = self.head(path).await?;
        if !found.is_some_and(|found| known.iter().any(|stamp| stamp.is(&found))) {
            return Ok(());
        }
        match self.store.delete(&self.at(path)?).await {
            Err(error) if !is_missing(&error) => {
                Err(trouble("removing what is gone", &error).into())
            }
            _ => Ok(()),
        }
    }
}

impl Carrier for Objects {
    const FOLDERS: bool = false;

    async fn look(&self, mut ready: Ready, now: Moment) -> Result<(Seen, Ready), DeployError> {
        let (root, files) = (ready.site.root().to_owned(), ready.site.files().clone());
        let own = self.job.own();
        let stamped = blocking(move || contents::stamped(&root, &files, &own)).await?;
        ready.site.stamped(stamped);
        let (marker, tag) = self.marker().await?.unzip();
        let ours = ready.ownership(marker.as_deref()) == Ownership::Ours;
        let found = marker.as_deref().and_then(Marker::read);
        // Of an older state that was put back it is not known what is there.
        let is_last =
            |record: &&Record| found.is_some_and(|found| record.is_last(&found.deployment));
        let believed = ready.known.record().filter(|_| ours && !self.job.verify);
        let (listing, sight) = match believed.filter(is_last) {
            Some(record) => (
                self.by_record(record, &ready.site, now).await?,
                Sight::Names(record.looked().unwrap_or_default()),
            ),
            None => (self.by_list(ready.known.record()).await?, Sight::Everything),
        };
        let seen = Seen {
            listing,
            sight,
            marker,
            tag: tag.flatten(),
        };
        Ok((seen, ready))
    }

    async fn preview(&self, round: &Round) -> Result<Vec<String>, DeployError> {
        let files = round.pending().into_iter().flat_map(|(_, files)| files);
        Ok(files.map(|(path, _)| format!(">sending {path}")).collect())
    }

    async fn send(&self, mut round: Round) -> Result<(Vec<String>, Round), DeployError> {
        let before = round.seen.tag.take();
        self.announce(round.marker(), before).await?;
        let mut sent = Vec::new();
        for (_, files) in round.pending() {
            let more;
            (more, round) = self.pass(round, files).await?;
            sent.extend(more);
        }
        Ok((sent, round))
    }

    async fn remove(&self, round: &mut Round) -> Result<(), DeployError> {
        // Whoever began after us counts on what is there.
        self.still_ours(round.marker()).await?;
        let round = &*round;
        let removals = round.plan.removals.iter();
        let removed: Vec<_> = removals
            .map(|path| self.remove_one(path, round.stamps(path)))
            .collect();
        stream::iter(removed)
            .buffer_unordered(PARALLEL)
            .try_collect()
            .await
    }
}
