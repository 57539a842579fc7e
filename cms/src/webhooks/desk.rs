//! What owners do: add, remove, try, send again.

use rusqlite::{Connection, Transaction};

use super::{address, secret};
use crate::{
    fields::{self, FieldErrors},
    people::keys::Keys,
    store::{
        Moment,
        deliveries::{self, Delivery, Event},
        unwritable::failed_by_the_store,
        webhooks::{self, Webhook},
    },
};

/// More are not taken: each is told of every publication.
pub const MOST: usize = 20;

/// Why something is not done.
#[derive(Debug, thiserror::Error)]
pub enum WebhookError {
    /// Codes by field.
    #[error("invalid fields: {0:?}")]
    Invalid(FieldErrors),
    /// There is no such webhook, or no such delivery.
    #[error("there is no such webhook")]
    Missing,
    /// The store or the keys failed us.
    #[error(transparent)]
    Failed(#[from] anyhow::Error),
}

failed_by_the_store!(WebhookError);

/// Adds a webhook and makes its secret, which is told once.
pub fn add(
    store: &Transaction<'_>,
    keys: &Keys,
    url: &str,
    by: &str,
    now: Moment,
) -> Result<(Webhook, String), WebhookError> {
    let invalid = |code: &str| WebhookError::Invalid(fields::one("url", code));
    let url = address::check(url).map_err(invalid)?;
    if webhooks::list(store)?.len() >= MOST {
        return Err(invalid("too_many"));
    }
    let id = webhooks::insert(store, &url, now.wall, by)?.ok_or_else(|| invalid("taken"))?;
    let secret = secret::make(store, keys, id)?;
    Ok((found(store, id)?, secret))
}

/// The one of this number.
pub fn found(store: &Connection, id: i64) -> Result<Webhook, WebhookError> {
    webhooks::by_id(store, id)?.ok_or(WebhookError::Missing)
}

/// Removes a webhook with its log.
pub fn remove(store: &Transaction<'_>, id: i64) -> Result<Webhook, WebhookError> {
    let webhook = found(store, id)?;
    webhooks::remove(store, id)?;
    Ok(webhook)
}

/// The last deliveries, newest first.
pub fn log(store: &Connection, id: i64) -> Result<Vec<Delivery>, WebhookError> {
    found(store, id)?;
    Ok(deliveries::list(store, id, deliveries::MOST)?)
}

/// An event for one webhook alone, also when it is disabled: once it takes something, it is told again.
pub fn test(
    store: &Transaction<'_>,
    id: i64,
    event: &Event,
    now: Moment,
) -> Result<Delivery, WebhookError> {
    found(store, id)?;
    let delivery = deliveries::add_to(store, id, event, now)?;
    line(store, id, delivery)
}

/// Sends a delivery once more, whatever became of it, under the id that it had.
pub fn again(
    store: &Transaction<'_>,
    id: i64,
    delivery: i64,
    now: Moment,
) -> Result<Delivery, WebhookError> {
    line(store, id, delivery)?;
    deliveries::again(store, delivery, now.time)?;
    line(store, id, delivery)
}

fn line(store: &Connection, id: i64, delivery: i64) -> Result<Delivery, WebhookError> {
    deliveries::find(store, id, delivery)?.ok_or(WebhookError::Missing)
}
