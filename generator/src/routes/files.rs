//! Which files below `dist` can only be ours, by their names: the other direction of [`Output::file`].

use super::{Alias, AuthorId, FeedFormat, INDEXNOW, Output, PageId, RedirectFormat, Route};
use crate::base::{Category, Lang, Languages, Slug};
use crate::posts::Segment;

/// Whose a file is, as far as its name tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Only we write files of such names.
    Ours,
    /// Ours if the digits in its name are those of its bytes.
    NamedByContent,
    /// Not ours: never removed.
    Foreign,
}

/// Whose a file below the `dist` of a site in these languages is.
pub fn shape(file: &str, languages: Languages) -> Shape {
    let output = Output::of_file(file);
    if output.is_some_and(|output| output.lang().is_none_or(|lang| languages.has(lang))) {
        return Shape::Ours;
    }
    match file.split_once('/') {
        Some(("media", name)) if is_variant(name) => Shape::Ours,
        Some(("assets", name)) if is_chunk(name) => Shape::Ours,
        Some(("assets" | "media", name)) if has_digits(name, 10) => Shape::NamedByContent,
        _ => Shape::Foreign,
    }
}

impl Output {
    /// The generated file at a path below `dist`, of a site in whichever languages.
    pub fn of_file(file: &str) -> Option<Output> {
        let output = match file {
            "404.html" => Output::NotFound,
            "robots.txt" => Output::Robots,
            INDEXNOW => Output::IndexNow,
            "site.webmanifest" => Output::WebManifest,
            "favicon.ico" => Output::Favicon,
            "_headers" => Output::Headers,
            "sitemap.xml" => Output::Sitemap(0),
            "blog/counts.css" => Output::Counts,
            _ => match RedirectFormat::ALL
                .iter()
                .find(|format| format.file_name() == file)
            {
                Some(format) => Output::Redirects(*format),
                None => of_family(file)?,
            },
        };
        // Other spellings of a number (`blog/007/`) are not ours.
        (output.file() == file).then_some(output)
    }
}

impl PageId {
    /// The page at a path, with or without its last slash: `/en/blog/7/`. Whether the site has it, others know.
    pub fn of_path(path: &str) -> Option<PageId> {
        let name = path.strip_prefix('/')?;
        let slash = if name.is_empty() || name.ends_with('/') {
            ""
        } else {
            "/"
        };
        match Output::of_file(&format!("{name}{slash}index.html"))? {
            Output::Page(page) => Some(page),
            _ => None,
        }
    }
}

fn of_family(file: &str) -> Option<Output> {
    if let Some(part) = file.strip_prefix("sitemap-") {
        return Some(Output::Sitemap(part.strip_suffix(".xml")?.parse().ok()?));
    }
    if let Some(search) = file.strip_prefix("search/") {
        return of_search(search.strip_suffix(".json")?);
    }
    let (lang, rest) = match file.split_once('/') {
        Some((code, rest)) => match Lang::from_code(code) {
            Some(lang) => (lang, rest),
            None => (Lang::DEFAULT, file),
        },
        None => (Lang::DEFAULT, file),
    };
    if let Some(feed) = of_feed(lang, rest) {
        return Some(feed);
    }
    let route = Route::of_tail(rest.strip_suffix("index.html")?)?;
    Some(Output::Page(PageId { route, lang }))
}

fn of_feed(lang: Lang, path: &str) -> Option<Output> {
    let (list, name) = path.rsplit_once('/').unwrap_or(("", path));
    let category = match list {
        "" => None,
        list => Some(Category::from_id(list.strip_prefix("blog/category/")?)?),
    };
    let mut formats = FeedFormat::of_list(category).iter();
    let format = formats.find(|format| format.file_name() == name)?;
    Some(Output::Feed(lang, category, *format))
}

fn of_search(name: &str) -> Option<Output> {
    let Some((lang, number)) = name.split_once('/') else {
        return Some(Output::Search(Lang::from_code(name)?));
    };
    let lang = Lang::from_code(lang)?;
    Some(match number.strip_prefix("filter-") {
        Some(number) => Output::SearchFilter(lang, number.parse().ok()?),
        None => Output::SearchShard(lang, number.parse().ok()?),
    })
}

impl Route {
    /// The page at a path below its language's root.
    fn of_tail(tail: &str) -> Option<Route> {
        let parts: Vec<&str> = tail.split_terminator('/').collect();
        Some(match parts[..] {
            [] => Route::Home,
            ["about"] => Route::About,
            ["services"] => Route::Services,
            ["services", id] => match Alias::ALL.into_iter().find(|alias| alias.id() == id) {
                Some(alias) => Route::Alias(alias),
                None => Route::Service(Category::from_id(id)?),
            },
            ["blog", "category", id, ref list @ ..] => of_list(Some(Category::from_id(id)?), list)?,
            ["blog", "author", id] => Route::Author(AuthorId::new(id)?),
            ["blog", ref list @ ..] => match list {
                [id] if *id != "archive" => Route::Post(id.parse().ok()?),
                [id, words] if !["archive", "page"].contains(id) => {
                    Route::Named(id.parse().ok()?, Slug::new(words)?)
                }
                list => of_list(None, list)?,
            },
            ["contact"] => Route::Contact,
            ["faq"] => Route::Faq,
            ["terms"] => Route::Terms,
            _ => return None,
        })
    }
}

/// A page of a list, by what follows the list's own address.
fn of_list(category: Option<Category>, parts: &[&str]) -> Option<Route> {
    Some(match parts {
        [] => Route::Blog(category, 1),
        ["page", page] => Route::Blog(category, page.parse().ok()?),
        ["archive"] => Route::Archive(category, None),
        ["archive", segment, page] => {
            let segment = Segment::parse(segment)?;
            Route::Archive(category, Some((segment, page.parse().ok()?)))
        }
        _ => return None,
    })
}

/// `0123456789abcdef-800.avif`, `0123456789abcdef.png`
fn is_variant(name: &str) -> bool {
    let Some((stem, "avif" | "webp" | "jpg" | "png" | "gif")) = name.split_once('.') else {
        return false;
    };
    let (hash, width) = stem.split_once('-').unwrap_or((stem, "0"));
    is_hex(hash, 16) && !width.is_empty() && width.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether the name of a picture is that of its bytes; other names say nothing that could be wrong.
pub fn is_named_truly(file: &str, bytes: &[u8]) -> bool {
    match file.strip_prefix("media/").filter(|name| is_variant(name)) {
        Some(name) => name.get(..16) == imaging::content_hash(bytes).get(..16),
        None => true,
    }
}

/// `Header-k3b0x9qz.js`, as the islands' bundler names them; one in fourteen has no digit and is not recognised.
fn is_chunk(name: &str) -> bool {
    let stem = name.strip_suffix(".js").unwrap_or("");
    let Some((_, hash)) = stem.rsplit_once('-') else {
        return false;
    };
    let known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    hash.len() == 8
        && hash.bytes().all(known)
        && hash.bytes().any(|byte| byte.is_ascii_digit())
        && hash.bytes().any(|byte| byte.is_ascii_lowercase())
}

/// `logo-0123456789.svg`
fn has_digits(name: &str, count: usize) -> bool {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let hash = stem.rsplit_once('-').map_or("", |(_, hash)| hash);
    !name.contains('/') && is_hex(hash, count)
}

fn is_hex(text: &str, length: usize) -> bool {
    text.len() == length
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: [Lang; 3] = [Lang::AZ, Lang::EN, Lang::RU];

    #[test]
    fn a_page_is_known_by_its_path() {
        for (path, route, lang) in [
            ("/", Route::Home, Lang::AZ),
            ("/en/", Route::Home, Lang::EN),
            ("/en", Route::Home, Lang::EN),
            ("/blog/7", Route::Post(7), Lang::AZ),
            ("/ru/blog/7/", Route::Post(7), Lang::RU),
            (
                "/en/blog/7/vat-2026",
                Route::Named(7, Slug::new("vat-2026").unwrap()),
                Lang::EN,
            ),
        ] {
            assert_eq!(
                PageId::of_path(path),
                Some(PageId { route, lang }),
                "{path}"
            );
        }
        for path in [
            "",
            "blog/7/",
            "//",
            "/blog/07/",
            "/blog/07/vat/",
            "/blog/7/VAT/",
            "/blog/7/a/b/",
            "/404.html",
            "/blog/7/?x",
            "/a/../",
        ] {
            assert_eq!(PageId::of_path(path), None, "{path}");
        }
    }

    #[test]
    fn every_generated_file_is_known_by_its_path() {
        let routes = [
            Route::Home,
            Route::About,
            Route::Services,
            Route::Service(Category::TAX_LEGAL),
            Route::Alias(Alias::Tax),
            Route::Blog(None, 1),
            Route::Blog(None, 12),
            Route::Blog(Some(Category::HR), 1),
            Route::Blog(Some(Category::TAX_LEGAL), 3),
            Route::Archive(None, None),
            Route::Archive(None, Some((Segment::at(0x148 << 60), 3))),
            Route::Archive(Some(Category::TAX_LEGAL), None),
            Route::Archive(Some(Category::HR), Some((Segment::within(7, 1 << 63), 1))),
            Route::Post(7),
            Route::Named(7, Slug::new("edv-2026").unwrap()),
            Route::Author(AuthorId::new("ayten-selimli").unwrap()),
            Route::Contact,
            Route::Faq,
            Route::Terms,
        ];
        let pages = routes
            .into_iter()
            .flat_map(|route| SOME.map(|lang| Output::Page(PageId { route, lang })));
        let langs = SOME.into_iter().flat_map(|lang| {
            let parts = [Output::SearchShard(lang, 0), Output::SearchFilter(lang, 12)];
            parts
                .into_iter()
                .chain([Output::Search(lang)])
                .chain([Output::Feed(lang, None, FeedFormat::Atom)])
                .chain([Output::Feed(lang, None, FeedFormat::Json)])
                .chain([Output::Feed(
                    lang,
                    Some(Category::TAX_LEGAL),
                    FeedFormat::Atom,
                )])
        });
        let others = [
            Output::NotFound,
            Output::Counts,
            Output::Sitemap(0),
            Output::Sitemap(3),
            Output::Robots,
            Output::IndexNow,
            Output::WebManifest,
            Output::Favicon,
            Output::Headers,
        ];
        let others = others
            .into_iter()
            .chain(RedirectFormat::ALL.map(Output::Redirects));
        for output in pages.chain(langs).chain(others) {
            assert_eq!(Output::of_file(&output.file()), Some(output));
        }
    }

    #[test]
    fn what_people_put_there_is_not_ours() {
        for file in [
            "thesis.txt",
            "stray.html",
            "blog/notes.txt",
            "blog/007/index.html",
            "blog/page/1/index.html",
            "en/private/index.html",
            "en/en/index.html",
            "../index.html",
            "blog/../index.html",
            "sitemap-x.xml",
            "sitemap-01.xml",
            "search/de.json",
            "search/az/x.json",
            "search/az/007.json",
            "blog/archive/7/index.html",
            "blog/author/index.html",
            "blog/author/Somebody/index.html",
            "blog/feed.xml",
            "blog/category/X/feed.xml",
            "blog/category/hr/x.xml",
            "blog/category/hr/feed.json",
            "de/feed.json",
            "de/index.html",
            "az/index.html",
            "media/report.pdf",
            "media/photo-2024.jpg",
            "media/x/0123456789abcdef.png",
            "assets/jquery-3.7.1.js",
            "assets/jquery-validate.js",
            "assets/app-20240101.js",
            "assets/deep/er-0123456789.css",
        ] {
            assert_eq!(shape(file, Languages::USUAL), Shape::Foreign, "{file}");
        }
        for file in [
            "media/0123456789abcdef.png",
            "media/0123456789abcdef-800.avif",
            "assets/Header-k3b0x9qz.js",
        ] {
            assert_eq!(shape(file, Languages::USUAL), Shape::Ours, "{file}");
        }
        for file in ["media/photo-1700000000.jpg", "assets/site-0123456789.css"] {
            assert_eq!(
                shape(file, Languages::USUAL),
                Shape::NamedByContent,
                "{file}"
            );
        }
        let german = Languages::of_site(&[Lang::AZ, Lang::from_code("de").unwrap()]).unwrap();
        for file in ["de/index.html", "search/de.json", "de/feed.json"] {
            assert_eq!(shape(file, german), Shape::Ours, "{file}");
        }
        assert_eq!(shape("en/index.html", german), Shape::Foreign);
    }
}
