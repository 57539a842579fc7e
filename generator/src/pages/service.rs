//! `/services/{id}/`

use minijinja::Value;
use serde::Serialize;
use serde_json::json;

use super::chrome::{Chrome, Worded};
use super::meta::MetaFacts;
use super::template_value;
use crate::content::model;
use crate::post::Category;
use crate::routes::Route;
use crate::structured_data::organization_id;

/// One service.
#[derive(Debug, Clone, Copy, Hash)]
pub struct ServicePage<'a> {
    /// Frame.
    pub chrome: &'a Chrome,
    /// Which one.
    pub id: Category,
    /// Words all service pages share.
    pub page: &'a Worded<model::Services>,
    /// Its own words.
    pub service: &'a Worded<model::Service>,
}

#[derive(Serialize)]
struct ServiceContext<'a> {
    id: &'static str,
    url: String,
    #[serde(flatten)]
    service: &'a model::Service,
}

impl ServicePage<'_> {
    /// What the template sees.
    pub fn context(&self) -> Value {
        let chrome = self.chrome;
        let route = Route::Service(self.id);
        let picture = chrome.media.picture(&self.service.image);
        let mut meta = MetaFacts::new(chrome, "service", "services", route, &self.service.seo)
            .with_json_ld(vec![self.json_ld()]);
        meta.image = picture.as_deref();
        let service = ServiceContext {
            id: self.id.id(),
            url: chrome.path(route),
            service: self.service,
        };
        minijinja::context! {
            meta => meta.finish(chrome),
            site => chrome.site.value(),
            firm => chrome.firm.value(),
            nav => chrome.nav("services"),
            page => self.page.value(),
            service => template_value(service),
            category_url => chrome.path(Route::Blog(Some(self.id), 1)),
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
            "url": self.chrome.absolute(&self.chrome.path(Route::Service(self.id))),
            "provider": { "@id": organization_id(self.chrome) },
            "areaServed": { "@type": "Country", "name": "Azerbaijan" }
        })
    }
}
