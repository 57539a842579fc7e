//! Which posts a client asks for.

use generator::Lang;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::{
    http::{api::staff_json::LangCode, error::ApiError},
    store::{
        desk::{self, Whole},
        posts::Filter,
    },
};

/// Posts on a page when `page` comes without `page_size`.
const PAGE_SIZE: u32 = 20;
/// Most posts on a page.
const MAX_PAGE_SIZE: u32 = 100;

/// Which posts, and how much of each.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// Exact match; a category without posts gives an empty list.
    #[param(example = "audit")]
    category: Option<String>,
    /// From 1. Without `page` and `page_size` every post is listed.
    #[param(minimum = 1, maximum = 4_294_967_295_u32)]
    page: Option<u32>,
    /// Posts on a page, 20 when only `page` is given.
    #[param(minimum = 1, maximum = 100)]
    page_size: Option<u32>,
    /// `summary` leaves the three contents out.
    #[param(inline)]
    fields: Option<Fields>,
    /// For staff: posts as they see them, in this state. Needs a token, like the next two.
    #[param(inline)]
    state: Option<StateFilter>,
    /// For staff: only posts with a translation whose source has other words now.
    stale: Option<bool>,
    /// For staff: only posts without title or content in this language.
    #[param(value_type = Option<LangCode>, inline)]
    missing: Option<String>,
}

/// Which posts staff want to see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StateFilter {
    /// All but those in the trash.
    All,
    /// Nothing of them is on-line.
    Draft,
    /// On-line as they are written.
    Published,
    /// On-line, and something else is written.
    Changed,
    /// Something is planned.
    Scheduled,
    /// Deleted.
    Trash,
}

/// Posts as staff see them.
#[derive(Debug)]
pub struct StaffFilter {
    /// Deleted ones.
    pub trash: bool,
    /// Which of the others, and how much of each.
    pub desk: desk::Filter,
}

/// How much of each post.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Fields {
    /// Without the three contents.
    Summary,
}

impl ListQuery {
    /// What staff ask for, if it is staff who ask.
    pub fn for_staff(&self, minimal: bool) -> Result<Option<StaffFilter>, ApiError> {
        if self.state.is_none() && self.stale.is_none() && self.missing.is_none() {
            return Ok(None);
        }
        let filter = self.filter(minimal)?;
        let missing = self.missing.as_deref().map(|code| {
            Lang::from_code(code).ok_or_else(|| ApiError::field("missing", "invalid_choice"))
        });
        Ok(Some(StaffFilter {
            trash: self.state == Some(StateFilter::Trash),
            desk: desk::Filter {
                state: self.state.and_then(|state| match state {
                    StateFilter::All | StateFilter::Trash => None,
                    StateFilter::Draft => Some(Whole::Draft),
                    StateFilter::Published => Some(Whole::Published),
                    StateFilter::Changed => Some(Whole::Changed),
                    StateFilter::Scheduled => Some(Whole::Scheduled),
                }),
                stale: self.stale.unwrap_or_default(),
                missing: missing.transpose()?,
                category: filter.category,
                limit: filter.limit,
                offset: filter.offset,
                summary: filter.summary,
            },
        }))
    }

    /// The filter of the store; `minimal` asks for summaries, too.
    pub fn filter(&self, minimal: bool) -> Result<Filter, ApiError> {
        if self.page == Some(0) {
            return Err(ApiError::field("page", "out_of_range"));
        }
        if self
            .page_size
            .is_some_and(|size| !(1..=MAX_PAGE_SIZE).contains(&size))
        {
            return Err(ApiError::field("page_size", "out_of_range"));
        }
        let paged = self.page.is_some() || self.page_size.is_some();
        let size = self.page_size.unwrap_or(PAGE_SIZE);
        Ok(Filter {
            category: self.category.clone(),
            limit: paged.then_some(i64::from(size)),
            offset: i64::from(self.page.unwrap_or(1) - 1) * i64::from(size),
            summary: self.fields.is_some() || minimal,
        })
    }
}
