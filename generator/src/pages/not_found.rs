//! `/404.html`: all languages in one file; a script shows the one of the path.

use std::hash::{Hash, Hasher};

use minijinja::Value;
use serde::Serialize;

use super::frame::Frame;
use super::meta::MetaFacts;
use super::template_value;
use super::words::PageWords;
use crate::base::{ByLang, Category, Lang};
use crate::routes::Route;

/// The page of addresses that do not exist.
#[derive(Debug, Clone, Copy)]
pub struct NotFound<'a> {
    /// Frames of all languages.
    pub frames: &'a ByLang<Frame>,
    /// Words of all languages.
    pub words: &'a ByLang<PageWords>,
}

impl Hash for NotFound<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.frames.hash(state);
        for words in self.words.values() {
            (&words.not_found, &words.blog).hash(state);
        }
    }
}

#[derive(Serialize)]
struct LanguageContext {
    lang: Lang,
    name: String,
    label: String,
    /// Files of the faces that it needs beside the Latin one.
    scripts: Vec<&'static str>,
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
    /// What is heard of parts that the file has once for all languages.
    skip: String,
    scroll_top: String,
    video_pause: String,
    video_play: String,
}

impl NotFound<'_> {
    /// What the template sees.
    pub fn context(&self) -> Value {
        let frame = self.frames.default();
        let page = &self.words.default().not_found;
        let mut meta = MetaFacts::new(frame, "not_found", "", Route::Home, &page.seo);
        meta.noindex = true;
        meta.addressed = false;
        let languages = frame.languages.iter().map(|lang| self.language(lang));
        let languages: Vec<_> = languages.collect();
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
        let frame = self.frames.get(lang);
        let PageWords {
            not_found: page,
            blog,
            ..
        } = self.words.get(lang);
        LanguageContext {
            lang,
            name: frame.language_name(lang).to_owned(),
            label: lang.label(),
            scripts: frame.scripts.clone(),
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
            skip: frame.words("nav.skip").to_owned(),
            scroll_top: frame.words("scroll_top").to_owned(),
            video_pause: frame.words("video.pause").to_owned(),
            video_play: frame.words("video.play").to_owned(),
        }
    }
}
