//! Every file there should be, with what it is made of.

use super::unit::{FAVICON, Search, SitemapUnit, Unit};
use crate::catalogue::{Catalogue, related};
use crate::feeds::{FEED_SIZE, Feed};
use crate::lang::Lang;
use crate::pages::{
    About, BlogList, BodyRef, Cards, Contact, FaqPage, Home, NotFound, Page, PostPage, PostView,
    Redirect, ServicePage, ServicesPage, TermsPage,
};
use crate::post::Category;
use crate::routes::{Alias, Output, PAGE_SIZE, PageId, Route};
use crate::site::Site;

/// Calls `offer` with everything of a language, or with what belongs to none.
pub fn offer_all<'a>(
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
