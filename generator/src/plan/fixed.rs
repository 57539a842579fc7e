//! The pages of a language that are there whatever posts there are.

use super::job::Job;
use super::source::{Jobs, Source, cards};
use crate::base::{ByService, Category, Lang};
use crate::pages::{
    About, AuthorPage, Contact, FaqPage, Home, Page, Redirect, ServicePage, ServicesPage, TermsPage,
};
use crate::routes::{Alias, Output, PageId, Route};

/// The pages that are there whatever posts there are.
pub fn pages<'a>(source: Source<'a>, lang: Lang, jobs: &mut impl Jobs<'a>) {
    let Source {
        inputs, catalogue, ..
    } = source;
    let mut page = |route, page| jobs.add(Output::Page(PageId { route, lang }), Job::Page(page));
    let frame = inputs.frames.get(lang);
    let words = inputs.words.get(lang);
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
    for (id, service) in words.service.iter() {
        let newest = catalogue.list(Some(id)).iter().map(AsRef::as_ref);
        let service = ServicePage {
            frame,
            id,
            posts: cards(newest, lang),
            page: &words.services,
            service,
        };
        page(Route::Service(id), Page::Service(service));
    }
    for (alias, service) in aliases(&words.service) {
        let target = Route::Service(Category::TAX_LEGAL);
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
    for (id, author) in &inputs.authors {
        let person = AuthorPage {
            frame,
            id: *id,
            page: &words.blog,
            author: author.words.get(lang),
            portrait: author.portrait.as_deref(),
            posts: cards(catalogue.of_author(&author.byline, lang), lang),
        };
        page(Route::Author(*id), Page::Author(person));
    }
    page(Route::Faq, Page::Faq(FaqPage { frame, page: faq }));
    page(
        Route::Terms,
        Page::Terms(TermsPage {
            frame,
            page: &inputs.terms,
        }),
    );
}

/// Old addresses of a service, as long as there is that service.
fn aliases<T>(services: &ByService<T>) -> impl Iterator<Item = (Alias, &T)> {
    let service = services.get(Category::TAX_LEGAL);
    let aliases = Alias::ALL.into_iter();
    aliases.filter_map(move |alias| Some((alias, service?)))
}
