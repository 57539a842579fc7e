//! `/404.html`: all three languages in one file; a script shows the one of the path.

use minijinja::Value;
use serde::Serialize;

use super::chrome::{Chrome, Worded};
use super::meta::MetaFacts;
use super::template_value;
use crate::content::model;
use crate::lang::Lang;
use crate::routes::Route;

/// The page of addresses that do not exist.
#[derive(Debug, Clone, Copy, Hash)]
pub struct NotFound<'a> {
    /// Frames of all languages.
    pub chromes: [&'a Chrome; 3],
    /// Words of all languages.
    pub pages: [&'a Worded<model::NotFound>; 3],
    /// Words of posts that do not exist.
    pub blogs: [&'a Worded<model::Blog>; 3],
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
        let chrome = self.chromes[Lang::DEFAULT as usize];
        let page = self.pages[Lang::DEFAULT as usize];
        let mut meta = MetaFacts::new(chrome, "not_found", "", Route::Home, &page.seo);
        meta.noindex = true;
        meta.addressed = false;
        let languages: Vec<_> = Lang::ALL.iter().map(|lang| self.language(*lang)).collect();
        minijinja::context! {
            meta => meta.finish(chrome),
            site => chrome.site.value(),
            firm => chrome.firm.value(),
            nav => chrome.nav(""),
            page => page.value(),
            languages => template_value(languages),
        }
    }

    fn language(&self, lang: Lang) -> LanguageContext {
        let chrome = self.chromes[lang as usize];
        let page = self.pages[lang as usize];
        let blog = self.blogs[lang as usize];
        LanguageContext {
            lang,
            name: lang.name(),
            label: lang.label(),
            page: page.value(),
            blog: blog.value(),
            firm: chrome.firm.value(),
            nav: chrome.nav(""),
            nav_label: chrome.words("header.main").to_owned(),
            home_url: chrome.path(Route::Home),
            blog_url: chrome.path(Route::Blog(None, 1)),
            audit_url: chrome.path(Route::Service(crate::post::Category::Audit)),
            title: format!("{} | {}", page.seo.title, chrome.firm.name),
            post_title: format!("{} | {}", blog.not_found, chrome.firm.name),
        }
    }
}
