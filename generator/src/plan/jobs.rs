//! Every file there should be, with what it is made of.

use super::family::{Family, Offers};
use super::unit::{FAVICON, Search, SitemapUnit, Unit};
use crate::catalogue::{Catalogue, related_places};
use crate::content::model;
use crate::feeds::{FEED_SIZE, Feed};
use crate::lang::Lang;
use crate::pages::{
    About, BlogList, BodyRef, CardRef, Cards, Chrome, Contact, Counts, FaqPage, Home, NotFound,
    Page, PostPage, PostView, RELATED, Redirect, ServicePage, ServicesPage, TermsPage, Worded,
};
use crate::post::Category;
use crate::routes::{Alias, Output, PAGE_SIZE, PageId, Route};
use crate::site::Site;

/// Offers everything of a language, or what belongs to none.
pub fn offer_all<'a>(
    site: &'a Site,
    catalogue: &'a Catalogue,
    lang: Option<Lang>,
    offers: &mut impl Offers<'a>,
) {
    let Some(lang) = lang else {
        return shared_files(site, catalogue, offers);
    };
    fixed_pages(site, catalogue, lang, offers);
    lists(site, catalogue, lang, offers);
    posts(site, catalogue, lang, offers);
    let feed: Feed<'a> = Feed {
        chrome: &site.chromes[lang as usize],
        posts: cards(catalogue.order.iter().map(AsRef::as_ref), lang),
    };
    debug_assert!(feed.posts.len() == FEED_SIZE);
    offers.offer(Output::Feed(lang), Unit::Feed(feed));
    let search = Search {
        site,
        catalogue,
        lang,
    };
    offers.offer(Output::Search(lang), Unit::Search(search));
}

fn shared_files<'a>(site: &'a Site, catalogue: &'a Catalogue, offers: &mut impl Offers<'a>) {
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
    offers.offer(Output::NotFound, Unit::Page(Page::NotFound(not_found)));
    let sitemap = SitemapUnit {
        public_url: &az.public_url,
        catalogue,
    };
    offers.offer(Output::Sitemap(0), Unit::Sitemap(sitemap));
    for output in [
        Output::Robots,
        Output::WebManifest,
        Output::Headers,
        Output::Redirects,
    ] {
        offers.offer(output, Unit::Plain(output, az));
    }
    if site.media.bytes(FAVICON).is_some() {
        offers.offer(Output::Favicon, Unit::Plain(Output::Favicon, az));
    }
}

fn fixed_pages<'a>(
    site: &'a Site,
    catalogue: &'a Catalogue,
    lang: Lang,
    offers: &mut impl Offers<'a>,
) {
    let mut page =
        |route, page| offers.offer(Output::Page(PageId { route, lang }), Unit::Page(page));
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

/// What all pages of a list of posts share.
#[derive(Hash)]
struct ListHead<'a> {
    chrome: &'a Chrome,
    page: &'a Worded<model::Blog>,
    category: Option<Category>,
    pages: u32,
    counts: Counts,
    featured: Option<CardRef<'a>>,
    /// Place of the featured post, which is not counted.
    featured_at: Option<usize>,
}

fn lists<'a>(site: &'a Site, catalogue: &'a Catalogue, lang: Lang, offers: &mut impl Offers<'a>) {
    for category in std::iter::once(None).chain(Category::ALL.into_iter().map(Some)) {
        let list = catalogue.list(category);
        let featured = catalogue.featured_of(category);
        let pages = page_count(list.len() - usize::from(featured.is_some()));
        offers.family(&Family {
            head: ListHead {
                chrome: &site.chromes[lang as usize],
                page: &site.words[lang as usize].blog,
                category,
                pages,
                counts: catalogue.counts,
                featured: featured.map(|view| view.card(lang)),
                featured_at: featured.and_then(|view| list.place_of(view)),
            },
            pages: pages as usize,
            list,
            places: list_places,
            make: list_page,
        });
    }
}

/// Four posts, stepping over the featured one.
fn list_places(head: &ListHead<'_>, index: usize, len: usize) -> [Option<usize>; PAGE_SIZE] {
    std::array::from_fn(|slot| {
        let place = index * PAGE_SIZE + slot;
        let behind = head.featured_at.is_some_and(|featured| featured <= place);
        Some(place + usize::from(behind)).filter(|place| *place < len)
    })
}

fn list_page<'a>(
    head: &ListHead<'a>,
    index: usize,
    views: [Option<&'a PostView>; PAGE_SIZE],
) -> Option<(Output, Unit<'a>)> {
    let lang = head.chrome.lang;
    let number = u32::try_from(index + 1).ok()?;
    let list = BlogList {
        chrome: head.chrome,
        page: head.page,
        category: head.category,
        number,
        pages: head.pages,
        counts: head.counts,
        featured: head.featured.filter(|_| number == 1),
        posts: views.map(|view| view.map(|view| view.card(lang))),
    };
    let route = Route::Blog(head.category, number);
    let output = Output::Page(PageId { route, lang });
    Some((output, Unit::Page(Page::BlogList(list))))
}

/// An empty list has one page.
fn page_count(posts: usize) -> u32 {
    u32::try_from(posts.div_ceil(PAGE_SIZE).max(1)).unwrap_or(u32::MAX)
}

/// What all posts' pages share.
#[derive(Hash)]
struct PostHead<'a> {
    chrome: &'a Chrome,
    page: &'a Worded<model::Blog>,
}

fn posts<'a>(site: &'a Site, catalogue: &'a Catalogue, lang: Lang, offers: &mut impl Offers<'a>) {
    for list in &catalogue.by_category {
        offers.family(&Family {
            head: PostHead {
                chrome: &site.chromes[lang as usize],
                page: &site.words[lang as usize].blog,
            },
            pages: list.len(),
            list,
            places: post_places,
            make: post_page,
        });
    }
}

/// The post itself, then its related ones.
fn post_places(_: &PostHead<'_>, index: usize, len: usize) -> [Option<usize>; 1 + RELATED] {
    let related = related_places(index, len);
    std::array::from_fn(|slot| match slot {
        0 => Some(index),
        _ => related[slot - 1],
    })
}

fn post_page<'a>(
    head: &PostHead<'a>,
    _: usize,
    views: [Option<&'a PostView>; 1 + RELATED],
) -> Option<(Output, Unit<'a>)> {
    let lang = head.chrome.lang;
    let [view, related @ ..] = views;
    let view = view?;
    let post = PostPage {
        chrome: head.chrome,
        page: head.page,
        card: view.card(lang),
        body: BodyRef::new(view, lang),
        related: related.map(|view| view.map(|view| view.card(lang))),
        preview: false,
    };
    let route = Route::Post(view.post.id);
    let output = Output::Page(PageId { route, lang });
    Some((output, Unit::Page(Page::Post(post))))
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
