//! Every file there should be, with what it is made of.

use super::fixed::pages;
use super::job::{FAVICON, Job, OldAddresses};
use super::source::{Jobs, Source, cards, first};
use crate::base::{Category, Lang};
use crate::files::search::{Part, Search};
use crate::files::{Feed, FeedEntry, Sitemap};
use crate::pages::{
    Audience, BlogList, BodyRef, Moved as MovedPage, NotFound, Page, PostPage, TargetRef, Told,
};
use crate::posts::{Catalogue, ListPage, ends, related_places};
use crate::routes::{FeedFormat, Output, PageId, RedirectFormat, Route};

/// All lists of posts.
pub fn categories(catalogue: &Catalogue) -> impl Iterator<Item = Option<Category>> {
    std::iter::once(None).chain(catalogue.by_category.ids().map(Some))
}

/// Every file of a language, or what belongs to none.
pub fn everything<'a>(source: Source<'a>, lang: Option<Lang>, jobs: &mut impl Jobs<'a>) {
    let catalogue = source.catalogue;
    let Some(lang) = lang else {
        shared(source, jobs);
        for part in crate::files::sitemap_parts(catalogue) {
            sitemap_part(source, part, jobs);
        }
        return;
    };
    fixed(source, lang, jobs);
    for category in categories(catalogue) {
        for index in 0..catalogue.list(category).pages().len() {
            list_page(source, lang, (category, index), jobs);
        }
    }
    for (category, list) in catalogue.by_category.iter() {
        for place in 0..list.len() {
            post_page(source, lang, (category, place), jobs);
        }
    }
    for id in source.moved.targets.keys() {
        moved_page(source, lang, *id, jobs);
    }
    let mut last = None;
    for range in catalogue.ranges.keys() {
        for (output, part) in Part::of_range(lang, *range) {
            if last != Some(output) {
                search(source, lang, (output, part), jobs);
            }
            if matches!(part, Part::Filter(_)) {
                last = Some(output);
            }
        }
    }
}

/// The few files of a language that any post may change.
pub fn fixed<'a>(source: Source<'a>, lang: Lang, jobs: &mut impl Jobs<'a>) {
    pages(source, lang, jobs);
    for category in categories(source.catalogue) {
        let posts = source.catalogue.list(category).iter().map(AsRef::as_ref);
        let entries = first(posts.map(|view| FeedEntry::new(view, lang)));
        for format in FeedFormat::of_list(category).iter().copied() {
            let feed = Feed {
                frame: source.inputs.frames.get(lang),
                category,
                format,
                entries,
            };
            jobs.add(Output::Feed(lang, category, format), Job::Feed(feed));
        }
    }
    search(source, lang, (Output::Search(lang), Part::Index), jobs);
}

/// What belongs to no language.
pub fn shared<'a>(source: Source<'a>, jobs: &mut impl Jobs<'a>) {
    let Source {
        inputs, catalogue, ..
    } = source;
    let frame = inputs.frames.default();
    let not_found = NotFound {
        frames: &inputs.frames,
        words: &inputs.words,
    };
    jobs.add(Output::NotFound, Job::Page(Page::NotFound(not_found)));
    jobs.add(Output::Counts, Job::Counts(frame, &catalogue.counts));
    sitemap_part(source, 0, jobs);
    for output in [Output::Robots, Output::WebManifest, Output::Headers] {
        jobs.add(output, Job::Plain(output, frame));
    }
    for format in RedirectFormat::ALL {
        let old = OldAddresses {
            rules: &inputs.redirects,
            overtaken: source.overtaken,
        };
        let job = Job::Redirects(format, frame, old, &source.moved.targets);
        jobs.add(Output::Redirects(format), job);
    }
    if frame.site.indexnow_key.is_some() {
        jobs.add(Output::IndexNow, Job::Plain(Output::IndexNow, frame));
    }
    if inputs.media.bytes(FAVICON).is_some() {
        jobs.add(Output::Favicon, Job::Plain(Output::Favicon, frame));
    }
}

/// A file of the search data.
pub fn search<'a>(
    source: Source<'a>,
    lang: Lang,
    (output, part): (Output, Part),
    jobs: &mut impl Jobs<'a>,
) {
    let search = Search {
        frame: source.inputs.frames.get(lang),
        catalogue: source.catalogue,
        filters: source.filters,
        part,
    };
    jobs.add(output, Job::Search(search));
}

/// The sitemap (0) or a part of it.
pub fn sitemap_part<'a>(source: Source<'a>, part: u32, jobs: &mut impl Jobs<'a>) {
    let sitemap = Sitemap {
        frame: source.inputs.frames.default(),
        catalogue: source.catalogue,
        part,
    };
    jobs.add(Output::Sitemap(part), Job::Sitemap(sitemap));
}

/// The page of a list at a place among its pages.
pub fn list_page<'a>(
    source: Source<'a>,
    lang: Lang,
    (category, index): (Option<Category>, usize),
    jobs: &mut impl Jobs<'a>,
) {
    let list = source.catalogue.list(category);
    let pages = list.pages();
    let Some(page) = pages.get(index) else { return };
    let neighbour = |index: Option<usize>| index.and_then(|index| pages.get(index));
    let neighbours = [index.checked_sub(1), Some(index + 1)];
    let place = page.slot.page;
    let numbered = matches!(place, ListPage::Numbered(_));
    let featured = source.catalogue.featured_of(category);
    let blog = BlogList {
        frame: source.inputs.frames.get(lang),
        page: &source.inputs.words.get(lang).blog,
        category,
        place,
        neighbours: neighbours.map(|index| neighbour(index).map(|page| page.slot.page)),
        ends: numbered.then(|| ends(pages.iter().map(|page| page.slot.page))),
        featured: featured.filter(|_| index == 0).map(|view| view.card(lang)),
        years: if index == 0 { list.years() } else { &[] },
        posts: cards(list.posts_of(page).map(AsRef::as_ref), lang),
    };
    let route = Route::of_list(category, place);
    jobs.add(
        Output::Page(PageId { route, lang }),
        Job::Page(Page::BlogList(blog)),
    );
}

/// The page of the post at a place of its category.
pub fn post_page<'a>(
    source: Source<'a>,
    lang: Lang,
    (category, place): (Category, usize),
    jobs: &mut impl Jobs<'a>,
) {
    let list = source.catalogue.list(Some(category));
    let at = |place: usize| list.get(place).map(|view| view.card(lang));
    let Some(view) = list.get(place) else { return };
    let all = &source.catalogue.order;
    let of_all = |place: Option<usize>| all.get(place?).map(|view| view.card(lang));
    let own = all.place_of(view);
    let newer = own.and_then(|own| own.checked_sub(1));
    let older = own.map(|own| own + 1);
    let post = PostPage {
        frame: source.inputs.frames.get(lang),
        page: &source.inputs.words.get(lang).blog,
        card: view.card(lang),
        body: BodyRef::new(view, lang),
        languages: view.post.languages(source.inputs.languages),
        slugs: &view.post.slugs,
        told: Told::new(&view.post, lang),
        alt: view.alt(lang),
        updated: view.post.updated,
        drawn: view.drawn(lang),
        related: related_places(place, list.len()).map(|place| place.and_then(at)),
        beside: [newer, older].map(of_all),
        audience: Audience::Everyone,
    };
    let (id, languages, slugs) = (view.post.id, post.languages, post.slugs);
    let route = Route::of_post(id, slugs, lang);
    jobs.add(
        Output::Page(PageId { route, lang }),
        Job::Page(Page::Post(post)),
    );
    for route in Route::others_of_post(id, slugs, lang) {
        let target = TargetRef::Post(id, slugs, languages);
        leading_on(source, PageId { route, lang }, (id, target), jobs);
    }
}

/// A page that leads to where the post of this number stands, or to what stands for it.
fn leading_on<'a>(
    source: Source<'a>,
    page: PageId,
    (id, target): (i64, TargetRef<'a>),
    jobs: &mut impl Jobs<'a>,
) {
    let frame = source.inputs.frames.get(page.lang);
    let drawn = match target {
        TargetRef::Page(route, _) => frame.drawn(route),
        TargetRef::Post(..) | TargetRef::Elsewhere(_) => None,
    };
    let moved = MovedPage {
        frame,
        page: &source.inputs.words.get(page.lang).blog,
        id,
        target,
        drawn,
    };
    jobs.add(Output::Page(page), Job::Page(Page::Moved(moved)));
}

/// What stands in a language where a post stood, when its address leads elsewhere.
pub fn moved_page<'a>(source: Source<'a>, lang: Lang, id: i64, jobs: &mut impl Jobs<'a>) {
    let Some(led) = source.moved.targets.get(&id) else {
        return;
    };
    for route in Route::all_of_post(id, &led.slugs, lang) {
        let target = led.target.lent();
        leading_on(source, PageId { route, lang }, (id, target), jobs);
    }
}
