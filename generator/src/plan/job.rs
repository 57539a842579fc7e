//! What one file is made of, and the making.

use crate::catalogue::Catalogue;
use crate::feeds::Feed;
use crate::hosting;
use crate::lang::Lang;
use crate::pages::Page;
use crate::post::Category;
use crate::problem::Problem;
use crate::routes::{Output, Route};
use crate::site::Site;
use crate::sitemap::Sitemap;

/// Something that makes one file (the sitemap: several).
#[derive(Debug, Clone, Copy, Hash)]
pub enum Unit<'a> {
    /// A page.
    Page(Page<'a>),
    /// A feed.
    Feed(Feed<'a>),
    /// Search data.
    Search(Search<'a>),
    /// The sitemap.
    Sitemap(SitemapUnit<'a>),
    /// `robots.txt`, `_headers` …
    Plain(Output, &'a crate::pages::Chrome),
}

/// File of `content/media` that is published at the root.
pub const FAVICON: &str = "favicon.ico";

/// `search/{lang}.json`
#[derive(Debug, Clone, Copy)]
pub struct Search<'a> {
    /// Everything but posts.
    pub site: &'a Site,
    /// All posts.
    pub catalogue: &'a Catalogue,
    /// Language.
    pub lang: Lang,
}

impl std::hash::Hash for Search<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.site.chromes[self.lang as usize].hash(state);
        for view in self.catalogue.order.iter() {
            view.card(self.lang).hash(state);
        }
    }
}

/// `sitemap.xml`
#[derive(Debug, Clone, Copy)]
pub struct SitemapUnit<'a> {
    /// Canonical origin.
    pub public_url: &'a str,
    /// All posts.
    pub catalogue: &'a Catalogue,
}

impl std::hash::Hash for SitemapUnit<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
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

impl Unit<'_> {
    /// Makes the bytes.
    pub fn render(&self, site: &Site, output: Output) -> Result<Vec<(Output, Vec<u8>)>, Problem> {
        let bytes = match self {
            Unit::Page(page) => {
                let (template, lang, context) = page.prepare()?;
                site.renderer.render(template, lang, context)?.into_bytes()
            }
            Unit::Feed(feed) => feed.xml().into_bytes(),
            Unit::Search(search) => search.json().into_bytes(),
            Unit::Sitemap(sitemap) => return Ok(sitemap.files()),
            Unit::Plain(output, chrome) => plain(*output, chrome, site),
        };
        Ok(vec![(output, bytes)])
    }
}

fn plain(output: Output, chrome: &crate::pages::Chrome, site: &Site) -> Vec<u8> {
    match output {
        Output::Robots => hosting::robots(&chrome.public_url).into_bytes(),
        Output::WebManifest => hosting::web_manifest(chrome).into_bytes(),
        Output::Headers => hosting::headers().into_bytes(),
        Output::Redirects => hosting::redirects().into_bytes(),
        _ => site
            .media
            .bytes(FAVICON)
            .map(|bytes| bytes.to_vec())
            .unwrap_or_default(),
    }
}

impl Search<'_> {
    fn json(&self) -> String {
        let chrome = &self.site.chromes[self.lang as usize];
        let cards = self.catalogue.order.iter().map(|view| view.card(self.lang));
        let entries: Vec<_> = cards.map(|card| card.search_entry(chrome)).collect();
        // Megabytes at 10,000 posts: they are not moved while they grow.
        let length: usize = entries.iter().map(|entry| entry.len() + 2).sum();
        let mut json = String::with_capacity(length + 8);
        json.push('[');
        for (index, entry) in entries.iter().enumerate() {
            json.push_str(if index == 0 { "\n" } else { ",\n" });
            json.push_str(entry);
        }
        json.push_str("\n]\n");
        json
    }
}

impl SitemapUnit<'_> {
    fn files(&self) -> Vec<(Output, Vec<u8>)> {
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
        let sitemap = Sitemap {
            public_url: self.public_url,
            routes,
        };
        sitemap
            .files()
            .into_iter()
            .map(|(output, xml)| (output, xml.into_bytes()))
            .collect()
    }
}
