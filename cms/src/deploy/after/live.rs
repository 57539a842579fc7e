//! Looks at the site's public address, as a visitor would: are the pages there that were deployed?

use generator::Lang;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    time::Duration,
};

use hyper::{Request, StatusCode, header};

use super::purge::address;
use crate::{
    deploy::snapshot::Snapshot,
    hosting::caching,
    net::{NetError, Web, full},
    publishing::deployment::{Old, OldPage},
};

/// Of the pages that changed, so many of each language are looked at.
const PAGES: usize = 4;
/// No page is larger.
const MAX_PAGE: usize = 8 * 1024 * 1024;
const LONGEST_PAUSE: Duration = Duration::from_secs(20);

/// Pages and the hashes that they are to have; `None` where nothing is to be any more.
pub type Expected = BTreeMap<String, Option<blake3::Hash>>;

/// Of files that changed, the pages to look at. Blocks for reading them.
pub fn expected<'a>(site: &Snapshot, changed: impl IntoIterator<Item = &'a String>) -> Expected {
    let pages = changed.into_iter().filter(|path| path.ends_with(".html"));
    // The page for unknown addresses has none of its own.
    let pages = pages.filter(|path| *path != "404.html");
    let mut taken: BTreeMap<&str, usize> = BTreeMap::new();
    pages
        .filter(|path| {
            let taken = taken.entry(language(path)).or_default();
            *taken += 1;
            *taken <= PAGES
        })
        .map(|path| (path.clone(), hash(&site.root().join(path))))
        .collect()
}

/// With what is still to be seen of earlier deployments, as far as there is room beside what the last one changed.
pub fn with_unseen(mut pages: Expected, unseen: Expected) -> Expected {
    let mut taken: BTreeMap<&str, usize> = BTreeMap::new();
    for path in pages.keys() {
        *taken.entry(language(path)).or_default() += 1;
    }
    for (path, hash) in unseen {
        let taken = taken.entry(language(&path)).or_default();
        if *taken < PAGES && !pages.contains_key(&path) {
            *taken += 1;
            pages.insert(path, hash);
        }
    }
    pages
}

/// Of pages that were looked at, those that are old.
pub fn left(expected: &Expected, old: &[OldPage]) -> Expected {
    let is_old = |path: &str| {
        let address = caching::address(path);
        old.iter().any(|page| page.path == address)
    };
    let left = expected.iter().filter(|(path, _)| is_old(path));
    left.map(|(path, hash)| (path.clone(), *hash)).collect()
}

/// Of a page; `None` where there is none. Blocks for reading it.
pub fn hash(path: &Path) -> Option<blake3::Hash> {
    std::fs::read(path).ok().map(|bytes| blake3::hash(&bytes))
}

/// By the address: Azerbaijani has no prefix.
fn language(path: &str) -> &'static str {
    let folder = path.split_once('/').map(|(folder, _)| folder);
    let lang = folder.and_then(Lang::from_code);
    lang.unwrap_or(Lang::DEFAULT).code()
}

/// Languages of the pages that were looked at, without those of which a page is old.
pub fn languages(expected: &Expected, old: &[OldPage]) -> Vec<String> {
    let is_old = |language: &str| {
        let mut theirs = old.iter().map(|page| page.path.trim_start_matches('/'));
        theirs.any(|path| self::language(path) == language)
    };
    let found: BTreeSet<&str> = expected.keys().map(|path| language(path)).collect();
    found
        .into_iter()
        .filter(|language| !is_old(language))
        .map(str::to_owned)
        .collect()
}

/// Looks until all are as they are to be, or until nobody believes any more that they come; what is old then, and why.
pub async fn check(web: &Web, origin: &str, expected: &Expected) -> Vec<OldPage> {
    let patience = web.patience();
    // A page whose turn does not come waits for those before it, which are slow.
    let mut seen: Seen<'_> = expected
        .keys()
        .map(|path| (path, Some(Old::Slow)))
        .collect();
    // Also where nobody is to wait, one answer is waited for.
    let within = patience.visible.max(patience.answer);
    let looking = look_again_and_again(web, origin, expected, &mut seen);
    // What was seen until then counts.
    let _ = tokio::time::timeout(within, looking).await;
    let old = seen.into_iter().filter_map(|(path, why)| {
        Some(OldPage {
            path: caching::address(path),
            why: why?,
        })
    });
    old.collect()
}

/// What was last seen of each page; `None` where it is as it is to be.
type Seen<'a> = BTreeMap<&'a String, Option<Old>>;

async fn look_again_and_again<'a>(
    web: &Web,
    origin: &str,
    expected: &'a Expected,
    seen: &mut Seen<'a>,
) {
    let begun = tokio::time::Instant::now();
    let mut pause = web.patience().pause;
    loop {
        for (path, hash) in expected {
            let why = look(web, origin, path, *hash).await;
            seen.insert(path, why);
        }
        let all = seen.values().all(Option::is_none);
        if all || begun.elapsed() + pause > web.patience().visible {
            return;
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

async fn look(web: &Web, origin: &str, path: &str, hash: Option<blake3::Hash>) -> Option<Old> {
    let request = Request::get(address(origin, path))
        .header(header::ACCEPT, "text/html")
        .body(full(""));
    let Ok(request) = request else {
        return Some(Old::Unreachable);
    };
    match (web.send(request, 0, MAX_PAGE).await, hash) {
        (Ok(answer), Some(hash)) => match answer.status() {
            StatusCode::OK if blake3::hash(answer.body()) == hash => None,
            StatusCode::OK => Some(Old::Differs),
            _ => Some(Old::Refused),
        },
        // Gone, or led elsewhere.
        (Ok(answer), None) => (answer.status() == StatusCode::OK).then_some(Old::StillThere),
        (Err(NetError::Slow(_)), _) => Some(Old::Slow),
        (Err(_), _) => Some(Old::Unreachable),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages that are to say the same.
    fn pages(paths: &[&str]) -> Expected {
        let hash = blake3::hash(b"page");
        paths
            .iter()
            .map(|path| ((*path).to_owned(), Some(hash)))
            .collect()
    }

    fn names(pages: &Expected) -> Vec<&str> {
        pages.keys().map(String::as_str).collect()
    }

    #[test]
    fn of_each_language_four_pages_are_looked_at_those_that_changed_last_first() {
        let changed = ["3.html", "4.html", "5.html"];
        let before = [
            "1.html",
            "2.html",
            "4.html",
            "en/1.html",
            "en/2.html",
            "en/3.html",
            "en/4.html",
            "en/5.html",
        ];
        let wanted = [
            "1.html",
            "3.html",
            "4.html",
            "5.html",
            "en/1.html",
            "en/2.html",
            "en/3.html",
            "en/4.html",
        ];
        let mut newer = pages(&changed);
        newer.insert("ru/1.html".into(), None);
        let all = with_unseen(newer, pages(&before));
        assert_eq!(names(&all), [wanted.as_slice(), &["ru/1.html"]].concat());

        // A page that changed again is to be what it became last.
        let all = with_unseen(pages(&["4.html"]), [("4.html".to_owned(), None)].into());
        assert_eq!(all, pages(&["4.html"]));
        let full = pages(&["1.html", "2.html", "3.html", "4.html"]);
        assert_eq!(
            with_unseen(full.clone(), pages(&["0.html", "5.html"])),
            full
        );
    }

    #[test]
    fn what_is_old_is_left_to_be_seen() {
        let expected = pages(&["blog/1/index.html", "en/index.html", "index.html"]);
        let old = [OldPage {
            path: "/en/".into(),
            why: Old::Differs,
        }];
        assert_eq!(names(&left(&expected, &old)), ["en/index.html"]);
        assert_eq!(languages(&expected, &old), ["az"]);
        assert!(left(&expected, &[]).is_empty());
    }
}
