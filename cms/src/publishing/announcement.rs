//! What webhooks are told of a publication, written with the note of what is live: both, or neither.

use data_encoding::HEXLOWER;
use generator::{Generator, Lang, Languages, routes::Route};
use jiff::Timestamp;
use rusqlite::Transaction;
use serde::Serialize;
use serde_json::json;

use super::posts::Posts;
use crate::store::{
    announced, audit,
    deliveries::{self, Event},
    revisions,
};

/// What happened: another publication is live.
pub const PUBLISHED: &str = "site.published";
/// What happened: an owner tries whether anybody answers.
pub const TEST: &str = "webhook.test";
/// Posts named in an event; the rest is counted.
const MOST: usize = 100;

/// What an owner tries with.
#[derive(Serialize)]
struct Test<'a> {
    site: Option<&'a str>,
}

/// A publication.
#[derive(Debug, Serialize)]
pub struct Publication {
    /// Where the site is.
    site: String,
    /// The saved revision that is live.
    revision: i64,
    /// Its number in `/api/releases/`, which lists the addresses of pages that changed.
    release: Option<u64>,
    /// Which earlier publication it put in place again.
    restores: Option<u64>,
    /// Posts that were saved since the one before, as they are on-line now.
    posts: Vec<Told>,
    /// How many these are, also those that are not named.
    posts_total: usize,
}

/// A post and where it is; nowhere when it went off-line.
#[derive(Debug, Serialize)]
struct Told {
    id: i64,
    languages: Vec<Version>,
}

#[derive(Debug, Serialize)]
struct Version {
    language: &'static str,
    url: String,
}

impl Publication {
    /// Of what was saved.
    pub fn of_posts(posts: &Posts, live: &Generator, revision: i64) -> Self {
        let (site, languages) = (site(live), live.previewer().languages());
        let ids = posts.touched();
        let told = ids
            .iter()
            .take(MOST)
            .map(|id| told(*id, posts, &site, languages));
        Self {
            revision,
            release: live.release(),
            restores: None,
            posts: told.collect(),
            posts_total: ids.len(),
            site,
        }
    }

    /// Of an earlier one that was put in place again: no post was touched.
    pub fn of_return(live: &Generator, revision: i64, restores: u64) -> Self {
        Self {
            site: site(live),
            revision,
            release: live.release(),
            restores: Some(restores),
            posts: Vec::new(),
            posts_total: 0,
        }
    }
}

fn site(live: &Generator) -> String {
    live.previewer().origin().trim_end_matches('/').to_owned()
}

fn told(id: i64, posts: &Posts, site: &str, languages: Languages) -> Told {
    let post = posts.set.get(&id);
    let titled = post.into_iter().flat_map(|post| post.title.iter());
    // One that the site does not have has no page.
    let titled = titled
        .map(|(lang, _)| lang)
        .filter(|lang| languages.has(*lang));
    let route = |lang| {
        post.map_or(Route::Post(id), |post| {
            Route::of_post(id, &post.slugs, lang)
        })
    };
    let version = |lang: Lang| Version {
        language: lang.code(),
        url: format!("{site}{}", route(lang).path(lang)),
    };
    Told {
        id,
        languages: titled.map(version).collect(),
    }
}

/// An event with an id that nobody else has: also not a store that was restored from a copy of this one.
fn event(kind: &str, at: Timestamp, data: impl Serialize, after_release: Option<u64>) -> Event {
    // Numbers, texts and lists of them: nothing that JSON could not hold.
    let body = json!({"type": kind, "timestamp": at, "data": data}).to_string();
    Event {
        id: format!("msg_{}", HEXLOWER.encode(&rand::random::<[u8; 16]>())),
        kind: kind.to_owned(),
        body,
        after_release,
    }
}

/// For an owner who wants to see whether it works.
pub fn test(site: Option<&str>, at: Timestamp) -> Event {
    event(TEST, at, Test { site }, None)
}

/// Writes down that webhooks are to be told of a publication, unless they were. It is another one when its number is, or when
/// something was saved that it shows; variants of pictures that follow are the same one.
///
/// Belongs before the note of what is live, into its transaction. With `deployed` it is told when it has been deployed.
pub fn announce(
    store: &Transaction<'_>,
    publication: &Publication,
    deployed: bool,
    at: Timestamp,
) -> rusqlite::Result<()> {
    let release = publication.release;
    let has_news = publication.revision > revisions::read(store)?.published;
    if !has_news && release == announced::read(store)? {
        return Ok(());
    }
    // Where no way back is kept, nothing has a number, and a change of texts or templates alone is not told of.
    if let Some(release) = release {
        announced::set(store, release)?;
        deliveries::renumbered(store, release)?;
    }
    let event = event(PUBLISHED, at, publication, release.filter(|_| deployed));
    let now = audit::moment(store, at.as_millisecond())?;
    deliveries::add(store, &event, now)?;
    Ok(())
}
