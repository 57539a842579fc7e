//! Which files there should be, and which of them have to be made again.

use rayon::prelude::*;

use crate::catalogue::{Catalogue, related};
use crate::feeds::{FEED_SIZE, Feed};
use crate::fingerprint::Fingerprint;
use crate::hosting;
use crate::lang::Lang;
use crate::manifest::Manifest;
use crate::pages::{
    About, BlogList, BodyRef, Cards, Contact, FaqPage, Home, NotFound, Page, PostPage, PostView,
    Redirect, ServicePage, ServicesPage, TermsPage,
};
use crate::post::Category;
use crate::problem::Problem;
use crate::routes::{Alias, Output, PAGE_SIZE, PageId, Route};
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

/// `search/{lang}.json`
#[derive(Debug, Clone, Copy)]
pub struct Search<'a> {
    site: &'a Site,
    catalogue: &'a Catalogue,
    lang: Lang,
}

impl std::hash::Hash for Search<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.site.chromes[self.lang as usize].hash(state);
        for view in &self.catalogue.order {
            view.card(self.lang).hash(state);
        }
    }
}

/// `sitemap.xml`
#[derive(Debug, Clone, Copy)]
pub struct SitemapUnit<'a> {
    public_url: &'a str,
    catalogue: &'a Catalogue,
}

impl std::hash::Hash for SitemapUnit<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.public_url.hash(state);
        for view in &self.catalogue.order {
            (
                view.post.id,
                view.post.date.as_second(),
                view.post.date.subsec_nanosecond(),
            )
                .hash(state);
        }
    }
}

/// A file that has to be made.
#[derive(Debug)]
pub struct Change<'a> {
    /// Which one.
    pub output: Output,
    /// What it is made of.
    pub fingerprint: Fingerprint,
    /// How.
    pub unit: Unit<'a>,
}

/// The difference between what is there and what should be.
#[derive(Debug, Default)]
pub struct Plan<'a> {
    /// To be rendered.
    pub changes: Vec<Change<'a>>,
    /// Files there should be.
    pub total: usize,
    /// Known files nobody wants any more.
    pub removals: Vec<Output>,
}

impl<'a> Plan<'a> {
    /// Compares everything with the record of the last build.
    pub fn new(site: &'a Site, catalogue: &'a Catalogue, manifest: &'a Manifest) -> Plan<'a> {
        let parts: Vec<Part<'a>> = [Some(Lang::Az), Some(Lang::En), Some(Lang::Ru), None]
            .into_par_iter()
            .map(|lang| {
                let mut part = Part::new(manifest);
                offer_all(site, catalogue, lang, &mut |output, unit| {
                    part.offer(output, unit)
                });
                part
            })
            .collect();
        let mut plan = Plan::default();
        let mut known = 0;
        for part in parts {
            plan.changes.extend(part.changes);
            plan.total += part.total;
            known += part.known;
        }
        if known != manifest.outputs() {
            plan.removals = removals(site, catalogue, manifest);
        }
        plan
    }
}

fn removals(site: &Site, catalogue: &Catalogue, manifest: &Manifest) -> Vec<Output> {
    let mut wanted = std::collections::HashSet::new();
    for lang in [Some(Lang::Az), Some(Lang::En), Some(Lang::Ru), None] {
        offer_all(site, catalogue, lang, &mut |output, _| {
            wanted.insert(output);
        });
    }
    let mut removals: Vec<_> = manifest
        .output_names()
        .filter(|output| !matches!(output, Output::Sitemap(1..)) && !wanted.contains(*output))
        .copied()
        .collect();
    removals.sort_unstable();
    removals
}

struct Part<'a> {
    manifest: &'a Manifest,
    changes: Vec<Change<'a>>,
    total: usize,
    known: usize,
}

impl<'a> Part<'a> {
    fn new(manifest: &'a Manifest) -> Part<'a> {
        Part {
            manifest,
            changes: Vec::new(),
            total: 0,
            known: 0,
        }
    }

    fn offer(&mut self, output: Output, unit: Unit<'a>) {
        self.total += 1;
        let fingerprint = Fingerprint::of_parts(&unit);
        let record = self.manifest.output(output);
        self.known += usize::from(record.is_some());
        if record.is_none_or(|record| record.fingerprint != fingerprint) {
            self.changes.push(Change {
                output,
                fingerprint,
                unit,
            });
        }
    }
}

/// Calls `offer` with everything of a language, or with what belongs to none.
fn offer_all<'a>(
    site: &'a Site,
    catalogue: &'a Catalogue,
    lang: Option<Lang>,
    offer: &mut impl FnMut(Output, Unit<'a>),
) {
    match lang {
        Some(lang) => {
            let mut page =
                |route, page| offer(Output::Page(PageId { route, lang }), Unit::Page(page));
            fixed_pages(site, catalogue, lang, &mut page);
            lists(site, catalogue, lang, &mut page);
            posts(site, catalogue, lang, &mut page);
            let chrome = &site.chromes[lang as usize];
            let cards = cards(catalogue.order.iter().map(AsRef::as_ref), lang);
            let feed: Feed<'a> = Feed {
                chrome,
                posts: cards,
            };
            debug_assert!(feed.posts.len() == FEED_SIZE);
            offer(Output::Feed(lang), Unit::Feed(feed));
            offer(
                Output::Search(lang),
                Unit::Search(Search {
                    site,
                    catalogue,
                    lang,
                }),
            );
        }
        None => shared_files(site, catalogue, offer),
    }
}

fn shared_files<'a>(
    site: &'a Site,
    catalogue: &'a Catalogue,
    offer: &mut impl FnMut(Output, Unit<'a>),
) {
    let [az, en, ru] = &site.chromes;
    let [words_az, words_en, words_ru] = &site.words;
    let not_found = NotFound {
        chromes: [az, en, ru],
        pages: [
            &words_az.not_found,
            &words_en.not_found,
            &words_ru.not_found,
        ],
        blogs: [&words_az.blog, &words_en.blog, &words_ru.blog],
    };
    offer(Output::NotFound, Unit::Page(Page::NotFound(not_found)));
    let sitemap = SitemapUnit {
        public_url: &az.public_url,
        catalogue,
    };
    offer(Output::Sitemap(0), Unit::Sitemap(sitemap));
    for output in [
        Output::Robots,
        Output::WebManifest,
        Output::Headers,
        Output::Redirects,
    ] {
        offer(output, Unit::Plain(output, az));
    }
    if site.media.bytes(FAVICON).is_some() {
        offer(Output::Favicon, Unit::Plain(Output::Favicon, az));
    }
}

const FAVICON: &str = "favicon.ico";

fn fixed_pages<'a>(
    site: &'a Site,
    catalogue: &'a Catalogue,
    lang: Lang,
    page: &mut impl FnMut(Route, Page<'a>),
) {
    let chrome = &site.chromes[lang as usize];
    let words = &site.words[lang as usize];
    let faq = &words.faq;
    let posts = cards(catalogue.teasers(), lang);
    page(
        Route::Home,
        Page::Home(Home {
            chrome,
            page: &words.home,
            faq,
            posts,
        }),
    );
    page(
        Route::About,
        Page::About(About {
            chrome,
            page: &words.about,
            faq,
        }),
    );
    let services = ServicesPage {
        chrome,
        page: &words.services,
        services: &words.service,
    };
    page(Route::Services, Page::Services(services));
    for id in Category::ALL {
        let service = &words.service[id.index()];
        let service = ServicePage {
            chrome,
            id,
            page: &words.services,
            service,
        };
        page(Route::Service(id), Page::Service(service));
    }
    for alias in Alias::ALL {
        let target = Route::Service(Category::TaxLegal);
        let service = &words.service[Category::TaxLegal.index()];
        page(
            Route::Alias(alias),
            Page::Redirect(Redirect {
                chrome,
                alias,
                target,
                service,
            }),
        );
    }
    page(
        Route::Contact,
        Page::Contact(Contact {
            chrome,
            page: &words.contact,
        }),
    );
    page(Route::Faq, Page::Faq(FaqPage { chrome, page: faq }));
    page(
        Route::Terms,
        Page::Terms(TermsPage {
            chrome,
            page: &site.terms,
        }),
    );
}

fn lists<'a>(
    site: &'a Site,
    catalogue: &'a Catalogue,
    lang: Lang,
    page: &mut impl FnMut(Route, Page<'a>),
) {
    let (chrome, words) = (&site.chromes[lang as usize], &site.words[lang as usize]);
    for category in std::iter::once(None).chain(Category::ALL.into_iter().map(Some)) {
        let featured = catalogue.featured_of(category);
        let rest: Vec<&PostView> = catalogue
            .list(category)
            .iter()
            .map(AsRef::as_ref)
            .filter(|view: &&PostView| {
                featured.is_none_or(|featured| featured.post.id != view.post.id)
            })
            .collect();
        let pages = page_count(rest.len());
        for number in 1..=pages {
            let skip = (number as usize - 1) * PAGE_SIZE;
            let list = BlogList {
                chrome,
                page: &words.blog,
                category,
                number,
                pages,
                counts: catalogue.counts,
                featured: featured.filter(|_| number == 1).map(|view| view.card(lang)),
                posts: cards(rest.iter().skip(skip).copied(), lang),
            };
            page(Route::Blog(category, number), Page::BlogList(list));
        }
    }
}

/// An empty list has one page.
pub fn page_count(posts: usize) -> u32 {
    u32::try_from(posts.div_ceil(PAGE_SIZE).max(1)).unwrap_or(u32::MAX)
}

fn posts<'a>(
    site: &'a Site,
    catalogue: &'a Catalogue,
    lang: Lang,
    page: &mut impl FnMut(Route, Page<'a>),
) {
    let (chrome, words) = (&site.chromes[lang as usize], &site.words[lang as usize]);
    for list in &catalogue.by_category {
        for (index, view) in list.iter().enumerate() {
            let post = PostPage {
                chrome,
                page: &words.blog,
                card: view.card(lang),
                body: BodyRef::new(view, lang),
                related: related(list, index).map(|view| view.map(|view| view.card(lang))),
                preview: false,
            };
            page(Route::Post(view.post.id), Page::Post(post));
        }
    }
}

fn cards<'a, const N: usize>(
    views: impl IntoIterator<Item = &'a PostView>,
    lang: Lang,
) -> Cards<'a, N> {
    let mut cards = [None; N];
    for (slot, view) in cards.iter_mut().zip(views) {
        *slot = Some(view.card(lang));
    }
    cards
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
        let mut json = String::from("[");
        for (index, view) in self.catalogue.order.iter().enumerate() {
            json.push_str(if index == 0 { "\n" } else { ",\n" });
            json.push_str(&view.card(self.lang).search_entry(chrome));
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
