//! Posts as staff see them: what is specified, and beside it the state of the post and of each language.

use std::collections::{BTreeMap, BTreeSet};

use generator::Lang;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    fields::FieldErrors,
    http::api::post_json::{MetaFields, Post, PostSummary},
    posts::desk::{self, LanguageState, PostState, Seen},
    store::{languages::is_other, posts::StoredPost, schedules::Action},
};

/// One value for each language.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Languages {
    /// Azerbaijani.
    pub az: Language,
    /// English.
    pub en: Language,
    /// Russian.
    pub ru: Language,
    /// Any other of the site, by its code.
    #[serde(flatten)]
    pub others: BTreeMap<String, Language>,
}

/// The state of a language of a post.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct Language {
    /// `empty`, `draft`, `published`, `changed` (published, with other words in the working copy) or `scheduled`.
    #[schema(value_type = LanguageStateName)]
    pub state: LanguageStateName,
    /// The source has other words than when this translation was last declared right.
    pub stale: bool,
    /// It is on-line with other words than in the working copy, whatever is planned for it.
    pub differs: bool,
    /// Since when it is on-line.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub published_at: Option<Timestamp>,
    /// When something will happen to it next.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub scheduled_at: Option<Timestamp>,
    /// What will next.
    #[schema(required = true)]
    pub scheduled_action: Option<ActionName>,
    /// When it will go live.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub publish_at: Option<Timestamp>,
    /// When it will go off-line.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub unpublish_at: Option<Timestamp>,
    /// Why it could not be done when it was due: codes by field, as in a refusal of `publish/`. It is not tried again by itself,
    /// but for `at: clock_in_doubt`. `at: changed_since` says that an author changed the post since it was planned, `at: missed` that its
    /// time passed while the post was in the trash, or before the store was restored: an editor plans it again.
    #[schema(value_type = Option<std::collections::HashMap<String, Vec<String>>>)]
    pub schedule_problem: Option<FieldErrors>,
}

/// The state of a language.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LanguageStateName {
    /// Nothing is written.
    #[default]
    Empty,
    /// Nothing of it is on-line.
    Draft,
    /// It is on-line as it is written.
    Published,
    /// It is on-line, and other words are in the working copy.
    Changed,
    /// Something is planned for it.
    Scheduled,
}

/// The state of a post.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PostStateName {
    /// Deleted, and not forgotten yet.
    Trash,
    /// Something is planned.
    Scheduled,
    /// Nothing is on-line.
    Draft,
    /// There is a working copy beside what is on-line.
    Changed,
    /// What is on-line is all there is.
    Published,
}

/// What is planned for a language.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ActionName {
    /// It goes live.
    Publish,
    /// It goes off-line.
    Unpublish,
}

/// What staff see of a post beside what is specified.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StaffFields {
    /// `trash`, `scheduled`, `draft`, `changed` or `published`.
    pub state: PostStateName,
    /// Whether anything of it is on-line.
    pub live: bool,
    /// The last publication after the first that changed what a reader sees.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub updated: Option<Timestamp>,
    /// When the working copy was saved last; `null` when there is none.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub edited_at: Option<Timestamp>,
    /// By whom.
    #[schema(required = true)]
    pub edited_by: Option<String>,
    /// Each language.
    pub languages: Languages,
}

/// A post in the list of staff: texts from the working copy if there is one.
#[derive(Debug, Serialize, ToSchema)]
pub struct StaffPost {
    /// What is specified.
    #[serde(flatten)]
    pub post: Post,
    /// What search engines and networks are told.
    #[serde(flatten)]
    pub meta: MetaFields,
    /// What staff see beside it.
    #[serde(flatten)]
    pub staff: StaffFields,
}

/// The same without the contents.
#[derive(Debug, Serialize, ToSchema)]
pub struct StaffSummary {
    /// What is specified.
    #[serde(flatten)]
    pub post: PostSummary,
    /// What staff see beside it.
    #[serde(flatten)]
    pub staff: StaffFields,
}

/// The working copy of a post, or what is on-line when there is none.
#[derive(Debug, Serialize, ToSchema)]
pub struct Draft {
    /// The post as staff see it.
    #[serde(flatten)]
    pub post: StaffPost,
    /// Whether there is a working copy.
    pub exists: bool,
    /// Category, author, picture or labels of the working copy are others than on-line.
    pub shared_differs: bool,
    /// The entity tag of the post at its specified address, for If-Match; `null` when it is not on-line.
    #[schema(required = true)]
    pub post_etag: Option<String>,
    /// Where the post's address leads while it is off-line; of one that is on-line, where it will lead once it has gone
    /// off-line as planned.
    #[schema(required = true)]
    pub redirect_to: Option<String>,
    /// Until when a share link shows the working copy, if one does.
    #[schema(required = true, value_type = Option<String>, format = DateTime)]
    pub shared_until: Option<Timestamp>,
}

/// A post as it is on-line after a publication.
#[derive(Debug, Serialize, ToSchema)]
pub struct Published {
    /// What is specified.
    #[serde(flatten)]
    pub post: Post,
    /// Each language.
    pub languages: Languages,
}

/// A language of the site: `az`, `en`, `ru`, or the code of another one that it has.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = "az", pattern = "^[a-z]{2}$")]
#[allow(dead_code)] // describes `Lang`
pub struct LangCode(String);

/// A moment of the store, in milliseconds since the epoch.
pub fn moment(millis: i64) -> Timestamp {
    Timestamp::from_millisecond(millis).unwrap_or(Timestamp::UNIX_EPOCH)
}

impl From<&desk::EachLanguage> for Languages {
    fn from(each: &desk::EachLanguage) -> Self {
        let of = |lang| each.get(&lang).map(Language::from).unwrap_or_default();
        let others = each.iter().filter(|(lang, _)| is_other(**lang));
        Self {
            az: of(Lang::AZ),
            en: of(Lang::EN),
            ru: of(Lang::RU),
            others: others
                .map(|(lang, language)| (lang.to_string(), Language::from(language)))
                .collect(),
        }
    }
}

impl From<&desk::Language> for Language {
    fn from(language: &desk::Language) -> Self {
        let plan = language.plans.first();
        let mut problems = language.plans.iter().map(|plan| &plan.problem);
        let at = |action| language.planned_at(action).map(moment);
        Self {
            state: match language.state {
                LanguageState::Empty => LanguageStateName::Empty,
                LanguageState::Draft => LanguageStateName::Draft,
                LanguageState::Published => LanguageStateName::Published,
                LanguageState::Changed => LanguageStateName::Changed,
                LanguageState::Scheduled => LanguageStateName::Scheduled,
            },
            stale: language.stale,
            differs: language.differs,
            published_at: language.published_at.map(moment),
            scheduled_at: plan.map(|plan| moment(plan.at)),
            scheduled_action: plan.map(|plan| match plan.action {
                Action::Publish => ActionName::Publish,
                Action::Unpublish => ActionName::Unpublish,
            }),
            publish_at: at(Action::Publish),
            unpublish_at: at(Action::Unpublish),
            schedule_problem: problems.find_map(Clone::clone),
        }
    }
}

impl From<&Seen> for StaffFields {
    fn from(seen: &Seen) -> Self {
        let copy = seen.copy.as_ref();
        Self {
            state: match seen.state {
                PostState::Trash => PostStateName::Trash,
                PostState::Scheduled => PostStateName::Scheduled,
                PostState::Draft => PostStateName::Draft,
                PostState::Changed => PostStateName::Changed,
                PostState::Published => PostStateName::Published,
            },
            live: seen.revision.is_some(),
            updated: seen.updated.map(moment),
            edited_at: copy.map(|copy| moment(copy.edited_at)),
            edited_by: copy.map(|copy| copy.edited_by.clone()),
            languages: (&seen.languages).into(),
        }
    }
}

fn languages_of(seen: &Seen) -> BTreeSet<Lang> {
    seen.languages.keys().copied().collect()
}

impl From<Seen> for StaffPost {
    fn from(seen: Seen) -> Self {
        let languages = languages_of(&seen);
        Self {
            staff: (&seen).into(),
            meta: MetaFields::of(&seen.post, &languages),
            post: Post::of(seen.post, &languages),
        }
    }
}

impl From<Seen> for StaffSummary {
    fn from(seen: Seen) -> Self {
        let languages = languages_of(&seen);
        Self {
            staff: (&seen).into(),
            post: PostSummary::of(seen.post, &languages),
        }
    }
}

impl Published {
    /// What is on-line, beside what staff see.
    pub fn of(stored: StoredPost, seen: &Seen) -> Self {
        Self {
            post: Post::of(stored.post, &languages_of(seen)),
            languages: (&seen.languages).into(),
        }
    }
}
