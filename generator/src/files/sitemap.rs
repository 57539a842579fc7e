//! `sitemap.xml`, split only beyond the protocol's limits.

use std::fmt::Write;

use std::hash::{Hash, Hasher};

use crate::base::Lang;
use crate::posts::{Catalogue, Category};
use crate::routes::{Output, Route};
use crate::text::escape_xml;

/// The protocol's limits, with some room for the closing tags.
const MAX_URLS: usize = 50_000;
const MAX_BYTES: usize = 50 * 1000 * 1000 - 1000;
const HEAD: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n";
const FOOT: &str = "</urlset>\n";

/// `sitemap.xml`
#[derive(Debug, Clone, Copy)]
pub struct Sitemap<'a> {
    /// Canonical origin.
    pub public_url: &'a str,
    /// All posts.
    pub catalogue: &'a Catalogue,
}

impl Hash for Sitemap<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.public_url.hash(state);
        for view in self.catalogue.order.iter() {
            (
                view.post.id,
                view.post.date.as_second(),
                view.post.date.subsec_nanosecond(),
            )
                .hash(state);
        }
    }
}

impl Sitemap<'_> {
    /// The files: one, or an index and its parts.
    pub fn files(&self) -> Vec<(Output, String)> {
        let fixed = [Route::Home, Route::About, Route::Services]
            .into_iter()
            .chain(Category::ALL.map(Route::Service))
            .chain([
                Route::Contact,
                Route::Faq,
                Route::Terms,
                Route::Blog(None, 1),
            ])
            .chain(Category::ALL.map(|category| Route::Blog(Some(category), 1)));
        let posts = self.catalogue.order.iter();
        let posts = posts.map(|view| (Route::Post(view.post.id), Some(view.post.date)));
        let routes = fixed.map(|route| (route, None)).chain(posts).collect();
        let urls = Urls {
            public_url: self.public_url,
            routes,
        };
        urls.files()
    }
}

/// All pages search engines are told about.
#[derive(Debug)]
struct Urls<'a> {
    public_url: &'a str,
    /// Pages, each in all three languages, with the date of the last change if known.
    routes: Vec<(Route, Option<jiff::Timestamp>)>,
}

impl Urls<'_> {
    fn files(&self) -> Vec<(Output, String)> {
        self.files_within(MAX_URLS, MAX_BYTES)
    }

    fn files_within(&self, max_urls: usize, max_bytes: usize) -> Vec<(Output, String)> {
        let mut parts = vec![String::from(HEAD)];
        let (mut urls, mut entry) = (0, String::new());
        for (route, date) in &self.routes {
            for lang in Lang::ALL {
                entry.clear();
                self.entry(&mut entry, *route, lang, *date);
                let part = parts.last().map_or(0, String::len);
                if urls >= max_urls || part + entry.len() > max_bytes {
                    parts.push(String::from(HEAD));
                    urls = 0;
                }
                if let Some(part) = parts.last_mut() {
                    part.push_str(&entry);
                }
                urls += 1;
            }
        }
        for part in &mut parts {
            part.push_str(FOOT);
        }
        if parts.len() == 1 {
            return parts
                .into_iter()
                .map(|part| (Output::Sitemap(0), part))
                .collect();
        }
        let numbered = (1_u32..)
            .zip(parts)
            .map(|(number, part)| (Output::Sitemap(number), part));
        let mut files: Vec<_> = numbered.collect();
        files.push((Output::Sitemap(0), self.index(files.len())));
        files
    }

    fn index(&self, parts: usize) -> String {
        let mut xml = String::from(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
        );
        for part in 1..=parts {
            let _ = writeln!(
                xml,
                "  <sitemap><loc>{}/sitemap-{part}.xml</loc></sitemap>",
                escape_xml(self.public_url)
            );
        }
        xml.push_str("</sitemapindex>\n");
        xml
    }

    fn entry(&self, xml: &mut String, route: Route, lang: Lang, date: Option<jiff::Timestamp>) {
        let url = |lang: Lang| escape_xml(&format!("{}{}", self.public_url, route.path(lang)));
        let _ = write!(xml, "<url><loc>{}</loc>", url(lang));
        if let Some(date) = date {
            let _ = write!(xml, "<lastmod>{date}</lastmod>");
        }
        let mut alternate = |name: &str, lang: Lang| {
            let href = url(lang);
            let _ = write!(
                xml,
                "<xhtml:link rel=\"alternate\" hreflang=\"{name}\" href=\"{href}\"/>"
            );
        };
        for other in Lang::ALL {
            alternate(other.code(), other);
        }
        alternate("x-default", Lang::DEFAULT);
        xml.push_str("</url>\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sitemap(posts: i64) -> Urls<'static> {
        let routes = (1..=posts).map(|id| (Route::Post(id), None)).collect();
        Urls {
            public_url: "https://x.example",
            routes,
        }
    }

    #[test]
    fn one_file_within_the_limits_and_an_index_beyond() {
        assert_eq!(sitemap(3).files().len(), 1);
        let files = sitemap(3).files_within(4, usize::MAX);
        let names: Vec<_> = files.iter().map(|(output, _)| output.file()).collect();
        assert_eq!(
            names,
            [
                "sitemap-1.xml",
                "sitemap-2.xml",
                "sitemap-3.xml",
                "sitemap.xml"
            ]
        );
        assert!(files[3].1.contains("https://x.example/sitemap-3.xml"));
        assert_eq!(files[0].1.matches("<loc>").count(), 4);
    }

    #[test]
    fn alternates_are_reciprocal() {
        let (_, xml) = &sitemap(1).files()[0];
        assert_eq!(
            xml.matches("hreflang=\"ru\" href=\"https://x.example/ru/blog/1/\"")
                .count(),
            3
        );
        assert_eq!(
            xml.matches("hreflang=\"x-default\" href=\"https://x.example/blog/1/\"")
                .count(),
            3
        );
    }
}
