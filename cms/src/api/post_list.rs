//! A list of posts as an answer: written once, as of one moment, for everybody who asks for it at that moment.

use std::{
    collections::HashMap,
    io::Write as _,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use axum::{
    body::Body,
    http::{HeaderName, HeaderValue, header},
    response::{IntoResponse as _, Response},
};
use rusqlite::Connection;
use serde::Serialize;
use tokio::sync::OnceCell;

use super::{
    conditional::ETag,
    post_json::{Post, PostSummary},
    posts::{REVALIDATE, list_tag},
};
use crate::{
    app::App,
    error::ApiError,
    spool::{Room, Spool, Writer, no_room},
    store::{
        posts::{self, Filter},
        site,
    },
};

/// A list and what its headers say.
#[derive(Debug)]
struct List {
    etag: ETag,
    total: i64,
    spool: Spool,
}

/// Lists that are being written or read, by revision and filter: a hundred slow readers of one list share it.
#[derive(Debug, Default)]
pub struct Lists(Mutex<HashMap<String, Weak<OnceCell<List>>>>);

impl Lists {
    fn place(&self, name: String) -> Arc<OnceCell<List>> {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        table.retain(|_, list| list.strong_count() > 0);
        if let Some(list) = table.get(&name).and_then(Weak::upgrade) {
            return list;
        }
        let list = Arc::default();
        table.insert(name, Arc::downgrade(&list));
        list
    }
}

/// The list of this revision, or of a newer one if there is one meanwhile.
pub async fn respond(app: &App, revision: i64, filter: Filter) -> Result<Response, ApiError> {
    let place = app.lists.place(format!("{revision} {filter:?}"));
    let (store_id, room) = (app.store_id.clone(), app.spool.clone());
    let list = place
        .get_or_try_init(|| {
            app.store
                .read(move |store| List::write(store, &store_id, &room, &filter))
        })
        .await?;
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/json"),
        ),
        (header::ETAG, list.etag.value()),
        (header::CACHE_CONTROL, REVALIDATE),
        (
            HeaderName::from_static("x-total-count"),
            HeaderValue::from(list.total),
        ),
    ];
    let response = (headers, Body::empty()).into_response();
    Ok(list.spool.respond(response, place.clone()))
}

impl List {
    fn write(
        store: &Connection,
        store_id: &str,
        room: &Room,
        filter: &Filter,
    ) -> Result<Self, ApiError> {
        let snapshot = store.unchecked_transaction()?;
        let revision = site::revisions(&snapshot)?.saved;
        let mut array = Array::new(room.writer());
        posts::each(&snapshot, filter, |stored| match filter.summary {
            true => array.push(&PostSummary::from(stored.post)),
            false => array.push(&Post::from(stored.post)),
        })?;
        Ok(Self {
            etag: list_tag(store_id, revision, filter),
            total: posts::count(&snapshot, filter)?,
            spool: array.finish()?,
        })
    }
}

/// A JSON array that is written one element at a time.
struct Array {
    out: Writer,
    separator: &'static [u8],
}

impl Array {
    fn new(out: Writer) -> Self {
        Self {
            out,
            separator: b"[",
        }
    }

    fn push(&mut self, element: &impl Serialize) -> Result<(), ApiError> {
        self.out.write_all(self.separator).map_err(no_room)?;
        self.separator = b",";
        serde_json::to_writer(&mut self.out, element).map_err(|error| no_room(error.into()))
    }

    fn finish(mut self) -> Result<Spool, ApiError> {
        let end: &[u8] = if self.separator == b"[" { b"[]" } else { b"]" };
        self.out.write_all(end).map_err(no_room)?;
        self.out.finish().map_err(no_room)
    }
}
