//! One module per kind of page: its typed context and nothing else.
//!
//! A page holds everything it is made of, by reference, and nothing more. Its fingerprint is the hash of
//! that, and its context is a function of that alone, so that a page whose fingerprint is unchanged is
//! unchanged. What is large inside (words, cards) was hashed once and hashes as its fingerprint.

mod about;
mod author;
mod blog_list;
mod cards;
mod contact;
mod crumbs;
mod faq;
mod frame;
mod home;
mod meta;
mod moved;
mod not_found;
mod policy;
mod post;
mod redirect;
mod service;
mod services;
mod structured_data;
mod terms;
mod words;

use minijinja::Value;

pub use about::About;
pub use author::AuthorPage;
pub use blog_list::BlogList;
pub use cards::fallback_lang;
pub use contact::Contact;
pub use faq::FaqPage;
pub use frame::{Frame, Hashed, PagePictures};
pub use home::Home;
pub use moved::{Led, Moved, Target, TargetRef};
pub use not_found::NotFound;
pub use post::{Audience, BodyRef, PostPage, Told};
pub use redirect::Redirect;
pub use service::ServicePage;
pub use services::ServicesPage;
pub use terms::TermsPage;
pub use words::PageWords;

use crate::base::{Lang, Problem};
use crate::posts::TextStore;

/// Anything typed as templates see it.
fn template_value(value: impl serde::Serialize) -> Value {
    Value::from(minijinja::value::Serde(value))
}

/// A page ready to be rendered.
// One at a time, on the stack: the room that the largest takes is taken once.
#[allow(clippy::large_enum_variant)]
#[derive(Debug, Clone, Copy, Hash)]
pub enum Page<'a> {
    /// `/`
    Home(Home<'a>),
    /// `/about/`
    About(About<'a>),
    /// `/services/`
    Services(ServicesPage<'a>),
    /// `/services/{id}/`
    Service(ServicePage<'a>),
    /// `/services/tax/`
    Redirect(Redirect<'a>),
    /// `/blog/{id}/` that leads on
    Moved(Moved<'a>),
    /// `/blog/`
    BlogList(BlogList<'a>),
    /// `/blog/{id}/`
    Post(PostPage<'a>),
    /// `/blog/author/{id}/`
    Author(AuthorPage<'a>),
    /// `/contact/`
    Contact(Contact<'a>),
    /// `/faq/`
    Faq(FaqPage<'a>),
    /// `/terms/`
    Terms(TermsPage<'a>),
    /// `/404.html`
    NotFound(NotFound<'a>),
}

impl Page<'_> {
    /// Its template, language and context; `texts` are the posts'.
    pub fn prepare(&self, texts: &dyn TextStore) -> Result<(&'static str, Lang, Value), Problem> {
        Ok(match self {
            Page::Home(page) => ("pages/home.html", page.frame.lang, page.context()),
            Page::About(page) => ("pages/about.html", page.frame.lang, page.context()),
            Page::Services(page) => ("pages/services.html", page.frame.lang, page.context()),
            Page::Service(page) => ("pages/service.html", page.frame.lang, page.context()),
            Page::Redirect(page) => ("pages/redirect.html", page.frame.lang, page.context()),
            Page::Moved(page) => ("pages/redirect.html", page.frame.lang, page.context()),
            Page::BlogList(page) => ("pages/blog_list.html", page.frame.lang, page.context()),
            Page::Post(page) => ("pages/post.html", page.frame.lang, page.context(texts)?),
            Page::Author(page) => ("pages/author.html", page.frame.lang, page.context()),
            Page::Contact(page) => ("pages/contact.html", page.frame.lang, page.context()),
            Page::Faq(page) => ("pages/faq.html", page.frame.lang, page.context()),
            Page::Terms(page) => ("pages/terms.html", page.frame.lang, page.context()),
            Page::NotFound(page) => ("pages/not_found.html", Lang::DEFAULT, page.context()),
        })
    }
}
