//! What is there, by our record or by the storage's own list.

use std::time::Duration;

use futures_util::TryStreamExt as _;
use generator::Moment;
use object_store::path::Path;

use super::Objects;
use crate::{
    deploy::{
        error::DeployError,
        listing::Listing,
        marker,
        record::Record,
        snapshot::Snapshot,
        stamp::{Object, Stamp},
    },
    storage::{StorageError, Trouble, invalid, trouble},
};

/// So many objects are asked for by name; more are cheaper to list.
const BY_NAME: usize = 200;
/// More objects than any site has.
const MOST: usize = 1_000_000;
/// A list of this many takes minutes; a server that goes on for longer means no good.
const LONGEST: Duration = Duration::from_secs(15 * 60);

impl Objects {
    /// What the record says arrived; asked for are only the names where something of others may be, and what may be removed.
    pub(super) async fn by_record(
        &self,
        record: &Record,
        site: &Snapshot,
        now: Moment,
    ) -> Result<Listing, DeployError> {
        let asked = record.unclear(site, now);
        if asked.len() > BY_NAME {
            return self.by_list(Some(record)).await;
        }
        let mut listing = Listing::recorded(record.files());
        for (path, found) in self.heads(asked.iter().copied()).await? {
            listing.found(&path, found.map(Some));
        }
        Ok(listing)
    }

    /// Everything under our prefix.
    pub(super) async fn by_list(&self, record: Option<&Record>) -> Result<Listing, DeployError> {
        let mut listing = tokio::time::timeout(LONGEST, self.list())
            .await
            .map_err(|_| StorageError {
                step: "listing objects",
                why: Trouble::Slow,
                message: format!("no end within {} s", LONGEST.as_secs()),
            })??;
        // A list does not say what we put into an object of which we do not know whether it arrived, and some servers
        // do not say its state.
        let unclear = |(path, there): (&String, &Option<Stamp>)| {
            let known = record.and_then(|record| record.stamps(path))?;
            let there = there.as_ref()?;
            let clear = known.iter().any(|stamp| stamp.is(there));
            (!clear).then(|| path.clone())
        };
        let unclear: Vec<String> = listing.0.iter().filter_map(unclear).collect();
        for (path, found) in self.heads(unclear.iter().map(String::as_str)).await? {
            listing.found(&path, found.map(Some));
        }
        Ok(listing)
    }

    async fn list(&self) -> Result<Listing, DeployError> {
        let step = "listing objects";
        let prefix = if self.inside.is_empty() {
            None
        } else {
            Some(Path::parse(self.inside.trim_end_matches('/')).map_err(invalid)?)
        };
        let mut found = self.store.list(prefix.as_ref());
        let mut listing = Listing::default();
        while let Some(object) = found
            .try_next()
            .await
            .map_err(|error| trouble(step, &error))?
        {
            let name = object.location.as_ref();
            let Some(path) = name
                .strip_prefix(&self.inside)
                .filter(|path| *path != marker::NAME)
            else {
                continue;
            };
            if listing.0.len() == MOST {
                return Err(DeployError::TooManyObjects(MOST));
            }
            let stamp = Stamp::Object(Object {
                hash: None,
                tag: object.e_tag,
            });
            listing.0.insert(path.to_owned(), Some(stamp));
        }
        Ok(listing)
    }
}
