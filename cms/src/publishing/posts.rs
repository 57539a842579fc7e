//! The posts in memory, kept up to date by reading what changed only.

use std::sync::Arc;

use generator::{Away, MovedSet, PostSet, Slugs};
use rusqlite::Connection;

use crate::store::{
    changed,
    hold::{self, Hold},
    media, redirects, revisions, slugs,
    snapshot::Snapshot,
};

/// Every post as of one revision of the store.
#[derive(Debug, Default)]
pub struct Posts {
    /// What the generator takes; an unchanged `Arc` is an unchanged post.
    pub set: PostSet,
    /// Where the addresses of posts lead that are off-line.
    pub moved: MovedSet,
    /// An earlier publication that stands in place of what they say.
    pub hold: Option<Hold>,
    revision: i64,
    /// Numbers of those that were saved or went off-line since what is noted as live.
    touched: Vec<i64>,
}

impl Posts {
    /// As of which revision they are.
    pub fn revision(&self) -> i64 {
        self.revision
    }

    /// Numbers of posts that were saved or went off-line since the publication that is noted as live.
    pub fn touched(&self) -> &[i64] {
        &self.touched
    }

    /// Reads what was saved and deleted since the last call; returns the revision of the snapshot, which has their texts.
    pub fn catch_up(&mut self, snapshot: &Snapshot) -> rusqlite::Result<i64> {
        snapshot.read(|connection| self.catch_up_with(connection))
    }

    fn catch_up_with(&mut self, snapshot: &Connection) -> rusqlite::Result<i64> {
        let known = revisions::read(snapshot)?;
        let revision = known.saved;
        self.touched = changed::touched(snapshot, known.published)?;
        let mut changed = changed::posts(snapshot, self.revision)?;
        media::attach_all(snapshot, &mut changed)?;
        slugs::attach_all(snapshot, &mut changed)?;
        let deleted = changed::deleted(snapshot, self.revision)?;
        self.moved = moved(snapshot)?;
        self.hold = hold::read(snapshot)?;
        // Deletions first: an archive may have brought a deleted number back.
        for id in deleted {
            self.set.remove(&id);
        }
        for post in changed {
            self.set.insert(post.id, Arc::new(post));
        }
        self.revision = revision;
        Ok(revision)
    }
}

/// Where the addresses of posts lead that are off-line, with the words that they had.
fn moved(snapshot: &Connection) -> rusqlite::Result<MovedSet> {
    let mut words = slugs::of_moved(snapshot)?;
    let away = |(id, to)| {
        let had = words.remove(&id).unwrap_or_default().into_iter();
        let slugs = Slugs {
            former: had.map(|(_, lang, slug)| (lang, slug)).collect(),
            ..Slugs::default()
        };
        (id, Away { to, slugs })
    };
    Ok(redirects::all(snapshot)?.into_iter().map(away).collect())
}
