//! Which posts a client asks for.

use generator::{Languages, Post};
use jiff::Timestamp;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::{
    http::{api::staff_json::LangCode, error::ApiError, window::window},
    store::{
        desk::{self, Whole},
        finding::{Question, Sort, Wanted},
        languages::written,
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
    /// `summary` leaves the contents out.
    #[param(inline)]
    fields: Option<Fields>,
    /// With all of these words, each anywhere: in titles, excerpts and the author as any part of a word, in contents as its
    /// beginning. Letters are equal that differ by case only, İ, I, ı and i, е and ё. At most 200 letters, of which the first 12 words count.
    #[param(example = "əmlak vergisi")]
    q: Option<String>,
    /// By this author, whatever the case.
    author: Option<String>,
    /// With a title in this language.
    #[param(value_type = Option<LangCode>, inline)]
    language: Option<String>,
    /// Dated then or later.
    #[param(value_type = Option<String>, format = DateTime)]
    from: Option<Timestamp>,
    /// Dated earlier than then.
    #[param(value_type = Option<String>, format = DateTime)]
    until: Option<Timestamp>,
    /// In this order; without it the newest come first.
    #[param(inline)]
    sort: Option<SortBy>,
    /// For staff: posts as they see them, in this state. Needs a token, like the next two.
    #[param(inline)]
    state: Option<StateFilter>,
    /// For staff: only posts with a translation whose source has other words now.
    stale: Option<bool>,
    /// For staff: only posts without title or content in this language.
    #[param(value_type = Option<LangCode>, inline)]
    missing: Option<String>,
}

/// The order of a list; `-` begins with the latest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
pub enum SortBy {
    /// The newest first.
    #[serde(rename = "-date")]
    Newest,
    /// The oldest first.
    #[serde(rename = "date")]
    Oldest,
    /// What something was done to last first.
    #[serde(rename = "-edited")]
    Edited,
    /// In the Azerbaijani alphabet.
    #[serde(rename = "title")]
    Title,
    /// Likewise.
    #[serde(rename = "author")]
    Author,
}

impl From<SortBy> for Sort {
    fn from(sort: SortBy) -> Self {
        match sort {
            SortBy::Newest => Self::Newest,
            SortBy::Oldest => Self::Oldest,
            SortBy::Edited => Self::Edited,
            SortBy::Title => Self::Title,
            SortBy::Author => Self::Author,
        }
    }
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
    /// The languages of the site: each is told of.
    pub languages: Languages,
}

impl StaffFilter {
    /// Whether a deleted post is among them; those are few, and in no index.
    pub fn fits_deleted(&self, post: &Post) -> bool {
        let category = self.desk.category.as_deref();
        category.is_none_or(|category| category == post.category.id())
            && self.desk.wanted.fits(post)
    }
}

/// How much of each post.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Fields {
    /// Without the contents.
    Summary,
}

impl ListQuery {
    /// Whether it has to be known which languages the site has.
    pub fn asks_by_language(&self) -> bool {
        self.is_of_staff() || self.language.is_some()
    }

    fn is_of_staff(&self) -> bool {
        self.state.is_some() || self.stale.is_some() || self.missing.is_some()
    }

    /// What staff ask for, if it is staff who ask.
    pub fn for_staff(
        &self,
        site: Languages,
        minimal: bool,
    ) -> Result<Option<StaffFilter>, ApiError> {
        if !self.is_of_staff() {
            return Ok(None);
        }
        let filter = self.filter(site, minimal)?;
        let missing = self.missing.as_deref().map(|code| {
            written(code, site).ok_or_else(|| ApiError::field("missing", "invalid_choice"))
        });
        Ok(Some(StaffFilter {
            trash: self.state == Some(StateFilter::Trash),
            languages: site,
            desk: desk::Filter {
                state: self.state.and_then(|state| match state {
                    StateFilter::All | StateFilter::Trash => None,
                    StateFilter::Draft => Some(Whole::Draft),
                    StateFilter::Published => Some(Whole::Published),
                    StateFilter::Changed => Some(Whole::Changed),
                    StateFilter::Scheduled => Some(Whole::Scheduled),
                }),
                stale: self.stale.unwrap_or_default().then_some(site),
                missing: missing.transpose()?,
                category: filter.category,
                limit: filter.limit,
                offset: filter.offset,
                summary: filter.summary,
                wanted: filter.wanted,
            },
        }))
    }

    /// The filter of the store; `minimal` asks for summaries, too.
    pub fn filter(&self, site: Languages, minimal: bool) -> Result<Filter, ApiError> {
        let (size, offset) = window(self.page, self.page_size, PAGE_SIZE, MAX_PAGE_SIZE)?;
        let paged = self.page.is_some() || self.page_size.is_some();
        Ok(Filter {
            category: self.category.clone(),
            limit: paged.then_some(size),
            offset,
            summary: self.fields.is_some() || minimal,
            wanted: self.wanted(site)?,
        })
    }

    fn wanted(&self, site: Languages) -> Result<Wanted, ApiError> {
        let question = Question::of(self.q.as_deref().unwrap_or_default());
        let language = self.language.as_deref().map(|code| {
            written(code, site).ok_or_else(|| ApiError::field("language", "invalid_choice"))
        });
        Ok(Wanted {
            question: question.map_err(|_| ApiError::field("q", "too_long"))?,
            author: self.author.clone(),
            lang: language.transpose()?,
            from: self.from.map(Timestamp::as_millisecond),
            until: self.until.map(Timestamp::as_millisecond),
            sort: self.sort.map_or_else(Sort::default, Sort::from),
        })
    }
}
