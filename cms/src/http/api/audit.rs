//! `/api/audit/`: who did what, for owners. Written by `store::audit`, in the transaction of what it tells of.

use axum::{
    Json,
    body::{Body, Bytes},
    extract::State,
    http::{HeaderName, HeaderValue, header},
    response::{IntoResponse as _, Response},
};
use futures_util::{StreamExt as _, stream};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    http::{app::App, error::ApiError, extract::ApiQuery, signed_in::Owner, window::window},
    store::audit::{self, Entry, Filter, Kind},
};

/// Entries on a page when `page_size` is left out.
const PAGE_SIZE: u32 = 50;
/// Most entries on a page.
const MAX_PAGE_SIZE: u32 = 200;
/// Entries of a CSV file that are in memory at once.
const ROWS: i64 = 2_000;

/// What somebody did.
#[derive(Debug, Serialize, ToSchema)]
pub struct AuditEntry {
    /// The entry's number.
    id: i64,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// What.
    #[schema(value_type = Kind)]
    kind: Kind,
    /// Who, by the name they had then; empty for nobody, and for names that nobody has.
    name: String,
    /// To which post.
    post: Option<i64>,
    /// Whom or what it was about besides.
    subject: String,
    /// From which address; `shell` for the command line.
    address: String,
    /// How often, for failed sign-ins; otherwise 1.
    times: i64,
    /// When the last time, if it was more than once.
    #[schema(value_type = Option<String>, format = DateTime)]
    until: Option<Timestamp>,
}

impl From<Entry> for AuditEntry {
    fn from(entry: Entry) -> Self {
        let time = |millis| Timestamp::from_millisecond(millis).unwrap_or_default();
        Self {
            id: entry.id,
            at: time(entry.at),
            kind: entry.deed.kind,
            name: entry.who.name,
            post: entry.deed.post_id,
            subject: entry.deed.subject,
            address: entry.who.address,
            times: entry.times,
            until: entry.until.map(time),
        }
    }
}

/// Which entries.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// Only what the one of this name did; `shell`: what was done at the command line.
    person: Option<String>,
    /// Only this.
    #[param(value_type = Option<Kind>)]
    kind: Option<Kind>,
    /// Only what was done to this post.
    post: Option<i64>,
    /// Only from then on.
    #[param(value_type = Option<String>, format = DateTime)]
    from: Option<Timestamp>,
    /// Only before then.
    #[param(value_type = Option<String>, format = DateTime)]
    until: Option<Timestamp>,
    /// From 1.
    #[param(minimum = 1, maximum = 4_294_967_295_u32)]
    page: Option<u32>,
    /// Entries on a page, 50 when it is left out.
    #[param(minimum = 1, maximum = 200)]
    page_size: Option<u32>,
    /// `csv`: a file with all of them, whatever the page.
    #[param(inline)]
    format: Option<Format>,
}

/// How the entries come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// As an array.
    Json,
    /// As a table (RFC 4180), in UTF-8.
    Csv,
}

/// Who did what, the newest first.
#[utoipa::path(
    get, operation_id = "list_audit",
    path = "/api/audit/",
    tag = "audit",
    security(("access" = ["owner"])),
    params(AuditQuery),
    responses(
        (status = 200, description = "A page of the record, or a file",
            content((Vec<AuditEntry> = "application/json"), (String = "text/csv")), headers(
            ("X-Total-Count" = i64, description = "Entries on all pages together"),
        )),
        (status = 400, description = "A parameter is malformed or out of range"),
        (status = 401, description = "No valid access token"),
    ),
)]
pub async fn list(
    _: Owner,
    State(app): State<App>,
    ApiQuery(query): ApiQuery<AuditQuery>,
) -> Result<Response, ApiError> {
    let window = window(query.page, query.page_size, PAGE_SIZE, MAX_PAGE_SIZE)?;
    let filter = Filter {
        name: query.person,
        kind: query.kind,
        post_id: query.post,
        from: query.from.map(Timestamp::as_millisecond),
        until: query.until.map(Timestamp::as_millisecond),
        below: None,
    };
    if query.format == Some(Format::Csv) {
        return Ok(csv(app, filter));
    }
    let found = app.store.read(move |store| {
        let mut list = Vec::new();
        audit::each(store, &filter, window, |entry| {
            list.push(AuditEntry::from(entry));
        })?;
        Ok::<_, ApiError>((list, audit::count(store, &filter)?))
    });
    let (list, total) = found.await?;
    let headers = [
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (
            HeaderName::from_static("x-total-count"),
            HeaderValue::from(total),
        ),
    ];
    Ok((headers, Json(list)).into_response())
}

/// All of them, read as the client takes them: the store is held for some at a time. An error cuts the connection, so that nobody
/// takes a part for the whole.
fn csv(app: App, filter: Filter) -> Response {
    let head = Bytes::from_static(b"at,kind,name,post,subject,address,times,until\r\n");
    let rows = stream::try_unfold(Some(filter), move |filter| rows(app.clone(), filter));
    let body = Body::from_stream(stream::once(async { Ok(head) }).chain(rows));
    let headers = [
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("text/csv; charset=utf-8"),
        ),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::from_static("attachment; filename=\"audit.csv\""),
        ),
    ];
    (headers, body).into_response()
}

/// The newest of them as rows, with the filter of those that follow.
async fn rows(app: App, filter: Option<Filter>) -> anyhow::Result<Option<(Bytes, Option<Filter>)>> {
    let Some(filter) = filter else {
        return Ok(None);
    };
    let read = app.store.read(move |store| {
        let (mut text, mut count, mut last) = (String::new(), 0, None);
        audit::each(store, &filter, (ROWS, 0), |entry| {
            (count, last) = (count + 1, Some(entry.id));
            row(&mut text, entry.into());
        })?;
        let next = (count == ROWS).then_some(Filter {
            below: last,
            ..filter
        });
        Ok::<_, anyhow::Error>((Bytes::from(text), next))
    });
    Ok(Some(read.await?))
}

fn row(text: &mut String, entry: AuditEntry) {
    let post = entry.post.map(|id| id.to_string()).unwrap_or_default();
    let until = entry.until.map(|until| until.to_string());
    let cells = [
        entry.at.to_string(),
        entry.kind.name().to_owned(),
        entry.name,
        post,
        entry.subject,
        entry.address,
        entry.times.to_string(),
        until.unwrap_or_default(),
    ];
    text.push_str(&cells.map(|text| cell(&text)).join(","));
    text.push_str("\r\n");
}

/// Quoted, and never a formula for the program that opens it (OWASP, CSV injection).
fn cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let mark = if formula { "'" } else { "" };
    format!("\"{mark}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn cells_are_text_and_nothing_else() {
        for (text, written) in [
            ("a", "\"a\""),
            ("a \"b\", c", "\"a \"\"b\"\", c\""),
            ("=HYPERLINK(1)", "\"'=HYPERLINK(1)\""),
            ("@x", "\"'@x\""),
        ] {
            assert_eq!(cell(text), written);
        }
    }
}
