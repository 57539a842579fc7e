//! Every file there should be, with what it is made of.

use super::family::{Family, Jobs};
use super::job::{FAVICON, Job};
use crate::base::Lang;
use crate::content::model;
use crate::files::{FEED_SIZE, Feed, Search, Sitemap};
use crate::inputs::Inputs;
use crate::pages::{
    About, BlogList, BodyRef, Contact, FaqPage, Frame, Hashed, Home, NotFound, Page, PostPage,
    Redirect, ServicePage, ServicesPage, TermsPage,
};
use crate::posts::{
    CardRef, Cards, Catalogue, Category, Counts, PostView, RELATED, related_places,
};
use crate::routes::{Alias, Output, PAGE_SIZE, PageId, Route};

/// Lists everything of a language, or what belongs to none.
pub fn all_jobs<'a>(
    inputs: &'a Inputs,
    catalogue: &'a Catalogue,
    lang: Option<Lang>,
    jobs: &mut impl Jobs<'a>,
) {
    let Some(lang) = lang else {
        return shared_files(inputs, catalogue, jobs);
    };
    fixed_pages(inputs, catalogue, lang, jobs);
    lists(inputs, catalogue, lang, jobs);
    posts(inputs, catalogue, lang, jobs);
    let feed: Feed<'a> = Feed {
        frame: &inputs.frames[lang as usize],
        posts: cards(catalogue.order.iter().map(AsRef::as_ref), lang),
    };
    debug_assert!(feed.posts.len() == FEED_SIZE);
    jobs.add(Output::Feed(lang), Job::Feed(feed));
    let search = Search {
        frame: &inputs.frames[lang as usize],
        catalogue,
    };
    jobs.add(Output::Search(lang), Job::Search(search));
}

fn shared_files<'a>(inputs: &'a Inputs, catalogue: &'a Catalogue, jobs: &mut impl Jobs<'a>) {
    let [az, en, ru] = &inputs.frames;
    let [words_az, words_en, words_ru] = &inputs.words;
    let not_found = NotFound {
        frames: [az, en, ru],
        pages: [
            &words_az.not_found,
            &words_en.not_found,
            &words_ru.not_found,
        ],
        blogs: [&words_az.blog, &words_en.blog, &words_ru.blog],
    };
    jobs.add(Output::NotFound, Job::Page(Page::NotFound(not_found)));
    let sitemap = Sitemap {
        public_url: &az.public_url,
        catalogue,
    };
    jobs.add(Output::Sitemap(0), Job::Sitemap(sitemap));
    for output in [
        Output::Robots,
        Output::WebManifest,
        Output::Headers,
        Output::Redirects,
    ] {
        jobs.add(output, Job::Plain(output, az));
    }
    if inputs.media.bytes(FAVICON).is_some() {
        jobs.add(Output::Favicon, Job::Plain(Output::Favicon, az));
    }
}

fn fixed_pages<'a>(
    inputs: &'a Inputs,
    catalogue: &'a Catalogue,
    lang: Lang,
    jobs: &mut impl Jobs<'a>,
) {
    let mut page = |route, page| jobs.add(Output::Page(PageId { route, lang }), Job::Page(page));
    let frame = &inputs.frames[lang as usize];
    let words = &inputs.words[lang as usize];
    let faq = &words.faq;
    let posts = cards(catalogue.teasers(), lang);
    page(
        Route::Home,
        Page::Home(Home {
            frame,
            page: &words.home,
            faq,
            posts,
        }),
    );
    page(
        Route::About,
        Page::About(About {
            frame,
            page: &words.about,
            faq,
        }),
    );
    let services = ServicesPage {
        frame,
        page: &words.services,
        services: &words.service,
    };
    page(Route::Services, Page::Services(services));
    for id in Category::ALL {
        let service = &words.service[id.index()];
        let service = ServicePage {
            frame,
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
                frame,
                alias,
                target,
                service,
            }),
        );
    }
    page(
        Route::Contact,
        Page::Contact(Contact {
            frame,
            page: &words.contact,
        }),
    );
    page(Route::Faq, Page::Faq(FaqPage { frame, page: faq }));
    page(
        Route::Terms,
        Page::Terms(TermsPage {
            frame,
            page: &inputs.terms,
        }),
    );
}

/// What all pages of a list of posts share.
#[derive(Hash)]
struct ListHead<'a> {
    frame: &'a Frame,
    page: &'a Hashed<model::Blog>,
    category: Option<Category>,
    pages: u32,
    counts: Counts,
    featured: Option<CardRef<'a>>,
    /// Place of the featured post, which is not counted.
    featured_at: Option<usize>,
}

fn lists<'a>(inputs: &'a Inputs, catalogue: &'a Catalogue, lang: Lang, jobs: &mut impl Jobs<'a>) {
    for category in std::iter::once(None).chain(Category::ALL.into_iter().map(Some)) {
        let list = catalogue.list(category);
        let featured = catalogue.featured_of(category);
        let pages = page_count(list.len() - usize::from(featured.is_some()));
        jobs.family(&Family {
            head: ListHead {
                frame: &inputs.frames[lang as usize],
                page: &inputs.words[lang as usize].blog,
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
) -> Option<(Output, Job<'a>)> {
    let lang = head.frame.lang;
    let number = u32::try_from(index + 1).ok()?;
    let list = BlogList {
        frame: head.frame,
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
    Some((output, Job::Page(Page::BlogList(list))))
}

/// An empty list has one page.
fn page_count(posts: usize) -> u32 {
    u32::try_from(posts.div_ceil(PAGE_SIZE).max(1)).unwrap_or(u32::MAX)
}

/// What all posts' pages share.
#[derive(Hash)]
struct PostHead<'a> {
    frame: &'a Frame,
    page: &'a Hashed<model::Blog>,
}

fn posts<'a>(inputs: &'a Inputs, catalogue: &'a Catalogue, lang: Lang, jobs: &mut impl Jobs<'a>) {
    for list in &catalogue.by_category {
        jobs.family(&Family {
            head: PostHead {
                frame: &inputs.frames[lang as usize],
                page: &inputs.words[lang as usize].blog,
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
) -> Option<(Output, Job<'a>)> {
    let lang = head.frame.lang;
    let [view, related @ ..] = views;
    let view = view?;
    let post = PostPage {
        frame: head.frame,
        page: head.page,
        card: view.card(lang),
        body: BodyRef::new(view, lang),
        related: related.map(|view| view.map(|view| view.card(lang))),
        preview: false,
    };
    let route = Route::Post(view.post.id);
    let output = Output::Page(PageId { route, lang });
    Some((output, Job::Page(Page::Post(post))))
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
