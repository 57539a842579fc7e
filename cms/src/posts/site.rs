//! What posts must know of the site that they are published on.

use std::{collections::BTreeSet, path::Path};

use generator::{
    Category, Languages,
    routes::{AuthorId, PageId, Route},
};

/// The site as it is at this moment.
#[derive(Debug, Clone, Default)]
pub struct Site {
    /// Origin of its addresses, once content could be loaded.
    pub origin: Option<String>,
    /// In which it has pages.
    pub languages: Languages,
    /// The services of the firm, which are the categories of posts; those of the specification (section 3) while the content
    /// folder cannot be read.
    pub services: Vec<Category>,
    /// Who has a page.
    pub authors: BTreeSet<AuthorId>,
}

impl Site {
    /// By the files of its content.
    pub fn of(content: &Path, origin: Option<String>, languages: Languages) -> Self {
        let mut services = generator::services(content);
        if services.is_empty() {
            services.extend(Category::USUAL);
        }
        Self {
            origin,
            languages,
            services,
            authors: generator::authors(content),
        }
    }

    /// Whether the firm has that service.
    pub fn offers(&self, service: Category) -> bool {
        self.services.contains(&service)
    }

    /// The category of a post that names none (specification section 5), or the first one.
    pub fn default_category(&self) -> Category {
        let usual = Category::default();
        if self.offers(usual) {
            usual
        } else {
            self.services.first().copied().unwrap_or(usual)
        }
    }

    /// Whether a page that stays where it is is there, as far as languages, services and authors are concerned.
    pub fn has(&self, page: PageId) -> bool {
        let PageId { route, lang } = page;
        let offered = route.category().is_none_or(|service| self.offers(service));
        let writes = match route {
            Route::Author(id) => self.authors.contains(&id),
            _ => true,
        };
        offered && writes && route.is_lasting() && self.languages.has(lang)
    }
}
