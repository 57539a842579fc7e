//! The table `audit`: who did what. Written in the transaction of what it tells of, wherever there is one.

use rusqlite::{
    Connection, Row, ToSql, Transaction, named_params, params,
    types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Moment;

const HOUR: i64 = 60 * 60 * 1000;
const DAY: i64 = 24 * HOUR;
/// Rows that failed sign-ins may make in a day: anyone can fail, so they must not fill the disk. What is more is counted in one
/// row for each hour, without name and address.
pub const FAILURES_A_DAY: i64 = 500;

macro_rules! kinds {
    ($($kind:ident $name:literal $what:literal,)*) => {
        /// What was done.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        #[schema(as = AuditKind)]
        pub enum Kind {
            $(#[doc = $what] $kind,)*
        }

        impl Kind {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// As the store and the API spell it.
            pub fn name(self) -> &'static str {
                match self { $(Self::$kind => $name,)* }
            }
        }
    };
}

kinds! {
    SignedIn "signed_in" "Somebody signed in.",
    SignInFailed "sign_in_failed" "Somebody tried to; those of an hour with the same name from the same address are one entry.",
    SignedOut "signed_out" "Somebody signed out.",
    SessionEnded "session_ended" "Somebody ended another sign-in of their own.",
    SessionsEnded "sessions_ended" "Somebody ended all sign-ins of their own.",
    PasswordChanged "password_changed" "A password was changed.",
    PostCreated "post_created" "A post was made and is on-line.",
    PostSaved "post_saved" "A post was changed on-line.",
    DraftCreated "draft_created" "A working copy was begun.",
    DraftSaved "draft_saved" "A working copy was saved; those of an hour by the same person in a row are one entry.",
    DraftDiscarded "draft_discarded" "A working copy was given up.",
    RevisionRestored "revision_restored" "A revision became the working copy.",
    TranslationSettled "translation_settled" "A translation was declared right.",
    PostPublished "post_published" "Languages went live.",
    PostUnpublished "post_unpublished" "Languages went off-line.",
    PlanMade "plan_made" "One of the two was planned.",
    PlanCancelled "plan_cancelled" "It was planned no more.",
    PlanDone "plan_done" "What was planned was done, in the name of who planned it.",
    PostDeleted "post_deleted" "A post went into the trash.",
    PostRestored "post_restored" "A post came out of the trash.",
    PostForgotten "post_forgotten" "A post was deleted for good.",
    RedirectSet "redirect_set" "The address of a post leads elsewhere.",
    RedirectRemoved "redirect_removed" "The address of a post leads nowhere else.",
    LinkMade "link_made" "A share link was made.",
    LinksRevoked "links_revoked" "Share links were taken back.",
    PictureStored "picture_stored" "A picture was uploaded.",
    MessageHandled "message_handled" "What staff say of a message was changed.",
    MessageDeleted "message_deleted" "A message was deleted.",
    UserAdded "user_added" "A user was added.",
    UserChanged "user_changed" "A user got another role, or the account was shut or opened.",
    UserRemoved "user_removed" "A user was removed.",
    Invited "invited" "Somebody was invited.",
    InvitationRemoved "invitation_removed" "An invitation was taken back.",
    InvitationAccepted "invitation_accepted" "An invitation was taken up.",
    Deployed "deployed" "The site was deployed.",
    DeployFailed "deploy_failed" "A deployment failed; those in a row are one entry.",
}

impl ToSql for Kind {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.name().into())
    }
}

impl FromSql for Kind {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let name = value.as_str()?;
        let kind = Self::ALL.iter().find(|kind| kind.name() == name);
        kind.copied().ok_or(FromSqlError::InvalidType)
    }
}

/// Who does something, from where.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Who {
    /// Their number, if they are a user.
    pub user_id: Option<i64>,
    /// Their name.
    pub name: String,
    /// The client's address.
    pub address: String,
}

impl Who {
    /// Whoever may run `cms` on the machine.
    pub fn shell() -> Self {
        Self {
            address: "shell".to_owned(),
            ..Self::default()
        }
    }
}

/// What is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deed {
    /// Of which kind.
    pub kind: Kind,
    /// To which post.
    pub post_id: Option<i64>,
    /// Whom or what it is about besides; nothing secret.
    pub subject: String,
}

impl Deed {
    /// To a post.
    pub fn post(kind: Kind, id: i64) -> Self {
        Self {
            kind,
            post_id: Some(id),
            subject: String::new(),
        }
    }

    /// About somebody or something else.
    pub fn about(kind: Kind, subject: impl Into<String>) -> Self {
        Self {
            kind,
            post_id: None,
            subject: subject.into(),
        }
    }

    /// With more to say.
    pub fn with(mut self, subject: impl Into<String>) -> Self {
        self.subject = subject.into();
        self
    }
}

/// An entry of the record.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Primary key.
    pub id: i64,
    /// When, in milliseconds, by the machine's clock.
    pub at: i64,
    /// What.
    pub deed: Deed,
    /// Who.
    pub who: Who,
    /// How often, for failed sign-ins.
    pub times: i64,
    /// When the last time.
    pub until: Option<i64>,
}

/// Which entries; what is `None` does not matter.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// By the one of this name.
    pub name: Option<String>,
    /// Of this kind.
    pub kind: Option<Kind>,
    /// To this post.
    pub post_id: Option<i64>,
    /// From then on.
    pub from: Option<i64>,
    /// Before then.
    pub until: Option<i64>,
}

/// Now, for whoever has no look at the store's time: as it was noted last.
pub fn moment(connection: &Connection, wall: i64) -> rusqlite::Result<Moment> {
    let time = connection.query_row("SELECT max(time) FROM timekeeping", [], |row| {
        row.get::<_, Option<i64>>(0)
    })?;
    Ok(Moment {
        wall,
        time: time.unwrap_or(wall),
    })
}

/// Adds an entry.
pub fn record(
    transaction: &Transaction<'_>,
    who: &Who,
    deed: &Deed,
    now: Moment,
) -> rusqlite::Result<()> {
    if is_said(transaction, who, deed, now)? {
        return Ok(());
    }
    insert(transaction, who, deed, now)
}

/// What would be said again and again is said once: saves in the pauses of one person's typing, tries of a deployment.
fn is_said(connection: &Connection, who: &Who, deed: &Deed, now: Moment) -> rusqlite::Result<bool> {
    let (sql, since) = match deed.kind {
        Kind::DraftSaved => (
            "SELECT kind = ?1 AND name = ?2 AND kept_from > ?4 FROM audit WHERE post_id = ?3 ORDER BY id DESC LIMIT 1",
            now.time - HOUR,
        ),
        Kind::DeployFailed => (
            "SELECT kind = ?1 FROM audit WHERE id = max(
                 coalesce((SELECT max(id) FROM audit WHERE kind = 'deployed'), 0),
                 coalesce((SELECT max(id) FROM audit WHERE kind = 'deploy_failed'), 0))
             AND name = ?2 AND ?3 IS NULL AND ?4 = 0",
            0,
        ),
        _ => return Ok(false),
    };
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query(params![deed.kind, who.name, deed.post_id, since])?;
    match rows.next()? {
        Some(row) => row.get(0),
        None => Ok(false),
    }
}

fn insert(
    transaction: &Transaction<'_>,
    who: &Who,
    deed: &Deed,
    now: Moment,
) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(
            "INSERT INTO audit (at, kept_from, kind, user_id, name, post_id, subject, address)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            now.wall,
            now.time,
            deed.kind,
            who.user_id,
            who.name,
            deed.post_id,
            deed.subject,
            who.address
        ])?;
    Ok(())
}

/// Adds a failed sign-in, or counts it to those of the same hour.
pub fn record_failure(
    transaction: &Transaction<'_>,
    who: &Who,
    now: Moment,
) -> rusqlite::Result<()> {
    let rows: i64 = transaction
        .prepare_cached(
            "SELECT count(*) FROM audit WHERE kind = ?1 AND kept_from > ?2 AND kept_from <= ?3",
        )?
        .query_row(
            params![Kind::SignInFailed, now.time - DAY, now.time],
            |row| row.get(0),
        )?;
    if count_failure(transaction, who, now)? {
        return Ok(());
    }
    let others = Who::default();
    let who = match rows < FAILURES_A_DAY {
        true => who,
        false if count_failure(transaction, &others, now)? => return Ok(()),
        false => &others,
    };
    insert(
        transaction,
        who,
        &Deed::about(Kind::SignInFailed, String::new()),
        now,
    )
}

fn count_failure(transaction: &Transaction<'_>, who: &Who, now: Moment) -> rusqlite::Result<bool> {
    let rows = transaction
        .prepare_cached(
            "UPDATE audit SET times = times + 1, until = ?1
             WHERE kind = ?2 AND name = ?3 AND address = ?4 AND kept_from > ?5 AND kept_from <= ?6",
        )?
        .execute(params![
            now.wall,
            Kind::SignInFailed,
            who.name,
            who.address,
            now.time - HOUR,
            now.time
        ])?;
    Ok(rows > 0)
}

const WHERE: &str = "(:name IS NULL OR name = :name) AND (:kind IS NULL OR kind = :kind)
    AND (:post IS NULL OR post_id = :post) AND (:from IS NULL OR at >= :from) AND (:until IS NULL OR at < :until)";

/// Visits entries, the newest first.
pub fn each(
    connection: &Connection,
    filter: &Filter,
    (limit, offset): (i64, i64),
    mut visit: impl FnMut(Entry),
) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT id, at, kind, user_id, name, post_id, subject, address, times, until FROM audit WHERE {WHERE}
         ORDER BY id DESC LIMIT :limit OFFSET :offset"
    ))?;
    let mut rows = statement.query(named_params! {
        ":name": filter.name, ":kind": filter.kind, ":post": filter.post_id, ":from": filter.from, ":until": filter.until,
        ":limit": limit, ":offset": offset,
    })?;
    while let Some(row) = rows.next()? {
        visit(from_row(row)?);
    }
    Ok(())
}

/// How many entries there are.
pub fn count(connection: &Connection, filter: &Filter) -> rusqlite::Result<i64> {
    connection
        .prepare_cached(&format!("SELECT count(*) FROM audit WHERE {WHERE}"))?
        .query_row(
            named_params! {
                ":name": filter.name, ":kind": filter.kind, ":post": filter.post_id, ":from": filter.from,
                ":until": filter.until,
            },
            |row| row.get(0),
        )
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Entry> {
    Ok(Entry {
        id: row.get(0)?,
        at: row.get(1)?,
        deed: Deed {
            kind: row.get(2)?,
            post_id: row.get(5)?,
            subject: row.get(6)?,
        },
        who: Who {
            user_id: row.get(3)?,
            name: row.get(4)?,
            address: row.get(7)?,
        },
        times: row.get(8)?,
        until: row.get(9)?,
    })
}

/// Deletes entries that were made before `time`, which is the store's.
pub fn delete_before(transaction: &Transaction<'_>, time: i64) -> rusqlite::Result<usize> {
    transaction.execute("DELETE FROM audit WHERE kept_from < ?1", [time])
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::Kind;

    #[test]
    fn a_kind_is_spelt_alike_in_the_store_and_the_api() {
        for kind in Kind::ALL {
            let spelt = serde_json::to_value(kind).unwrap();
            assert_eq!(spelt, kind.name());
        }
    }
}
