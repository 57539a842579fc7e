//! Which pages there are and where: the only place that knows addresses.

mod author;
mod files;
mod formats;
mod post;

use serde::{Deserialize, Serialize};

use crate::base::{Category, Lang, Slug};
use crate::posts::{ListPage, Segment};

pub use author::AuthorId;
pub use files::{Shape, is_named_truly, shape};
pub use formats::{FeedFormat, RedirectFormat};

/// A page in whichever language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Route {
    /// `/`
    Home,
    /// `/about/`
    About,
    /// `/services/`
    Services,
    /// `/services/{id}/`
    Service(Category),
    /// `/services/tax/` and `/services/legal/`, which lead to `/services/tax-legal/`
    Alias(Alias),
    /// `/blog/…`; pages count from 1
    Blog(Option<Category>, u32),
    /// `/blog/archive/`, the oldest page of a long list, and `/blog/archive/{segment}/{page}/`
    Archive(Option<Category>, Option<(Segment, u32)>),
    /// `/blog/{id}/`: the address of every post, for ever
    Post(i64),
    /// `/blog/{id}/{words}/`: where a post stands that has words in its address
    Named(i64, Slug),
    /// `/blog/author/{id}/`
    Author(AuthorId),
    /// `/contact/`
    Contact,
    /// `/faq/`
    Faq,
    /// `/terms/`
    Terms,
}

/// Addresses the footer and the home teaser use for tax-legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Alias {
    /// `/services/tax/`
    Tax,
    /// `/services/legal/`
    Legal,
}

impl Alias {
    /// Both.
    pub const ALL: [Alias; 2] = [Alias::Tax, Alias::Legal];

    /// The segment in the address.
    pub fn id(self) -> &'static str {
        match self {
            Alias::Tax => "tax",
            Alias::Legal => "legal",
        }
    }
}

/// A page in one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PageId {
    /// Which page.
    pub route: Route,
    /// In which language.
    pub lang: Lang,
}

impl Route {
    /// The path below the language's root, without a leading slash.
    fn tail(self) -> String {
        match self {
            Route::Home => String::new(),
            Route::About => "about/".into(),
            Route::Services => "services/".into(),
            Route::Service(id) => format!("services/{id}/"),
            Route::Alias(alias) => format!("services/{}/", alias.id()),
            Route::Blog(category, 1) => list_tail(category),
            Route::Blog(category, page) => format!("{}page/{page}/", list_tail(category)),
            Route::Archive(category, None) => format!("{}archive/", list_tail(category)),
            Route::Archive(category, Some((segment, page))) => {
                format!("{}archive/{segment}/{page}/", list_tail(category))
            }
            Route::Post(id) => format!("blog/{id}/"),
            Route::Named(id, words) => format!("blog/{id}/{words}/"),
            Route::Author(id) => format!("blog/author/{id}/"),
            Route::Contact => "contact/".into(),
            Route::Faq => "faq/".into(),
            Route::Terms => "terms/".into(),
        }
    }

    /// The page's path in a language: `/en/blog/`.
    pub fn path(self, lang: Lang) -> String {
        format!("{}/{}", lang.prefix(), self.tail())
    }

    /// Whether the page stays where it is whatever happens to posts; of pages of posts that is up to the post.
    pub fn is_lasting(self) -> bool {
        !matches!(
            self,
            Route::Blog(_, 2..) | Route::Archive(..) | Route::Named(..)
        )
    }

    /// The page that an address which only leads on leads to; any other page is its own.
    pub fn leads_to(self) -> Route {
        match self {
            Route::Alias(_) => Route::Service(Category::TAX_LEGAL),
            route => route,
        }
    }

    /// The service that the page is about, or whose posts it lists.
    pub fn category(self) -> Option<Category> {
        match self {
            Route::Service(id) => Some(id),
            Route::Alias(_) => Some(Category::TAX_LEGAL),
            Route::Blog(category, _) | Route::Archive(category, _) => category,
            _ => None,
        }
    }

    /// A page of a list.
    pub fn of_list(category: Option<Category>, page: ListPage) -> Route {
        match page {
            ListPage::Numbered(number) => Route::Blog(category, number),
            ListPage::Oldest => Route::Archive(category, None),
            ListPage::Archived(segment, page) => Route::Archive(category, Some((segment, page))),
        }
    }

    /// A page by the name templates use.
    pub fn named(name: &str, id: Option<&str>) -> Option<Route> {
        Some(match (name, id) {
            ("home", None) => Route::Home,
            ("about", None) => Route::About,
            ("services", None) => Route::Services,
            ("service", Some("tax")) => Route::Alias(Alias::Tax),
            ("service", Some("legal")) => Route::Alias(Alias::Legal),
            ("service", Some(id)) => Route::Service(Category::from_id(id)?),
            ("blog", None) => Route::Blog(None, 1),
            ("blog", Some(category)) => Route::Blog(Some(Category::from_id(category)?), 1),
            ("author", Some(id)) => Route::Author(AuthorId::new(id)?),
            ("post", Some(id)) => Route::Post(id.parse().ok()?),
            ("contact", None) => Route::Contact,
            ("faq", None) => Route::Faq,
            ("terms", None) => Route::Terms,
            _ => return None,
        })
    }
}

fn list_tail(category: Option<Category>) -> String {
    match category {
        Some(category) => format!("blog/category/{category}/"),
        None => "blog/".into(),
    }
}

impl PageId {
    /// `/en/blog/7/`
    pub fn path(self) -> String {
        self.route.path(self.lang)
    }
}

/// Every generated file but assets and media.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Output {
    /// `…/index.html`
    Page(PageId),
    /// `404.html`
    NotFound,
    /// `blog/counts.css`
    Counts,
    /// `search/{lang}.json`
    Search(Lang),
    /// `search/{lang}/{number}.json`
    SearchShard(Lang, u32),
    /// `search/{lang}/filter-{number}.json`
    SearchFilter(Lang, u32),
    /// `feed.xml`, `feed.json`, `blog/category/{id}/feed.xml`
    Feed(Lang, Option<Category>, FeedFormat),
    /// `sitemap.xml` (0), `sitemap-1.xml` …
    Sitemap(u32),
    /// `robots.txt`
    Robots,
    /// `indexnow.txt`
    IndexNow,
    /// `site.webmanifest`
    WebManifest,
    /// `favicon.ico` at the root, where browsers ask for it unasked
    Favicon,
    /// `_headers`
    Headers,
    /// `_redirects` and what else leads old addresses on
    Redirects(RedirectFormat),
}

impl Output {
    /// The language that it belongs to, if to one.
    pub fn lang(self) -> Option<Lang> {
        match self {
            Output::Page(page) => Some(page.lang),
            Output::Search(lang)
            | Output::SearchShard(lang, _)
            | Output::SearchFilter(lang, _)
            | Output::Feed(lang, ..) => Some(lang),
            _ => None,
        }
    }

    /// Whether it is a page, for people to read.
    pub fn is_page(self) -> bool {
        matches!(self, Output::Page(_) | Output::NotFound)
    }

    /// The file below `dist`.
    pub fn file(self) -> String {
        match self {
            Output::Page(page) => format!("{}index.html", page.path().trim_start_matches('/')),
            Output::NotFound => "404.html".into(),
            Output::Counts => COUNTS_PATH.trim_start_matches('/').to_owned(),
            Output::Search(lang) => format!("search/{lang}.json"),
            Output::SearchShard(lang, number) => format!("search/{lang}/{number}.json"),
            Output::SearchFilter(lang, number) => format!("search/{lang}/filter-{number}.json"),
            Output::Feed(lang, category, format) => {
                let path = feed_path(lang, category, format);
                path.trim_start_matches('/').to_owned()
            }
            Output::Sitemap(0) => "sitemap.xml".into(),
            Output::Sitemap(part) => format!("sitemap-{part}.xml"),
            Output::Robots => "robots.txt".into(),
            Output::IndexNow => INDEXNOW.into(),
            Output::WebManifest => "site.webmanifest".into(),
            Output::Favicon => "favicon.ico".into(),
            Output::Headers => "_headers".into(),
            Output::Redirects(format) => format.file_name().into(),
        }
    }
}

/// Where search engines find the key by which addresses are announced to them (indexnow.org).
pub const INDEXNOW: &str = "indexnow.txt";
/// How many posts each category has, as a style sheet.
pub const COUNTS_PATH: &str = "/blog/counts.css";

/// Whether a path below `dist` is that of a file named by its content.
pub fn is_blob(file: &str) -> bool {
    file.starts_with("assets/") || file.starts_with("media/")
}

/// `/en/feed.json`, `/en/blog/category/audit/feed.xml`
pub fn feed_path(lang: Lang, category: Option<Category>, format: FeedFormat) -> String {
    let list = category.map_or(String::new(), |category| list_tail(Some(category)));
    format!("{}/{list}{}", lang.prefix(), format.file_name())
}

/// `/search/en.json`
pub fn search_path(lang: Lang) -> String {
    format!("/search/{lang}.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_those_of_the_design() {
        let file = |route, lang| Output::Page(PageId { route, lang }).file();
        assert_eq!(file(Route::Home, Lang::AZ), "index.html");
        assert_eq!(file(Route::Home, Lang::RU), "ru/index.html");
        assert_eq!(
            file(Route::Blog(None, 2), Lang::EN),
            "en/blog/page/2/index.html"
        );
        let category = Route::Blog(Some(Category::TAX_LEGAL), 3);
        assert_eq!(
            file(category, Lang::AZ),
            "blog/category/tax-legal/page/3/index.html"
        );
        assert_eq!(
            file(Route::Blog(Some(Category::HR), 1), Lang::AZ),
            "blog/category/hr/index.html"
        );
        assert_eq!(
            file(Route::Alias(Alias::Tax), Lang::EN),
            "en/services/tax/index.html"
        );
        assert_eq!(Route::Post(7).path(Lang::EN), "/en/blog/7/");
        let named = Route::Named(7, Slug::of("edv-2026"));
        assert_eq!(named.path(Lang::RU), "/ru/blog/7/edv-2026/");
        assert_eq!(
            (named.lasting(), named.is_lasting()),
            (Route::Post(7), false)
        );
        let feed = |category, format| Output::Feed(Lang::AZ, category, format).file();
        assert_eq!(feed(None, FeedFormat::Atom), "feed.xml");
        assert_eq!(
            feed(Some(Category::HR), FeedFormat::Atom),
            "blog/category/hr/feed.xml"
        );
    }
}
