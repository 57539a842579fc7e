//! What every change of a post has in common: the form, the transaction, and who is told.

use std::sync::Arc;

use generator::Category;
use imaging::Limits;
use rusqlite::Transaction;

use crate::{
    http::{
        app::App,
        error::ApiError,
        signed_in::{Needed, Staff},
    },
    posts::{
        changes::Changes,
        copy::Standing,
        error::PostError,
        form::{Form, RawForm},
        site::Site,
    },
    store::{
        audit::Deed,
        revisions::{self, Revisions},
    },
};

/// Commits a change of someone whose sign-in has not ended meanwhile, and tells the publisher in one piece of work: neither
/// a deadline nor a client that has gone comes in between. `deed` tells the record what was done.
pub async fn commit<T: Send + 'static, N: Needed>(
    app: &App,
    staff: &Staff<N>,
    deed: impl FnOnce(&T) -> Option<Deed> + Send + 'static,
    change: impl FnOnce(&Transaction<'_>) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let publisher = Arc::clone(&app.publisher);
    let change = move |store: &Transaction<'_>| {
        let before = revisions::read(store)?;
        let value = change(store)?;
        Ok((before, revisions::read(store)?, value))
    };
    let deed = move |(_, _, value): &(Revisions, Revisions, T)| deed(value);
    let tell = move |(before, after, _): &(Revisions, Revisions, T)| {
        publisher.committed(before, after);
    };
    let (_, _, value) = staff.write_then(app, deed, change, tell).await?;
    Ok(value)
}

/// The form of a post that there is: what that is about it may be about, although the firm has no such service any more.
pub async fn of_post(
    app: &App,
    id: i64,
    mut raw: RawForm,
    site: &Site,
) -> Result<RawForm, ApiError> {
    let kept = kept(app, id, &raw, site).await?;
    raw.keeps = kept.ok_or(ApiError::NotFound)?;
    Ok(raw)
}

/// The same to look at it only: what is not there any more can be shown as a new post can.
pub async fn of_any_post(
    app: &App,
    id: i64,
    mut raw: RawForm,
    site: &Site,
) -> Result<RawForm, ApiError> {
    raw.keeps = kept(app, id, &raw, site).await?.unwrap_or_default();
    Ok(raw)
}

/// What a post may go on to be about although the site has no such service any more; nothing where there is no post. Looked for
/// only where the form names one that is gone.
async fn kept(
    app: &App,
    id: i64,
    raw: &RawForm,
    site: &Site,
) -> Result<Option<Vec<Category>>, ApiError> {
    if raw.category().is_none_or(|category| site.offers(category)) {
        return Ok(Some(Vec::new()));
    }
    let found = app
        .store
        .read(move |store| match Standing::find(store, id) {
            Ok(standing) => Ok(Some(standing.categories())),
            Err(PostError::Missing) => Ok(None),
            Err(error) => Err(ApiError::from(error)),
        });
    found.await
}

/// Cleans texts and examines pictures, a bounded number of forms at a time.
pub async fn prepare<N>(app: &App, staff: &Staff<N>, form: Form) -> Result<Changes, ApiError> {
    let prepare = move |limits: &Limits| form.prepare(limits).map_err(ApiError::Invalid);
    app.examiner.examine(&staff.user, prepare).await
}
