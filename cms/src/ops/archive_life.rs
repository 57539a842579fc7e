//! What an archive holds of posts that only staff see: working copies, history, translations and plans.

use std::{collections::HashSet, io::Read};

use anyhow::{Context as _, ensure};
use generator::{Lang, Post};
use rusqlite::{Connection, Transaction};
use serde::{Deserialize, Serialize};

use super::{
    archive_stream::each,
    cleaning::{check_cover, clean},
};
use crate::{
    fields::FieldErrors,
    posts::{history as kept, redirects as kept_redirects},
    store::{
        edition::{Edition, EditionJson},
        history::{self, Kind, Revision},
        languages,
        posts::{self, Dates},
        redirects, revisions,
        schedules::{self, Action, Schedule},
        translations::{self, Texts, Translation},
        working_copies::{self, WorkingCopy},
    },
};

/// A post that is on-line, in the API's JSON, and its dates.
#[derive(Debug, Serialize, Deserialize)]
pub struct ArchivedPost {
    #[serde(flatten)]
    post: Post,
    #[serde(default)]
    dates: Option<DatesJson>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DatesJson {
    published: generator::Localized<Option<i64>>,
    updated: Option<i64>,
}

impl ArchivedPost {
    /// The post, and its dates if the archive has them.
    pub fn parts(self) -> (Post, Option<Dates>) {
        let dates = self.dates.map(|dates| Dates {
            published: (dates.published.into_iter())
                .filter_map(|(lang, date)| Some((lang, date?)))
                .collect(),
            updated: dates.updated,
        });
        (self.post, dates)
    }
}

/// A post of the store.
pub fn post(store: &Connection, id: i64) -> anyhow::Result<ArchivedPost> {
    let stored = posts::find(store, id)?.with_context(|| format!("post {id} is gone"))?;
    let dates = DatesJson {
        published: languages::of_posts([&stored.post])
            .into_iter()
            .map(|lang| (lang, stored.dates.published.get(lang).copied()))
            .collect(),
        updated: stored.dates.updated,
    };
    Ok(ArchivedPost {
        post: stored.on_site(),
        dates: Some(dates),
    })
}

/// A working copy.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CopyJson {
    post_id: i64,
    dated: bool,
    created_at: i64,
    created_by: String,
    edited_at: i64,
    edited_by: String,
    edition: EditionJson,
}

/// A working copy of the store.
pub fn copy(store: &Connection, id: i64) -> anyhow::Result<CopyJson> {
    let copy = working_copies::find(store, id)?.context("a working copy is gone")?;
    let edition = Edition {
        post: copy.post,
        dates: Dates::default(),
    };
    Ok(CopyJson {
        post_id: id,
        dated: copy.dated,
        created_at: copy.created_at,
        created_by: copy.created_by,
        edited_at: copy.edited_at,
        edited_by: copy.edited_by,
        edition: edition.into(),
    })
}

/// Takes the working copies of an archive.
pub fn take_copies(
    store: &Transaction<'_>,
    from: impl Read,
    limit: u64,
    images: &HashSet<i64>,
) -> anyhow::Result<()> {
    let mut last = 0;
    each(from, limit, |json: CopyJson| {
        ensure!(json.post_id > last, "working copies are not in order");
        last = json.post_id;
        let mut post = json.edition.into_edition(json.post_id).post;
        check_cover(&mut post, images)?;
        clean(&mut post)?;
        let linked = kept::text_images(&post);
        let copy = WorkingCopy {
            post,
            dated: json.dated,
            version: revisions::edit(store)?,
            created_at: json.created_at,
            created_by: json.created_by,
            edited_at: json.edited_at,
            edited_by: json.edited_by,
        };
        Ok(working_copies::put(store, &copy, &linked)?)
    })
}

/// A revision of a post.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RevisionJson {
    post_id: i64,
    number: i64,
    at: i64,
    kept_from: i64,
    by: Option<String>,
    kind: Kind,
    languages: Vec<Lang>,
    edition: EditionJson,
}

/// A revision of the store.
pub fn revision(store: &Connection, (id, number): (i64, i64)) -> anyhow::Result<RevisionJson> {
    let (revision, edition) = history::find(store, id, number)?.context("a revision is gone")?;
    Ok(RevisionJson {
        post_id: id,
        number,
        at: revision.at,
        kept_from: revision.kept_from,
        by: revision.by,
        kind: revision.kind,
        languages: revision.languages,
        edition: edition.into(),
    })
}

/// Takes the history of an archive.
pub fn take_revisions(store: &Transaction<'_>, from: impl Read, limit: u64) -> anyhow::Result<()> {
    let mut last = (0, 0);
    each(from, limit, |json: RevisionJson| {
        let key = (json.post_id, json.number);
        ensure!(key > last && json.number > 0, "revisions are not in order");
        last = key;
        let mut edition = json.edition.into_edition(json.post_id);
        clean(&mut edition.post)?;
        let images = kept::images(&edition.post);
        let revision = Revision {
            number: json.number,
            at: json.at,
            kept_from: json.kept_from,
            by: json.by,
            kind: json.kind,
            languages: json.languages,
        };
        Ok(history::insert_numbered(
            store,
            json.number,
            &revision,
            edition,
            &images,
        )?)
    })
}

/// A translation.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TranslationJson {
    post_id: i64,
    lang: Lang,
    source_lang: Lang,
    source: Texts,
    stale: bool,
}

/// A translation of the store.
pub fn translation(store: &Connection, (id, lang): (i64, Lang)) -> anyhow::Result<TranslationJson> {
    let found = translations::find(store, id, lang)?.context("a translation is gone")?;
    Ok(TranslationJson {
        post_id: id,
        lang,
        source_lang: found.source_lang,
        source: found.source,
        stale: found.stale,
    })
}

/// Takes the translations of an archive.
pub fn take_translations(
    store: &Transaction<'_>,
    from: impl Read,
    limit: u64,
) -> anyhow::Result<()> {
    each(from, limit, |json: TranslationJson| {
        let translation = Translation {
            lang: json.lang,
            source_lang: json.source_lang,
            source: json.source,
            stale: json.stale,
        };
        Ok(translations::put(store, json.post_id, &translation)?)
    })
}

/// What is planned for a language.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScheduleJson {
    /// The post.
    pub post_id: i64,
    lang: Lang,
    action: Action,
    at: i64,
    by: String,
    #[serde(default)]
    problem: Option<FieldErrors>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    redirect_to: Option<String>,
}

/// The address of a post that is sent elsewhere.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RedirectJson {
    post_id: i64,
    target: String,
}

/// A plan that was not taken: its time has passed, and nobody expects it to be carried out now; or there is nothing for it to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overdue {
    /// The post.
    pub post_id: i64,
    /// The language.
    pub lang: Lang,
    /// What was to happen.
    pub action: Action,
    /// When, in milliseconds since the epoch.
    pub at: i64,
    /// Its time lies ahead, but what it would take off the site does not go live before.
    pub in_vain: bool,
}

/// Everything that is planned.
pub fn schedules(store: &Connection) -> anyhow::Result<Vec<ScheduleJson>> {
    let found = schedules::list(store)?.into_iter();
    Ok(found.map(ScheduleJson::from).collect())
}

impl From<Schedule> for ScheduleJson {
    fn from(plan: Schedule) -> Self {
        Self {
            post_id: plan.post_id,
            lang: plan.lang,
            action: plan.action,
            at: plan.at,
            by: plan.by,
            problem: plan.problem,
            redirect_to: plan.redirect_to,
        }
    }
}

/// Every address that is sent elsewhere.
pub fn redirects(store: &Connection) -> anyhow::Result<Vec<RedirectJson>> {
    let found = redirects::all(store)?.into_iter();
    let json = found.map(|(post_id, target)| RedirectJson { post_id, target });
    Ok(json.collect())
}

/// Takes the plans of an archive, but for those whose time has passed `now`, and those that would take off the site what does
/// not go live before; returns these.
pub fn take_plans(
    store: &Transaction<'_>,
    plans: &[ScheduleJson],
    now: i64,
) -> anyhow::Result<Vec<Overdue>> {
    let (overdue, ahead): (Vec<_>, Vec<_>) = plans.iter().partition(|plan| plan.at <= now);
    let mut left: Vec<Overdue> = overdue.into_iter().map(|plan| plan.left(false)).collect();
    let publish = ahead.iter().filter(|plan| plan.action == Action::Publish);
    let go_live: HashSet<(i64, &str)> = publish
        .map(|plan| (plan.post_id, plan.lang.code()))
        .collect();
    for plan in &ahead {
        let goes_live = go_live.contains(&(plan.post_id, plan.lang.code()));
        let is_live = || -> rusqlite::Result<bool> {
            let live = posts::find(store, plan.post_id)?;
            Ok(live.is_some_and(|live| live.dates.published.has(plan.lang)))
        };
        if plan.action == Action::Unpublish && !goes_live && !is_live()? {
            left.push(plan.left(true));
            continue;
        }
        schedules::put(store, &plan.checked()?)?;
    }
    Ok(left)
}

impl ScheduleJson {
    fn left(&self, in_vain: bool) -> Overdue {
        Overdue {
            post_id: self.post_id,
            lang: self.lang,
            action: self.action,
            at: self.at,
            in_vain,
        }
    }

    /// As it is to be kept.
    pub(super) fn checked(&self) -> anyhow::Result<Schedule> {
        let redirect_to = self.redirect_to.as_deref();
        Ok(Schedule {
            post_id: self.post_id,
            lang: self.lang,
            action: self.action,
            at: self.at,
            by: self.by.clone(),
            problem: self.problem.clone(),
            redirect_to: redirect_to.map(checked).transpose()?,
        })
    }
}

/// Takes the addresses that are sent elsewhere.
pub fn take_redirects(store: &Transaction<'_>, moved: &[RedirectJson]) -> anyhow::Result<()> {
    for json in moved {
        let id = json.post_id;
        ensure!(
            posts::revision(store, id)?.is_none(),
            "post {id} is on-line and its address is sent elsewhere"
        );
        redirects::put(store, id, &checked(&json.target)?)?;
    }
    Ok(())
}

/// Addresses become links of pages: of an archive, too, they are what the API would take.
fn checked(target: &str) -> anyhow::Result<String> {
    ensure!(
        kept_redirects::is_well_formed(target),
        "{target:?} is no address that a post can be sent to"
    );
    Ok(target.to_owned())
}
