//! `/api/blog/posts/{id}/publish/`, `unpublish/` and `schedule/`: languages go live and off-line, now or later.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use generator::{Lang, Languages};
use jiff::Timestamp;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::{
    http::{
        api::{
            desk::commit,
            drafts::{Tagged, draft_tag},
            post_answers::{REVALIDATE, post_tag},
            redirects::checked,
            staff_json::{ActionName, Draft, LangCode, Published, moment},
        },
        app::App,
        error::ApiError,
        extract::{ApiJson, ApiQuery, Id},
        signed_in::{Editor, to},
    },
    posts::{
        copy::Basis,
        desk,
        error::PostError,
        plans::{self, Wish},
        publication::{self, Chosen, Needs},
    },
    store::{
        audit::{Deed, Kind},
        schedules::Action,
    },
};

/// Which languages, and when.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct When {
    /// Missing means all: those that have a text, or those that are on-line.
    #[schema(value_type = Option<Vec<LangCode>>)]
    languages: Option<Vec<String>>,
    /// Missing or past means now.
    #[schema(value_type = Option<String>, format = DateTime)]
    at: Option<Timestamp>,
    /// A plan and nothing else: without a time that lies ahead it is refused.
    only_later: bool,
    /// A title is enough, as for a post that is created as specified; only at once, not together with `at`.
    titles_suffice: bool,
}

/// Which languages, when, and where the address leads from then on.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OffLine {
    /// Missing means the whole post.
    #[schema(value_type = Option<Vec<LangCode>>)]
    languages: Option<Vec<String>>,
    /// Missing or past means now.
    #[schema(value_type = Option<String>, format = DateTime)]
    at: Option<Timestamp>,
    /// A plan and nothing else: without a time that lies ahead it is refused.
    only_later: bool,
    /// Where the address of a whole post leads while it is off-line: a page of the site by its Azerbaijani path, or an https
    /// address. A plan that is moved keeps what it had.
    #[schema(example = "/blog/5/")]
    redirect_to: Option<String>,
}

/// Which of the plans of a post.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default, deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PlanQuery {
    /// Of this language only.
    #[param(value_type = Option<LangCode>, inline)]
    language: Option<String>,
    /// To do this only.
    #[param(value_type = Option<ActionName>, inline)]
    action: Option<String>,
}

impl PlanQuery {
    /// Also of a language that the site has given up since.
    fn parts(&self) -> Result<(Option<Lang>, Option<Action>), ApiError> {
        let invalid = |field| move || ApiError::field(field, "invalid_choice");
        let language = self.language.as_deref();
        let language = language.map(|code| Lang::from_code(code).ok_or_else(invalid("language")));
        let action = self.action.as_deref();
        let action = action.map(|name| Action::from_name(name).ok_or_else(invalid("action")));
        Ok((language.transpose()?, action.transpose()?))
    }
}

/// The languages of a request, of those of this site: in another one nobody would see it. `None` when it names none.
pub(super) fn languages(
    site: Languages,
    codes: Option<&Vec<String>>,
) -> Result<Option<Vec<Lang>>, ApiError> {
    named(codes, |code| {
        Lang::from_code(code).filter(|lang| site.has(*lang))
    })
}

/// The languages of a request, each read by its code; `None` when it names none.
fn named(
    codes: Option<&Vec<String>>,
    read: impl Fn(&str) -> Option<Lang>,
) -> Result<Option<Vec<Lang>>, ApiError> {
    let Some(codes) = codes else {
        return Ok(None);
    };
    if codes.is_empty() {
        return Err(PostError::unfit("languages", "required").into());
    }
    let known = codes.iter().map(|code| read(code));
    let known: Option<Vec<Lang>> = known.collect();
    match known {
        Some(languages) => Ok(Some(languages)),
        None => Err(PostError::unfit("languages", "invalid_choice").into()),
    }
}

/// In milliseconds since the epoch, if it lies ahead; whoever wants it only later does not get it now, by whichever clock the time
/// was chosen.
fn later(
    at: Option<Timestamp>,
    only_later: bool,
    now: Timestamp,
) -> Result<Option<i64>, PostError> {
    let ahead = at.filter(|at| *at > now);
    if only_later && ahead.is_none() {
        let code = if at.is_none() { "required" } else { "past" };
        return Err(PostError::unfit("at", code));
    }
    Ok(ahead.map(Timestamp::as_millisecond))
}

/// Makes languages of the working copy live, now or at a time.
#[utoipa::path(
    post, operation_id = "publish_post",
    path = "/api/blog/posts/{id}/publish/",
    tag = "drafts",
    security(("access" = ["editor"])),
    params(
        ("id" = i64, Path, description = "The post's number"),
        ("If-Match" = Option<String>, Header, description = "The entity tag of the working copy that was seen"),
    ),
    request_body(content = When),
    responses(
        (status = 200, description = "The post as it is on-line now", body = Published, headers(
            ("ETag" = String, description = "Strong entity tag of the post"),
        )),
        (status = 202, description = "It is planned; the working copy", body = Draft),
        (status = 400, description = "Malformed"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such post, or it is in the trash"),
        (status = 409, description = "Another post is featured"),
        (status = 412, description = "The working copy has changed since the tag of If-Match"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "`errors` names what is in the way by field, e.g. `title_ru: required`, `languages: az_first`, `at: after_unpublish` or `past`"),
    ),
)]
pub async fn publish(
    admin: Editor,
    State(app): State<App>,
    Id(id): Id,
    headers: HeaderMap,
    ApiJson(when): ApiJson<When>,
) -> Result<Response, ApiError> {
    let site = app.languages();
    let languages = languages(site, when.languages.as_ref())?;
    let (by, store_id) = (admin.editor(&app), app.store_id.clone());
    if let Some(at) = later(when.at, when.only_later, app.time.moment())? {
        let action = Action::Publish;
        let wish = Wish {
            action,
            languages,
            site,
            at,
        };
        return plan(&app, &admin, id, headers, wish, None).await;
    }
    let needs = if when.titles_suffice {
        Needs::Title
    } else {
        Needs::Texts
    };
    let live = of_languages(Kind::PostPublished, id, languages.as_deref());
    let published = commit(&app, &admin, live, move |store| {
        let expected = |basis: Basis| draft_tag(&store_id, id, basis).allows(&headers);
        let chosen = Chosen::of(languages.as_deref(), site);
        let stored = publication::publish(store, id, chosen, needs, &by, expected)?;
        let seen = desk::find(store, id, site)?;
        Ok((stored.revision, Published::of(stored, &seen)))
    });
    let (revision, post) = published.await?;
    tracing::info!(post = id, revision, user = admin.user, "post published");
    let headers = [
        (header::ETAG, post_tag(&app.store_id, id, revision).value()),
        (header::CACHE_CONTROL, REVALIDATE),
    ];
    Ok((StatusCode::OK, headers, Json(post)).into_response())
}

/// Takes languages off-line, now or at a time; without languages the whole post. What was live stays as the working copy.
#[utoipa::path(
    post, operation_id = "unpublish_post",
    path = "/api/blog/posts/{id}/unpublish/",
    tag = "drafts",
    security(("access" = ["editor"])),
    params(
        ("id" = i64, Path, description = "The post's number"),
        ("If-Match" = Option<String>, Header, description = "The entity tag of the working copy that was seen"),
    ),
    request_body(content = OffLine),
    responses(
        (status = 200, description = "The working copy", body = Draft, headers(
            ("ETag" = String, description = "Strong entity tag of the working copy"),
        )),
        (status = 202, description = "It is planned; the working copy", body = Draft),
        (status = 400, description = "Malformed"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such post, or it is not on-line"),
        (status = 412, description = "The working copy has changed since the tag of If-Match"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "`languages: az_is_fallback`: Azerbaijani goes last or with the others; \
            `at: before_publish` or `past`; `redirect_to: no_such_page`, `itself`, `loop`, `partial` or `invalid`"),
    ),
)]
pub async fn unpublish(
    admin: Editor,
    State(app): State<App>,
    Id(id): Id,
    headers: HeaderMap,
    ApiJson(when): ApiJson<OffLine>,
) -> Result<Response, ApiError> {
    let site = app.site();
    // Also those that the site has given up: what is on-line in them would be seen again with the language.
    let languages = named(when.languages.as_ref(), Lang::from_code)?;
    let (by, store_id) = (admin.editor(&app), app.store_id.clone());
    if let Some(at) = later(when.at, when.only_later, app.time.moment())? {
        let action = Action::Unpublish;
        let wish = Wish {
            action,
            languages,
            site: site.languages,
            at,
        };
        return plan(&app, &admin, id, headers, wish, when.redirect_to).await;
    }
    let off = of_languages(Kind::PostUnpublished, id, languages.as_deref());
    let draft = commit(&app, &admin, off, move |store| {
        let expected = |basis: Basis| draft_tag(&store_id, id, basis).allows(&headers);
        let target = checked(store, id, when.redirect_to.as_deref(), &site)?;
        let (languages, target) = (languages.as_deref(), target.as_ref());
        publication::unpublish(store, id, languages, target, &by, expected)?;
        Tagged::read(store, &store_id, id, by.at, site.languages)
    });
    let draft = draft.await?;
    tracing::info!(post = id, user = admin.user, "post unpublished");
    Ok(draft.respond(StatusCode::OK))
}

/// Cancels what is planned for a post: of one language or of each, one action or both. When a language does not go live after
/// all, it does not go off-line either.
#[utoipa::path(
    delete, operation_id = "cancel_schedule",
    path = "/api/blog/posts/{id}/schedule/",
    tag = "drafts",
    security(("access" = ["editor"])),
    params(("id" = i64, Path, description = "The post's number"), PlanQuery),
    responses(
        (status = 204, description = "Nothing of that is planned any more"),
        (status = 400, description = "A parameter is malformed"),
        (status = 401, description = "No valid access token"),
        (status = 404, description = "There is no such post, or it is in the trash"),
    ),
)]
pub async fn cancel(
    admin: Editor,
    State(app): State<App>,
    Id(id): Id,
    ApiQuery(query): ApiQuery<PlanQuery>,
) -> Result<StatusCode, ApiError> {
    let (language, action) = query.parts()?;
    commit(&app, &admin, to(id, Kind::PlanCancelled), move |store| {
        Ok(plans::cancel(store, id, language, action)?)
    })
    .await?;
    tracing::info!(post = id, user = admin.user, "schedule cancelled");
    Ok(StatusCode::NO_CONTENT)
}

/// What is done to some languages of a post, or to all.
fn of_languages<T>(
    kind: Kind,
    id: i64,
    languages: Option<&[Lang]>,
) -> impl FnOnce(&T) -> Option<Deed> + Send + 'static {
    let codes = codes(languages);
    move |_| Some(Deed::post(kind, id).with(codes))
}

/// What is planned, and for when.
fn planned<T>(id: i64, wish: &Wish) -> impl FnOnce(&T) -> Option<Deed> + Send + 'static {
    let codes = codes(wish.languages.as_deref());
    let (action, at) = (wish.action.name(), moment(wish.at));
    move |_| Some(Deed::post(Kind::PlanMade, id).with(format!("{action}: {codes} {at}")))
}

fn codes(languages: Option<&[Lang]>) -> String {
    let codes = languages.unwrap_or_default().iter().map(|lang| lang.code());
    codes.collect::<Vec<_>>().join(",")
}

async fn plan(
    app: &App,
    admin: &Editor,
    id: i64,
    headers: HeaderMap,
    wish: Wish,
    redirect_to: Option<String>,
) -> Result<Response, ApiError> {
    let (by, store_id) = (admin.editor(app), app.store_id.clone());
    let (site, action) = (app.site(), wish.action);
    let planned = planned(id, &wish);
    let draft = commit(app, admin, planned, move |store| {
        let expected = |basis: Basis| draft_tag(&store_id, id, basis).allows(&headers);
        let target = checked(store, id, redirect_to.as_deref(), &site)?;
        plans::plan(store, id, &wish, target.as_ref(), &by, expected)?;
        Tagged::read(store, &store_id, id, by.at, site.languages)
    });
    let draft = draft.await?;
    tracing::info!(post = id, user = admin.user, ?action, "post scheduled");
    Ok(draft.respond(StatusCode::ACCEPTED))
}
