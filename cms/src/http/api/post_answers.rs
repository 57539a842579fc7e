//! Posts as answers, a list or one of them: written once, as of one moment, for everybody who asks at that moment.

use std::{
    collections::HashMap,
    io::Write as _,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::{IntoResponse as _, Response},
};
use rusqlite::Connection;
use serde::Serialize;
use tokio::sync::OnceCell;

use crate::{
    http::{
        api::{
            post_json::{Post, PostSummary},
            post_query::StaffFilter,
            staff_json::{StaffPost, StaffSummary},
        },
        error::ApiError,
        etag::ETag,
        spool::{Room, Spool, Writer, no_room},
    },
    posts::desk::{self, Seen},
    store::{
        Store,
        posts::{self, Filter},
        revisions::{self, Revisions},
        turns::Whose,
    },
};

/// Ask again each time, but only for what changed.
pub const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");
/// What posts are sent as.
pub const JSON: &str = "application/json";

/// The tag of a post.
pub fn post_tag(store_id: &str, id: i64, revision: i64) -> ETag {
    ETag::new(format!("{store_id}-{id}-{revision}"))
}

/// The tag of a list.
pub fn list_tag(store_id: &str, revision: i64, filter: &Filter) -> ETag {
    let query = blake3::hash(format!("{filter:?}").as_bytes()).to_hex();
    ETag::new(format!("{store_id}-l{revision}-{}", &query[..8]))
}

/// The tag of a list of staff.
fn desk_tag(store_id: &str, numbers: &Revisions, filter: &StaffFilter) -> ETag {
    let Revisions { saved, edits, .. } = numbers;
    let query = blake3::hash(format!("{filter:?}").as_bytes()).to_hex();
    ETag::new(format!("{store_id}-s{saved}-{edits}-{}", &query[..8]))
}

/// JSON and what its headers say.
#[derive(Debug)]
struct Answer {
    etag: ETag,
    /// Posts on all pages of a list together.
    total: Option<i64>,
    spool: Spool,
}

/// Posts that are being read. A hundred slow readers of one state share its answer.
#[derive(Debug)]
pub struct Answers {
    store: Store,
    store_id: String,
    room: Room,
    /// Answers that are being written or sent, by name.
    shared: Mutex<HashMap<String, Weak<OnceCell<Answer>>>>,
}

impl Answers {
    /// From this store; large ones wait in `room`.
    pub fn new(store: Store, store_id: String, room: Room) -> Self {
        Self {
            store,
            store_id,
            room,
            shared: Mutex::default(),
        }
    }

    /// The list of this revision, or of a newer one if there is one meanwhile.
    pub async fn list(&self, revision: i64, filter: Filter) -> Result<Response, ApiError> {
        let name = format!("{revision} {filter:?}");
        let write = move |store: &Connection, store_id: &str, room: &Room| {
            Answer::of_list(store, store_id, room, &filter)
        };
        self.share(Whose::Visitors, name, write).await
    }

    /// Posts as staff see them.
    pub async fn desk(
        &self,
        filter: StaffFilter,
        headers: &HeaderMap,
    ) -> Result<Response, ApiError> {
        let numbers = self
            .store
            .read(|store| Ok::<_, ApiError>(revisions::read(store)?));
        let numbers = numbers.await?;
        let etag = desk_tag(&self.store_id, &numbers, &filter);
        if let Some(known) = etag.not_modified(headers, JSON, REVALIDATE) {
            return Ok(known);
        }
        let name = format!("desk {} {} {filter:?}", numbers.saved, numbers.edits);
        let write = move |store: &Connection, store_id: &str, room: &Room| {
            Answer::of_desk(store, store_id, room, &filter)
        };
        self.share(Whose::Ours, name, write).await
    }

    /// The post of this revision, or of a newer one if there is one meanwhile.
    pub async fn one(&self, id: i64, revision: i64) -> Result<Response, ApiError> {
        let name = format!("post {id} {revision}");
        let write = move |store: &Connection, store_id: &str, room: &Room| {
            Answer::of_post(store, store_id, room, id)
        };
        self.share(Whose::Visitors, name, write).await
    }

    async fn share(
        &self,
        whose: Whose,
        name: String,
        write: impl FnOnce(&Connection, &str, &Room) -> Result<Answer, ApiError> + Send + 'static,
    ) -> Result<Response, ApiError> {
        let place = self.place(name);
        let (store_id, room) = (self.store_id.clone(), self.room.clone());
        let answer = place
            .get_or_try_init(|| {
                let read = move |store: &Connection| write(store, &store_id, &room);
                self.store.read_of(whose, read)
            })
            .await?;
        let headers = [
            (header::CONTENT_TYPE, HeaderValue::from_static(JSON)),
            (header::ETAG, answer.etag.value()),
            (header::CACHE_CONTROL, REVALIDATE),
        ];
        let mut response = (headers, Body::empty()).into_response();
        if let Some(total) = answer.total {
            let name = HeaderName::from_static("x-total-count");
            response
                .headers_mut()
                .insert(name, HeaderValue::from(total));
        }
        Ok(answer.spool.respond(response, place.clone()))
    }

    fn place(&self, name: String) -> Arc<OnceCell<Answer>> {
        let mut table = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        table.retain(|_, answer| answer.strong_count() > 0);
        if let Some(answer) = table.get(&name).and_then(Weak::upgrade) {
            return answer;
        }
        let answer = Arc::default();
        table.insert(name, Arc::downgrade(&answer));
        answer
    }
}

impl Answer {
    fn of_post(store: &Connection, store_id: &str, room: &Room, id: i64) -> Result<Self, ApiError> {
        let stored = posts::find(store, id)?.ok_or(ApiError::NotFound)?;
        let etag = post_tag(store_id, id, stored.revision);
        let mut out = room.writer(Whose::Visitors);
        serde_json::to_writer(&mut out, &Post::from(stored.post))
            .map_err(|error| no_room(error.into()))?;
        Ok(Self {
            etag,
            total: None,
            spool: out.finish().map_err(no_room)?,
        })
    }

    fn of_desk(
        store: &Connection,
        store_id: &str,
        room: &Room,
        filter: &StaffFilter,
    ) -> Result<Self, ApiError> {
        let snapshot = store.unchecked_transaction()?;
        let numbers = revisions::read(&snapshot)?;
        let mut array = Array::new(room.writer(Whose::Ours));
        let push = |array: &mut Array, seen: Seen| {
            if filter.desk.summary {
                array.push(&StaffSummary::from(seen))
            } else {
                array.push(&StaffPost::from(seen))
            }
        };
        let total = if filter.trash {
            let from = filter.desk.offset;
            let to = from.saturating_add(filter.desk.limit.unwrap_or(i64::MAX));
            let mut total = 0;
            for seen in desk::deleted(&snapshot, filter.languages)? {
                let seen = seen?;
                if filter.fits_deleted(&seen.post) {
                    if (from..to).contains(&total) {
                        push(&mut array, seen)?;
                    }
                    total += 1;
                }
            }
            total
        } else {
            desk::each(&snapshot, &filter.desk, filter.languages, |seen| {
                push(&mut array, seen)
            })?
        };
        Ok(Self {
            etag: desk_tag(store_id, &numbers, filter),
            total: Some(total),
            spool: array.finish()?,
        })
    }

    fn of_list(
        store: &Connection,
        store_id: &str,
        room: &Room,
        filter: &Filter,
    ) -> Result<Self, ApiError> {
        let snapshot = store.unchecked_transaction()?;
        let revision = revisions::read(&snapshot)?.saved;
        let mut array = Array::new(room.writer(Whose::Visitors));
        let total = posts::each(&snapshot, filter, |stored| {
            if filter.summary {
                array.push(&PostSummary::from(stored.post))
            } else {
                array.push(&Post::from(stored.post))
            }
        })?;
        Ok(Self {
            etag: list_tag(store_id, revision, filter),
            total: Some(total),
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
