//! What the table `deliveries` holds.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use serde::Serialize;
use utoipa::ToSchema;

/// How far a delivery is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DeliveryState)]
pub enum State {
    /// It goes out when the site has been deployed.
    Waiting,
    /// It goes out now, or again later.
    Pending,
    /// It was taken.
    Delivered,
    /// It was given up.
    Failed,
}

/// Why an attempt failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DeliveryReason)]
pub enum Reason {
    /// No connection.
    Unreachable,
    /// No answer in time.
    Timeout,
    /// The connection ended, or what came over it was no answer.
    Broken,
    /// An answer that is no success.
    Status,
    /// The answer 410: nothing more is wanted there.
    Gone,
    /// The secret does not open with the keys that are here: the store came without them.
    Secret,
}

impl State {
    const ALL: [Self; 4] = [Self::Waiting, Self::Pending, Self::Delivered, Self::Failed];

    /// Its name in the store and in the API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Pending => "pending",
            Self::Delivered => "delivered",
            Self::Failed => "failed",
        }
    }
}

impl Reason {
    const ALL: [Self; 6] = [
        Self::Unreachable,
        Self::Timeout,
        Self::Broken,
        Self::Status,
        Self::Gone,
        Self::Secret,
    ];

    /// Its name in the store and in the API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::Timeout => "timeout",
            Self::Broken => "broken",
            Self::Status => "status",
            Self::Gone => "gone",
            Self::Secret => "secret",
        }
    }
}

impl FromSql for State {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let name = value.as_str()?;
        let state = Self::ALL.into_iter().find(|state| state.name() == name);
        state.ok_or(FromSqlError::InvalidType)
    }
}

impl FromSql for Reason {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let name = value.as_str()?;
        let reason = Self::ALL.into_iter().find(|reason| reason.name() == name);
        reason.ok_or(FromSqlError::InvalidType)
    }
}

/// What there is to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Names it, the same at each attempt and for each receiver.
    pub id: String,
    /// What happened.
    pub kind: String,
    /// As it is sent.
    pub body: String,
    /// It waits until the publication of this number has been deployed.
    pub after_release: Option<u64>,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// Primary key.
    pub id: i64,
    /// Names the event.
    pub event: String,
    /// What happened.
    pub kind: String,
    /// When, by the machine's clock, in milliseconds since the epoch.
    pub at: i64,
    /// How far it is.
    pub state: State,
    /// Attempts up to now.
    pub attempts: u32,
    /// When the last of these was, by the machine's clock.
    pub tried_at: Option<i64>,
    /// What it was answered with.
    pub status: Option<u16>,
    /// Why it failed.
    pub reason: Option<Reason>,
    /// The same in the machine's words.
    pub detail: Option<String>,
    /// When the next one is due, by the store's time.
    pub next_at: Option<i64>,
}

/// What is to be sent now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due {
    /// The delivery.
    pub id: i64,
    /// To which webhook.
    pub webhook_id: i64,
    /// Names the event.
    pub event: String,
    /// As it is sent.
    pub body: String,
    /// Attempts before this one.
    pub attempts: u32,
}

/// What came of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// What it was answered with.
    pub status: Option<u16>,
    /// Why it failed, and the same in the machine's words; `None` when it was taken.
    pub failure: Option<(Reason, String)>,
    /// When to try again, by the store's time.
    pub next_at: Option<i64>,
    /// By the machine's clock.
    pub at: i64,
}
