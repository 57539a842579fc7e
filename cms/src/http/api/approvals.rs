//! `/api/blog/posts/{id}/approval/` and `/api/approvals/`: an author asks for publication, an editor answers.

use axum::{extract::State, http::StatusCode, response::Response};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    http::{
        api::{
            desk::commit,
            publication::languages,
            staff_json::{LangCode, moment},
        },
        app::App,
        error::ApiError,
        extract::{ApiJson, Id},
        signed_in::{Author, Editor, to},
        uncached::uncached,
    },
    posts::{
        approval::{self, Asked},
        publication::Chosen,
    },
    store::{
        approvals::{self, Waiting},
        audit::{Deed, Kind},
    },
};

/// What is asked for.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// Missing means all that have a text.
    #[schema(value_type = Option<Vec<LangCode>>)]
    languages: Option<Vec<String>>,
    /// What editors should know; 1000 characters at most.
    #[schema(max_length = 1000)]
    note: String,
}

/// What is to be done first.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Return {
    /// 1 to 1000 characters.
    #[schema(min_length = 1, max_length = 1000)]
    note: String,
}

/// What was answered instead of publishing.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReturnedJson {
    /// When.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// The editor's name.
    by: String,
    /// What is to be done first.
    note: String,
}

/// A request for publication.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApprovalJson {
    /// Which languages.
    #[schema(value_type = Vec<LangCode>)]
    languages: Vec<&'static str>,
    /// What editors should know; may be empty.
    note: String,
    /// When.
    #[schema(value_type = String, format = DateTime)]
    asked_at: Timestamp,
    /// Who.
    asked_by: String,
    /// Whether the working copy was saved since.
    changed: bool,
    /// What was answered; `null` while it waits.
    #[schema(required = true)]
    returned: Option<ReturnedJson>,
}

/// What was asked for a post.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApprovalState {
    /// `null`: nothing.
    #[schema(required = true)]
    approval: Option<ApprovalJson>,
}

/// A request of a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingJson {
    /// The post's number.
    post_id: i64,
    /// Its Azerbaijani title; may be empty.
    title: String,
    #[serde(flatten)]
    approval: ApprovalJson,
}

impl From<Asked> for ApprovalJson {
    fn from(Asked { approval, changed }: Asked) -> Self {
        let codes = approval.languages.iter().map(|lang| lang.code());
        Self {
            languages: codes.collect(),
            note: approval.note,
            asked_at: moment(approval.asked_at),
            asked_by: approval.asked_by,
            changed,
            returned: approval.returned.map(|returned| ReturnedJson {
                at: moment(returned.at),
                by: returned.by,
                note: returned.note,
            }),
        }
    }
}

impl From<Waiting> for WaitingJson {
    fn from(waiting: Waiting) -> Self {
        let Waiting {
            approval,
            title,
            version,
        } = waiting;
        let changed = version != approval.version;
        Self {
            post_id: approval.post_id,
            title,
            approval: Asked { approval, changed }.into(),
        }
    }
}

/// What was asked for a post, and answered.
#[utoipa::path(
    get, operation_id = "read_approval",
    path = "/api/blog/posts/{id}/approval/",
    tag = "drafts",
    security(("access" = ["author"])),
    params(("id" = i64, Path, description = "The post's number")),
    responses(
        (status = 200, description = "The request, or `null`", body = ApprovalState),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such post, or it is in the trash"),
    ),
)]
pub async fn read(_: Author, State(app): State<App>, Id(id): Id) -> Result<Response, ApiError> {
    let found = app.store.read(move |store| {
        let snapshot = store.unchecked_transaction()?;
        Ok::<_, ApiError>(approval::find(&snapshot, id)?)
    });
    let approval = found.await?.map(ApprovalJson::from);
    Ok(uncached(ApprovalState { approval }, StatusCode::OK))
}

/// Asks an editor to publish languages of the working copy. Asked again, the earlier request and its answer are gone.
#[utoipa::path(
    post, operation_id = "ask_for_approval",
    path = "/api/blog/posts/{id}/approval/",
    tag = "drafts",
    security(("access" = ["author"])),
    params(("id" = i64, Path, description = "The post's number")),
    request_body(content = Request),
    responses(
        (status = 201, description = "It waits", body = ApprovalJson),
        (status = 400, description = "Malformed"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such post, or it is in the trash"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "`languages: no_changes`: there is no working copy; `note: too_long`; what an editor could not publish: `languages: az_first`, `title_…: required`, `author: required`"),
    ),
)]
pub async fn ask(
    author: Author,
    State(app): State<App>,
    Id(id): Id,
    ApiJson(request): ApiJson<Request>,
) -> Result<Response, ApiError> {
    let site = app.languages();
    let wanted = languages(site, request.languages.as_ref())?;
    let by = author.editor(&app);
    let deed = move |asked: &Asked| {
        let codes = approvals::codes(&asked.approval.languages);
        Some(Deed::post(Kind::ApprovalAsked, id).with(codes))
    };
    let asked = commit(&app, &author, deed, move |store| {
        let wanted = Chosen::of(wanted.as_deref(), site);
        Ok(approval::ask(store, id, wanted, &request.note, &by)?)
    });
    let json = ApprovalJson::from(asked.await?);
    tracing::info!(post = id, user = author.user, "approval asked for");
    Ok(uncached(json, StatusCode::CREATED))
}

/// Asks no more; also what was sent back is done with. An author ends what they asked for themselves.
#[utoipa::path(
    delete, operation_id = "withdraw_approval",
    path = "/api/blog/posts/{id}/approval/",
    tag = "drafts",
    security(("access" = ["author"])),
    params(("id" = i64, Path, description = "The post's number")),
    responses(
        (status = 204, description = "Nothing is asked"),
        (status = 401, description = "No valid access token"),
        (status = 403, description = "`forbidden`: somebody else asked, which only editors end, or the role became less while the request was on its way; `second-step-missing`: the account must have a second step first"),
        (status = 404, description = "Nothing was asked, or there is no such post"),
    ),
)]
pub async fn withdraw(
    author: Author,
    State(app): State<App>,
    Id(id): Id,
) -> Result<StatusCode, ApiError> {
    let by = author.editor(&app);
    let deed = to(id, Kind::ApprovalWithdrawn);
    commit(&app, &author, deed, move |store| {
        Ok(approval::withdraw(store, id, &by)?)
    })
    .await?;
    tracing::info!(post = id, user = author.user, "approval withdrawn");
    Ok(StatusCode::NO_CONTENT)
}

/// Sends a request back with a note. To approve is to publish.
#[utoipa::path(
    post, operation_id = "return_approval",
    path = "/api/blog/posts/{id}/approval/return/",
    tag = "drafts",
    security(("access" = ["editor"])),
    params(("id" = i64, Path, description = "The post's number")),
    request_body = Return,
    responses(
        (status = 204, description = "Who asked sees the note at the text"),
        (status = 400, description = "Malformed"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "Nothing waits, or there is no such post"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "JSON of the wrong shape, or `note: required`, `note: too_long`"),
    ),
)]
pub async fn send_back(
    editor: Editor,
    State(app): State<App>,
    Id(id): Id,
    ApiJson(Return { note }): ApiJson<Return>,
) -> Result<StatusCode, ApiError> {
    let by = editor.editor(&app);
    let deed = to(id, Kind::ApprovalReturned);
    commit(&app, &editor, deed, move |store| {
        Ok(approval::send_back(store, id, &note, &by)?)
    })
    .await?;
    tracing::info!(post = id, user = editor.user, "approval sent back");
    Ok(StatusCode::NO_CONTENT)
}

/// What waits for an editor, the oldest first.
#[utoipa::path(
    get, operation_id = "list_approvals",
    path = "/api/approvals/",
    tag = "drafts",
    security(("access" = ["editor"])),
    responses(
        (status = 200, description = "Requests without an answer", body = Vec<WaitingJson>),
        (status = 401, description = "No valid access token"),
    ),
)]
pub async fn list(_: Editor, State(app): State<App>) -> Result<Response, ApiError> {
    let found = app
        .store
        .read(|store| Ok::<_, ApiError>(approvals::waiting(store)?));
    let list: Vec<WaitingJson> = found.await?.into_iter().map(WaitingJson::from).collect();
    Ok(uncached(list, StatusCode::OK))
}

/// What one asked for oneself and an editor sent back, the oldest answer first: until it is asked for again, or ended.
#[utoipa::path(
    get, operation_id = "list_returned_approvals",
    path = "/api/approvals/returned/",
    tag = "drafts",
    security(("access" = ["author"])),
    responses(
        (status = 200, description = "One's own requests with their answers", body = Vec<WaitingJson>),
        (status = 401, description = "No valid access token"),
    ),
)]
pub async fn list_returned(author: Author, State(app): State<App>) -> Result<Response, ApiError> {
    let name = author.name().to_owned();
    let found = app
        .store
        .read(move |store| Ok::<_, ApiError>(approvals::returned_to(store, &name)?));
    let list: Vec<WaitingJson> = found.await?.into_iter().map(WaitingJson::from).collect();
    Ok(uncached(list, StatusCode::OK))
}
