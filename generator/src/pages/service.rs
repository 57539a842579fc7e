//! `/services/{id}/`

use minijinja::Value;
use serde::Serialize;
use serde_json::json;

use super::cards::{card_origins, card_values};
use super::frame::{Frame, Hashed};
use super::meta::MetaFacts;
use super::structured_data::organization_id;
use super::template_value;
use crate::base::Category;
use crate::content::model;
use crate::posts::Cards;
use crate::routes::Route;

/// One service.
#[derive(Debug, Clone, Copy, Hash)]
pub struct ServicePage<'a> {
    /// Frame.
    pub frame: &'a Frame,
    /// Which one.
    pub id: Category,
    /// Words all service pages share.
    pub page: &'a Hashed<model::Services>,
    /// Its own words.
    pub service: &'a Hashed<model::Service>,
    /// The newest posts of its category.
    pub posts: Cards<'a, 3>,
}

#[derive(Serialize)]
struct ServiceContext<'a> {
    id: Category,
    url: String,
    #[serde(flatten)]
    service: &'a model::Service,
}

impl ServicePage<'_> {
    /// What the template sees.
    pub fn context(&self) -> Value {
        let frame = self.frame;
        let route = Route::Service(self.id);
        let picture = frame.media.picture(&self.service.image);
        let mut meta = MetaFacts::new(frame, "service", "services", route, &self.service.seo)
            .with_json_ld(vec![self.json_ld()]);
        meta.image = picture.as_deref();
        meta.origins = card_origins(self.posts.iter().flatten().copied());
        let service = ServiceContext {
            id: self.id,
            url: frame.path(route),
            service: self.service,
        };
        minijinja::context! {
            meta => meta.finish(frame),
            site => frame.site.value(),
            firm => frame.firm.value(),
            nav => frame.nav("services"),
            page => self.page.value(),
            service => template_value(service),
            posts => template_value(card_values(&self.posts, frame)),
            category_url => frame.path(Route::Blog(Some(self.id), 1)),
            cta => template_value(self.call_to_action()),
        }
    }

    /// The shared words with the service's title filled in (specification section 2).
    fn call_to_action(&self) -> model::CallToAction {
        let cta = &self.page.detail.cta;
        let filled = |text: &str| text.replace("{title}", &self.service.title);
        model::CallToAction {
            title: filled(&cta.title),
            text: filled(&cta.text),
            primary: filled(&cta.primary),
            secondary: filled(&cta.secondary),
        }
    }

    fn json_ld(&self) -> serde_json::Value {
        json!({
            "@type": "Service",
            "name": self.service.title,
            "serviceType": self.service.title,
            "description": self.service.summary,
            "url": self.frame.absolute(&self.frame.path(Route::Service(self.id))),
            "provider": { "@id": organization_id(self.frame) },
            "areaServed": { "@type": "Country", "name": "Azerbaijan" }
        })
    }
}
