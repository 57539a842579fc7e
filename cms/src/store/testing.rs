//! What tests of tables begin with.

#![allow(clippy::unwrap_used)]

use generator::Lang;
use rusqlite::Transaction;

use super::{
    Store,
    schedules::{Action, Schedule},
};

/// What is done in one transaction of a new store.
pub fn with<T>(work: impl FnOnce(&Transaction<'_>) -> anyhow::Result<T>) -> T {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::open(&dir.path().join("cms.db")).unwrap();
    store.write_blocking(work).unwrap()
}

/// What is planned for one language of a post.
pub fn plan(post_id: i64, lang: Lang, action: Action, at: i64) -> Schedule {
    Schedule {
        post_id,
        lang,
        action,
        at,
        by: "leyla".into(),
        problem: None,
        redirect_to: None,
    }
}
