//! `/services/`

use minijinja::Value;
use serde::Serialize;

use super::frame::{Frame, Hashed};
use super::meta::MetaFacts;
use super::template_value;
use crate::base::{ByService, Category};
use crate::content::model;
use crate::routes::Route;

/// The services.
#[derive(Debug, Clone, Copy, Hash)]
pub struct ServicesPage<'a> {
    /// Frame.
    pub frame: &'a Frame,
    /// Words.
    pub page: &'a Hashed<model::Services>,
    /// In the order of the menus.
    pub services: &'a ByService<Hashed<model::Service>>,
}

#[derive(Serialize)]
struct ServiceCard<'a> {
    id: Category,
    url: String,
    #[serde(flatten)]
    service: &'a model::Service,
}

impl ServicesPage<'_> {
    /// What the template sees.
    pub fn context(&self) -> Value {
        let frame = self.frame;
        let meta = MetaFacts::new(
            frame,
            "services",
            "services",
            Route::Services,
            &self.page.seo,
        );
        let services = self.services.iter();
        let cards = services.map(|(id, service)| ServiceCard {
            id,
            url: frame.path(Route::Service(id)),
            service,
        });
        let cards: Vec<_> = cards.collect();
        minijinja::context! {
            meta => meta.finish(frame),
            site => frame.site.value(),
            firm => frame.firm.value(),
            nav => frame.nav("services"),
            page => self.page.value(),
            services => template_value(cards),
        }
    }
}
