//! `sitemap.xml`: one file, or an index of parts by ranges of posts' numbers, so that a save changes one small part.

use std::fmt::Write;
use std::hash::{Hash, Hasher};

use jiff::Timestamp;

use crate::base::{ByLang, Lang, Languages};
use crate::pages::Frame;
use crate::posts::{Catalogue, ListedPost, RANGE};
use crate::routes::{Output, Route};
use crate::text::escape_xml;

/// Posts' numbers of one part; far below the protocol's limits of 50,000 addresses and 50 MB.
const PART: i64 = 8 * RANGE;
const HEAD: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n";
const FOOT: &str = "</urlset>\n";

/// The sitemap or a part of it: all pages search engines are told about.
#[derive(Debug, Clone, Copy)]
pub struct Sitemap<'a> {
    /// For the canonical origin.
    pub frame: &'a Frame,
    /// All posts.
    pub catalogue: &'a Catalogue,
    /// 0 is `sitemap.xml` itself.
    pub part: u32,
}

/// The part in which posts of a range of numbers are found. (A single file is a part as well, of another name.)
pub fn part_of(range: i64) -> u32 {
    u32::try_from(range * RANGE / PART).unwrap_or(0) + 1
}

/// Numbers of all parts; empty when the sitemap is one file.
pub fn parts(catalogue: &Catalogue) -> Vec<u32> {
    let newest = catalogue.ranges.keys().next_back();
    if newest.is_none_or(|range| part_of(*range) == 1) {
        return Vec::new();
    }
    // The first one has the pages that are no posts.
    let mut parts: Vec<u32> = std::iter::once(1)
        .chain(catalogue.ranges.keys().map(|range| part_of(*range)))
        .collect();
    parts.dedup();
    parts
}

impl Hash for Sitemap<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let parts = parts(self.catalogue);
        (self.frame, self.part, parts.is_empty()).hash(state);
        if self.part == 0 && !parts.is_empty() {
            return parts.hash(state);
        }
        for (post, languages) in self.posts() {
            let date = post.modified();
            (post.id, date.as_second(), date.subsec_nanosecond()).hash(state);
            (languages, &post.slugs.current).hash(state);
        }
    }
}

impl Sitemap<'_> {
    /// The file.
    pub fn xml(&self) -> String {
        let parts = parts(self.catalogue);
        if self.part == 0 && !parts.is_empty() {
            return self.index(&parts);
        }
        let mut xml = String::from(HEAD);
        if self.part <= 1 {
            for route in fixed(self.frame).chain(self.frame.author_ids().map(Route::Author)) {
                self.entries(&mut xml, (|_| route, self.frame.languages), None);
            }
        }
        for (post, languages) in self.posts() {
            let route = |lang| Route::of_post(post.id, &post.slugs, lang);
            self.entries(&mut xml, (route, languages), Some(post.modified()));
        }
        xml.push_str(FOOT);
        xml
    }

    /// Posts of this part, newest first, and the languages of their texts.
    fn posts(&self) -> impl Iterator<Item = (&ListedPost, Languages)> {
        let first = i64::from(self.part.max(1) - 1) * PART;
        let found = self.catalogue.in_range(first..first + PART).into_iter();
        let site = self.frame.languages;
        found.map(move |view| (view.post.as_ref(), view.post.languages(site)))
    }

    fn index(&self, parts: &[u32]) -> String {
        let mut xml = String::from(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
        );
        for part in parts {
            let url = self
                .frame
                .absolute(&format!("/{}", Output::Sitemap(*part).file()));
            let _ = writeln!(xml, "  <sitemap><loc>{}</loc></sitemap>", escape_xml(&url));
        }
        xml.push_str("</sitemapindex>\n");
        xml
    }

    /// A page in its languages.
    fn entries(
        &self,
        xml: &mut String,
        (route, languages): (impl Fn(Lang) -> Route, Languages),
        date: Option<Timestamp>,
    ) {
        let url = |lang: Lang| escape_xml(&self.frame.absolute(&route(lang).path(lang)));
        let urls = ByLang::of(languages, url);
        for own in languages.iter() {
            let _ = write!(xml, "<url><loc>{}</loc>", urls.get(own));
            if let Some(date) = date {
                let _ = write!(xml, "<lastmod>{date}</lastmod>");
            }
            let named = languages.iter().map(|lang| (lang.code(), lang));
            for (name, lang) in named.chain([("x-default", Lang::DEFAULT)]) {
                let href = urls.get(lang);
                let _ = write!(
                    xml,
                    "<xhtml:link rel=\"alternate\" hreflang=\"{name}\" href=\"{href}\"/>"
                );
            }
            xml.push_str("</url>\n");
        }
    }
}

/// Pages that are no posts.
fn fixed(frame: &Frame) -> impl Iterator<Item = Route> {
    [Route::Home, Route::About, Route::Services]
        .into_iter()
        .chain(frame.services.ids().map(Route::Service))
        .chain([
            Route::Contact,
            Route::Faq,
            Route::Terms,
            Route::Blog(None, 1),
        ])
        .chain(
            frame
                .services
                .ids()
                .map(|category| Route::Blog(Some(category), 1)),
        )
}
