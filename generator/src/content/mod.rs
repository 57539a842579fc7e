//! `content/` as typed values. Reading files is one function ([`Sources::read`]); the rest is pure.

mod authors;
mod facts;
mod languages;
mod load;
mod merge;
pub mod model;
mod redirects;
mod references;
mod rules;
pub mod samples;
mod services;
mod site;
mod sources;
mod tree;
mod typed;

use std::collections::BTreeMap;

pub use authors::authors;
pub use languages::languages;
pub use load::assemble;
pub use redirects::{left_out, page_at, under as redirects_under};
pub use references::check_references;
pub use services::{ServiceTitle, service_titles, services};
pub use site::is_origin;
pub use sources::Sources;
pub(crate) use tree::Node;

use crate::base::{ByLang, ByService, Lang, Languages};
use crate::routes::AuthorId;

/// Everything the firm says.
#[derive(Debug, Clone)]
pub struct Content {
    /// In which it is said, in the order of the switcher.
    pub languages: Languages,
    /// Facts without words.
    pub site: model::Site,
    /// Words per language.
    pub words: ByLang<Words>,
    /// Legal texts, English only.
    pub terms: model::Terms,
    /// Who writes for the blog.
    pub authors: BTreeMap<AuthorId, model::Author>,
    /// Old addresses and where they lead.
    pub redirects: Vec<model::OldAddress>,
    /// The merged trees, for checks that need places.
    pub(crate) trees: BTreeMap<(Option<Lang>, String), Node>,
}

/// Everything the firm says in one language.
#[derive(Debug, Clone)]
pub struct Words {
    /// The firm.
    pub firm: model::Firm,
    /// Words of the frame by dotted key.
    pub ui: BTreeMap<String, String>,
    /// `pages/home.toml`
    pub home: model::Home,
    /// `pages/about.toml`
    pub about: model::About,
    /// `pages/services.toml`
    pub services: model::Services,
    /// `pages/blog.toml`
    pub blog: model::Blog,
    /// `pages/contact.toml`
    pub contact: model::ContactPage,
    /// `pages/faq.toml`
    pub faq: model::Faq,
    /// `pages/not_found.toml`
    pub not_found: model::NotFound,
    /// The services in the order of the menus.
    pub service: ByService<model::Service>,
}

impl Content {
    /// The services in the order of the menus.
    pub fn services(&self) -> &ByService<model::Service> {
        &self.words.default().service
    }

    /// What a language calls itself: `language.name` of its `ui.toml`, or `language.en` and so on as content before 0.2 has it.
    pub fn language_name(&self, lang: Lang) -> &str {
        const NAME: &str = "language.name";
        let ui = &self.words.get(lang).ui;
        let former = || ui.get(&format!("language.{lang}"));
        let name = ui.get(NAME).or_else(former);
        // What a language says nothing of is Azerbaijani, and so would be its name.
        let inherited = lang != Lang::DEFAULT && name == self.words.default().ui.get(NAME);
        let name = name.filter(|_| !inherited);
        name.map_or(lang.code(), String::as_str)
    }
}
