//! `/api/blog/posts/several/`: the same done to several posts, for staff.

use std::collections::BTreeSet;

use axum::{Json, extract::State};
use generator::Category;
use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::{
    http::{
        api::desk::commit,
        app::App,
        error::{ApiError, Problem},
        extract::{ApiJson, Object},
        signed_in::Editor,
    },
    posts::{
        several::{self, Act},
        site::Site,
    },
    store::audit::Deed,
};

/// Most posts of a request.
const MOST: usize = 100;

/// What to do, and to which posts.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Several {
    /// What.
    action: ActName,
    /// The new category, for `category` only.
    category: Option<String>,
    /// To which, at most 100.
    #[schema(value_type = Vec<Chosen>, min_items = 1, max_items = 100)]
    posts: Vec<Object<Chosen>>,
}

/// A post that was chosen.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Chosen {
    /// Its number.
    id: i64,
    /// When its working copy was saved as it was seen, `null` if there was none. With another one by now nothing is done to it;
    /// left out, whatever there is will do.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>, format = DateTime)]
    edited_at: Option<Option<Timestamp>>,
}

/// Tells `null` from what is left out.
fn given<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Option<Timestamp>>, D::Error> {
    Option::deserialize(from).map(Some)
}

/// What can be done to several posts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ActName {
    /// Every language that has a text goes live.
    Publish,
    /// The whole post goes off-line.
    Unpublish,
    /// Another category, on-line and in the working copy.
    Category,
    /// Into the trash, without sending the address elsewhere.
    Trash,
    /// Out of the trash.
    Restore,
}

/// What became of a post.
#[derive(Debug, Serialize, ToSchema)]
pub struct Outcome {
    /// Its number.
    id: i64,
    /// Whether it was done.
    done: bool,
    /// Why not.
    #[schema(required = true)]
    problem: Option<Problem>,
}

impl Several {
    fn act(&self, site: &Site) -> Result<Act, ApiError> {
        Ok(match self.action {
            ActName::Publish => Act::Publish(site.languages),
            ActName::Unpublish => Act::Unpublish,
            ActName::Trash => Act::Trash,
            ActName::Restore => Act::Restore,
            ActName::Category => {
                let name = self.category.as_deref();
                let name = name.ok_or_else(|| ApiError::field("category", "required"))?;
                let category = Category::from_id(name).filter(|id| site.offers(*id));
                Act::Category(
                    category.ok_or_else(|| ApiError::field("category", "invalid_choice"))?,
                )
            }
        })
    }
}

/// Does the same to several posts, to each by itself: what cannot be done to one keeps none of the others. Answers one outcome
/// for each post, in the order of the request.
#[utoipa::path(
    post, operation_id = "change_several",
    path = "/api/blog/posts/several/",
    tag = "drafts",
    security(("access" = ["editor"])),
    request_body(content = Several),
    responses(
        (status = 200, description = "What became of each", body = Vec<Outcome>),
        (status = 400, description = "Malformed; `posts: required` or `too_many`; `category: required` or `invalid_choice`"),
        (status = 401, description = "No valid access token"),
        (status = 413, description = "The body is too large"),
        (status = 415, description = "Not application/json"),
        (status = 422, description = "The body has the wrong shape"),
    ),
)]
pub async fn apply(
    admin: Editor,
    State(app): State<App>,
    ApiJson(several): ApiJson<Several>,
) -> Result<Json<Vec<Outcome>>, ApiError> {
    let act = several.act(&app.site())?;
    let mut known = BTreeSet::new();
    let mut posts = several.posts;
    posts.retain(|Object(post)| known.insert(post.id));
    match posts.len() {
        0 => return Err(ApiError::field("posts", "required")),
        MOST.. if posts.len() > MOST => return Err(ApiError::field("posts", "too_many")),
        _ => {}
    }
    let by = admin.editor(&app);
    let mut outcomes = Vec::with_capacity(posts.len());
    for Object(Chosen { id, edited_at }) in posts {
        let by = by.clone();
        let seen = edited_at.map(|at| at.map(Timestamp::as_millisecond));
        let done = commit(
            &app,
            &admin,
            move |kind| Some(Deed::post(*kind, id)),
            move |store| Ok(several::apply(store, id, act, seen, &by)?),
        );
        let problem = match done.await {
            Ok(_) => None,
            // Who may do nothing more hears so once; whoever asks again learns what was done.
            Err(ApiError::Unauthorized) => return Err(ApiError::Unauthorized),
            Err(error) => {
                if let ApiError::Internal(cause) = &error {
                    tracing::error!(
                        post = id,
                        error = format!("{cause:#}"),
                        "not done to one of several posts"
                    );
                }
                Some(error.problem())
            }
        };
        outcomes.push(Outcome {
            id,
            done: problem.is_none(),
            problem,
        });
    }
    let done = outcomes.iter().filter(|outcome| outcome.done).count();
    tracing::info!(
        done,
        of = outcomes.len(),
        ?act,
        user = admin.user,
        "done to several posts"
    );
    Ok(Json(outcomes))
}
