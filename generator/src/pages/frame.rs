//! What every page of a language shares.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use base64::Engine as _;
use minijinja::Value;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::template_value;
use crate::base::{ByLang, ByService, Category, Fingerprint, Lang, Languages};
use crate::content::{Content, model};
use crate::images::{MediaTable, Picture};
use crate::render::theme::Theme;
use crate::routes::{Alias, AuthorId, Route};
use crate::text::scripts;

/// Words with their fingerprint and their template value, made once.
#[derive(Debug, Clone)]
pub struct Hashed<T> {
    words: T,
    value: Value,
    fingerprint: Fingerprint,
}

impl<T: Serialize> Hashed<T> {
    /// Of words.
    pub fn new(words: T) -> Hashed<T> {
        let value = template_value(&words);
        let fingerprint = Fingerprint::of_serialized(&words);
        Hashed {
            words,
            value,
            fingerprint,
        }
    }

    /// As templates see it.
    pub fn value(&self) -> Value {
        self.value.clone()
    }
}

impl<T> Deref for Hashed<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.words
    }
}

impl<T> Hash for Hashed<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.fingerprint.hash(state);
    }
}

/// What a policy calls something that stands in the page: its hash (CSP Level 3, section 2.3.1).
fn source_of(inline: &str) -> String {
    let digest = base64::prelude::BASE64_STANDARD.encode(Sha256::digest(inline.as_bytes()));
    format!("'sha256-{digest}'")
}

/// Pictures of pages that are there whatever posts there are.
pub type PagePictures = BTreeMap<(Lang, Route), Arc<Picture>>;

/// Names of a service.
#[derive(Debug, Clone, Hash)]
pub struct ServiceName {
    /// In full, also the blog category.
    pub title: String,
    /// In menus.
    pub short: String,
}

/// The frame of all pages of a language.
#[derive(Debug)]
pub struct Frame {
    /// Language.
    pub lang: Lang,
    /// Of the site, in the order of the switcher.
    pub languages: Languages,
    /// What each language calls itself.
    language_names: ByLang<String>,
    /// Files of the faces that its words need beside the Latin one.
    pub scripts: Vec<&'static str>,
    /// Canonical origin.
    pub public_url: String,
    /// Facts.
    pub site: Hashed<model::Site>,
    /// The firm in words.
    pub firm: Hashed<model::Firm>,
    /// Words of the frame.
    pub ui: BTreeMap<String, String>,
    /// The services in the order of the menus.
    pub services: ByService<ServiceName>,
    /// Addresses of media.
    pub media: Arc<MediaTable>,
    /// `'sha256-…'` of the style that stands in every page.
    pub style_hash: String,
    /// The same of each inline script.
    pub script_hashes: BTreeMap<String, String>,
    /// By their names in posts.
    authors: BTreeMap<String, (AuthorId, model::AuthorWords)>,
    pictures: Arc<PagePictures>,
    /// The menus by the section that is marked in them; under no name without a mark.
    menus: BTreeMap<&'static str, Value>,
    fingerprint: Fingerprint,
}

/// What stands in the header's menu, in its order.
const SECTIONS: [(&str, Route); 5] = [
    ("about", Route::About),
    ("services", Route::Services),
    ("blog", Route::Blog(None, 1)),
    ("faq", Route::Faq),
    ("contact", Route::Contact),
];

impl Hash for Frame {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.fingerprint.hash(state);
    }
}

/// A link of a menu.
#[derive(Debug, Clone, Serialize)]
pub struct NavLink {
    /// Which page.
    pub id: String,
    /// What people read.
    pub label: String,
    /// Where it leads.
    pub url: String,
    /// Whether the page is in this section.
    pub current: bool,
}

/// A category as pages show it.
#[derive(Debug, Clone, Serialize)]
pub struct CategoryLink {
    /// `tax-legal`
    pub id: Category,
    /// Its name.
    pub label: String,
    /// Its list.
    pub url: String,
}

impl Frame {
    /// Of content and theme.
    pub fn new(
        lang: Lang,
        content: &Content,
        theme: &Theme,
        (media, public_url): (&Arc<MediaTable>, &str),
        (sharing, pictures): (Fingerprint, &Arc<PagePictures>),
    ) -> Frame {
        let words = content.words.get(lang);
        let site = Hashed::new(model::Site {
            public_url: public_url.to_owned(),
            ..content.site.clone()
        });
        let firm = Hashed::new(words.firm.clone());
        let services = words.service.map(|_, service| ServiceName {
            title: service.title.clone(),
            short: service.short_title.clone(),
        });
        let authors: BTreeMap<_, _> = content
            .authors
            .iter()
            .map(|(id, author)| {
                let words = author.words.get(lang).clone();
                (author.byline.trim().to_owned(), (*id, words))
            })
            .collect();
        let languages = content.languages;
        let language_names = ByLang::of(languages, |lang| content.language_name(lang).to_owned());
        let shared = (
            (languages, &language_names),
            &site,
            &firm,
            &words.ui,
            &services,
            media.fingerprint,
            theme.fingerprint,
            Fingerprint::of_serialized(&authors),
            // With the words of a page it says what is on the page's picture.
            sharing,
        );
        let fingerprint = Fingerprint::of(&(lang, public_url, shared));
        let hash = |(name, source): (&String, &String)| (name.clone(), source_of(source));
        let mut frame = Frame {
            lang,
            languages,
            language_names,
            scripts: scripts(words.ui.values()),
            public_url: public_url.to_owned(),
            site,
            firm,
            ui: words.ui.clone(),
            services,
            media: Arc::clone(media),
            style_hash: source_of(&theme.head_style),
            script_hashes: theme.islands.manifest.inline.iter().map(hash).collect(),
            authors,
            pictures: Arc::clone(pictures),
            menus: BTreeMap::new(),
            fingerprint,
        };
        let sections = SECTIONS.iter().map(|(id, _)| *id).chain([""]);
        frame.menus = sections.map(|id| (id, frame.menus(id))).collect();
        frame
    }

    /// Who has a page, in the order of their names.
    pub fn author_ids(&self) -> impl Iterator<Item = AuthorId> {
        self.authors.values().map(|(id, _)| *id)
    }

    /// Who has a page, by the name in a post.
    pub fn author(&self, byline: &str) -> Option<(AuthorId, &model::AuthorWords)> {
        let (id, words) = self.authors.get(byline.trim())?;
        Some((*id, words))
    }

    /// What was drawn for sharing a page that is there whatever posts there are; a list has one for all its pages.
    pub fn drawn(&self, route: Route) -> Option<&Picture> {
        let route = match route {
            Route::Blog(category, _) | Route::Archive(category, _) => Route::Blog(category, 1),
            route => route,
        };
        self.pictures.get(&(self.lang, route)).map(AsRef::as_ref)
    }

    /// What a language calls itself.
    pub fn language_name(&self, lang: Lang) -> &str {
        self.language_names.get(lang)
    }

    /// Words of the frame; their keys are checked when content is loaded.
    pub fn words(&self, key: &str) -> &str {
        self.ui.get(key).map_or("", String::as_str)
    }

    /// Words with `{placeholders}` filled.
    pub fn filled(&self, key: &str, values: &[(&str, &str)]) -> String {
        values
            .iter()
            .fold(self.words(key).to_owned(), |text, (name, value)| {
                text.replace(&format!("{{{name}}}"), value)
            })
    }

    /// The page's path in this language.
    pub fn path(&self, route: Route) -> String {
        route.path(self.lang)
    }

    /// With the canonical origin.
    pub fn absolute(&self, path: &str) -> String {
        if path.starts_with("http://") || path.starts_with("https://") {
            return path.to_owned();
        }
        format!("{}{path}", self.public_url)
    }

    /// A category's name and list.
    pub fn category(&self, category: Category) -> CategoryLink {
        CategoryLink {
            id: category,
            label: self.service_title(category).to_owned(),
            url: self.path(Route::Blog(Some(category), 1)),
        }
    }

    /// A service's name in full.
    pub fn service_title(&self, id: Category) -> &str {
        self.services.get(id).map_or("", |name| &name.title)
    }

    /// A service's name in menus.
    pub fn service_short_title(&self, id: Category) -> &str {
        self.services.get(id).map_or("", |name| &name.short)
    }

    /// The menus, with the current section marked.
    pub fn nav(&self, section: &str) -> Value {
        let menus = self.menus.get(section).or_else(|| self.menus.get(""));
        menus.cloned().unwrap_or_default()
    }

    /// The menus as they are on all pages of a section.
    fn menus(&self, section: &str) -> Value {
        let pages = SECTIONS.map(|(id, route)| NavLink {
            id: id.to_owned(),
            label: self.words(&format!("nav.{id}")).to_owned(),
            url: self.path(route),
            current: id == section,
        });
        let service = |(id, name): (Category, &ServiceName)| NavLink {
            id: id.to_string(),
            label: name.short.clone(),
            url: self.path(Route::Service(id)),
            current: false,
        };
        let [about, services_page, blog, faq, contact] = &pages;
        let services: Vec<_> = self.services.iter().map(service).collect();
        let quick = [about, services_page, faq, blog, contact];
        minijinja::context! { services => template_value(services), header => template_value(&pages), footer_quick => template_value(quick), footer_services => template_value(self.footer_services()) }
    }

    /// Six links, of which one is the list and two are the old addresses (specification section 2). Where the firm lacks a service
    /// of these, others that it has stand in their places.
    fn footer_services(&self) -> Vec<NavLink> {
        let link = |id: &str, label: &str, route: Route| NavLink {
            id: id.to_owned(),
            label: label.to_owned(),
            url: self.path(route),
            current: false,
        };
        let service = |id: Category| {
            let route = Route::Service(id);
            (id, link(id.id(), self.service_short_title(id), route))
        };
        let alias = |alias: Alias, words: &str| {
            let route = Route::Alias(alias);
            let link = link(alias.id(), self.words(words), route);
            (Category::TAX_LEGAL, link)
        };
        let links = [
            service(Category::AUDIT),
            alias(Alias::Tax, "footer.tax"),
            alias(Alias::Legal, "footer.legal_services"),
            service(Category::ACCOUNTING),
            service(Category::CONSULTING),
        ];
        let all = link("services", self.words("nav.all_services"), Route::Services);
        let most = links.len();
        let usual = links.each_ref().map(|(id, _)| *id);
        let offered = links.into_iter().filter(|(id, _)| self.services.has(*id));
        let others = self.services.ids().filter(|id| !usual.contains(id));
        let links = offered.chain(others.map(service)).take(most);
        std::iter::once(all)
            .chain(links.map(|(_, link)| link))
            .collect()
    }
}
