//! `/404.html`: all three languages in one file; a script shows the one of the path.

use minijinja::Value;
use serde::Serialize;

use super::frame::{Frame, Hashed};
use super::meta::MetaFacts;
use super::template_value;
use crate::base::{Category, Lang};
use crate::content::model;
use crate::routes::Route;

/// The page of addresses that do not exist.
#[derive(Debug, Clone, Copy, Hash)]
pub struct NotFound<'a> {
    /// Frames of all languages.
    pub frames: [&'a Frame; 3],
    /// Words of all languages.
    pub pages: [&'a Hashed<model::NotFound>; 3],
    /// Words of posts that do not exist.
    pub blogs: [&'a Hashed<model::Blog>; 3],
}

#[derive(Serialize)]
struct LanguageContext {
    lang: Lang,
    name: &'static str,
    label: &'static str,
    page: Value,
    blog: Value,
    firm: Value,
    nav: Value,
    nav_label: String,
    home_url: String,
    blog_url: String,
    audit_url: String,
    title: String,
    post_title: String,
}

impl NotFound<'_> {
    /// What the template sees.
    pub fn context(&self) -> Value {
        let frame = self.frames[Lang::DEFAULT as usize];
        let page = self.pages[Lang::DEFAULT as usize];
        let mut meta = MetaFacts::new(frame, "not_found", "", Route::Home, &page.seo);
        meta.noindex = true;
        meta.addressed = false;
        let languages: Vec<_> = Lang::ALL.iter().map(|lang| self.language(*lang)).collect();
        minijinja::context! {
            meta => meta.finish(frame),
            site => frame.site.value(),
            firm => frame.firm.value(),
            nav => frame.nav(""),
            page => page.value(),
            languages => template_value(languages),
        }
    }

    fn language(&self, lang: Lang) -> LanguageContext {
        let frame = self.frames[lang as usize];
        let page = self.pages[lang as usize];
        let blog = self.blogs[lang as usize];
        LanguageContext {
            lang,
            name: lang.name(),
            label: lang.label(),
            page: page.value(),
            blog: blog.value(),
            firm: frame.firm.value(),
            nav: frame.nav(""),
            nav_label: frame.words("header.main").to_owned(),
            home_url: frame.path(Route::Home),
            blog_url: frame.path(Route::Blog(None, 1)),
            audit_url: frame.path(Route::Service(frame.services.known(Category::AUDIT))),
            title: format!("{} | {}", page.seo.title, frame.firm.name),
            post_title: format!("{} | {}", blog.not_found, frame.firm.name),
        }
    }
}
