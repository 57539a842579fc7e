//! Where the addresses of posts lead that are off-line: followed to the end, as of the posts that are on-line now.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::{Category, Languages};
use crate::inputs::AuthorInput;
use crate::pages::{Led, Target};
use crate::posts::{MovedSet, PostSet, Slugs};
use crate::routes::{AuthorId, PageId, Route};

/// What the site has beside posts.
#[derive(Debug, Clone, Copy)]
pub struct Site<'a> {
    /// How its addresses begin.
    pub origin: &'a str,
    /// In which its pages are.
    pub languages: Languages,
    /// Those with a page.
    pub services: &'a [Category],
    /// Those with a page.
    pub authors: &'a BTreeMap<AuthorId, AuthorInput>,
}

impl Site<'_> {
    /// Whether it is a page that is about nobody and nothing that the site does not know.
    fn has(&self, route: Route) -> bool {
        match route {
            Route::Author(id) => self.authors.contains_key(&id),
            route => route
                .category()
                .is_none_or(|id| self.services.contains(&id)),
        }
    }
}

/// The addresses that lead somewhere, and what the last update changed.
#[derive(Debug, Default)]
pub struct Moved {
    /// By the number of the post.
    pub targets: BTreeMap<i64, Led>,
    /// Those that lead elsewhere than before, or lead somewhere for the first time, or no longer; with the words that their
    /// addresses had before.
    pub changed: BTreeMap<i64, Slugs>,
}

impl Moved {
    /// As of these posts; costs what has moved, not how many posts there are.
    pub fn update(&mut self, moved: &MovedSet, posts: &PostSet, site: Site<'_>) {
        let off_line = moved.iter().filter(|(id, _)| !posts.contains_key(id));
        let led = off_line.filter_map(|(id, away)| {
            let target = end(*id, (moved, posts), site)?;
            let slugs = away.slugs.clone();
            Some((*id, Led { target, slugs }))
        });
        let targets: BTreeMap<i64, Led> = led.collect();
        let ids = targets.keys().chain(self.targets.keys());
        let ids: BTreeSet<i64> = ids.copied().collect();
        let changed = ids
            .into_iter()
            .filter(|id| targets.get(id) != self.targets.get(id));
        let before = |id| self.targets.get(&id).map(|led| led.slugs.clone());
        self.changed = changed
            .map(|id| (id, before(id).unwrap_or_default()))
            .collect();
        self.targets = targets;
    }
}

/// Where whoever asks for this post ends; `None` when that is nowhere.
fn end(id: i64, (moved, posts): (&MovedSet, &PostSet), site: Site<'_>) -> Option<Target> {
    let languages = site.languages;
    let (mut at, mut seen) = (id, BTreeSet::new());
    while seen.insert(at) {
        let target = &moved.get(&at)?.to;
        let Some(path) = own_path(target, site.origin) else {
            return Some(Target::Elsewhere(target.clone()));
        };
        let page = PageId::of_path(path)?;
        let route = page.route.lasting();
        if !languages.has(page.lang) {
            return None;
        }
        let Route::Post(next) = route else {
            let route = route.leads_to();
            return (site.has(route) && route.is_lasting())
                .then_some(Target::Page(route, languages));
        };
        if let Some(post) = posts.get(&next) {
            let slugs = post.slugs.clone();
            return Some(Target::Post(next, slugs, post.languages(languages)));
        }
        at = next;
    }
    None
}

/// The path of an address of this site.
fn own_path<'a>(target: &'a str, origin: &str) -> Option<&'a str> {
    let path = target.strip_prefix(origin).unwrap_or(target);
    match path {
        "" => Some("/"),
        path => path.starts_with('/').then_some(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_are_followed_and_loops_lead_nowhere() {
        let moved: MovedSet = [
            (1, "/blog/2/"),
            (2, "/services/tax/"),
            (3, "/blog/4/"),
            (4, "https://example.az/en/blog/3/"),
            (5, "https://other.az/x"),
            (6, "/blog/9/"),
            (7, "/blog/page/2/"),
            (8, "https://example.az.evil.az/"),
            (9, "/services/gone/"),
            (10, "/de/about/"),
            (11, "/blog/author/nobody/"),
        ]
        .into_iter()
        .map(|(id, target)| (id, target.into()))
        .collect();
        let mut ends = Moved::default();
        let services = [Category::TAX_LEGAL];
        let authors = BTreeMap::new();
        let site = Site {
            origin: "https://example.az",
            languages: Languages::USUAL,
            services: &services,
            authors: &authors,
        };
        ends.update(&moved, &PostSet::new(), site);
        let hrefs = ends.targets.iter();
        let hrefs: Vec<(i64, String)> = hrefs
            .map(|(id, led)| (*id, led.target.href(crate::base::Lang::EN)))
            .collect();
        let expected = [
            (1, "/en/services/tax-legal/"),
            (2, "/en/services/tax-legal/"),
            (5, "https://other.az/x"),
            (8, "https://example.az.evil.az/"),
        ];
        assert_eq!(hrefs, expected.map(|(id, href)| (id, href.to_owned())));
        assert!(ends.changed.keys().eq(&[1, 2, 5, 8]));
        ends.update(&MovedSet::new(), &PostSet::new(), site);
        assert!(ends.targets.is_empty() && ends.changed.len() == 4);
    }
}
