//! `/blog/author/{id}/`

use minijinja::Value;
use serde::Serialize;
use serde_json::json;

use super::cards::card_values;
use super::crumbs::titled;
use super::frame::{Frame, Hashed};
use super::meta::MetaFacts;
use super::structured_data::organization_id;
use super::template_value;
use crate::content::model;
use crate::images::PictureObject;
use crate::posts::{BYLINE, Cards};
use crate::routes::{AuthorId, Route};
use crate::text::{initial, truncate};

const DESCRIPTION: usize = 160;

/// Who writes for the blog, and what.
#[derive(Debug, Clone, Copy, Hash)]
pub struct AuthorPage<'a> {
    /// Frame.
    pub frame: &'a Frame,
    /// By which the page is found.
    pub id: AuthorId,
    /// Words of the blog.
    pub page: &'a Hashed<model::Blog>,
    /// The person in the page's language.
    pub author: &'a Hashed<model::AuthorWords>,
    /// Picture of the person, path below `content/media/`.
    pub portrait: Option<&'a str>,
    /// The newest posts that the person wrote in this language.
    pub posts: Cards<'a, BYLINE>,
}

#[derive(Serialize)]
struct AuthorContext<'a> {
    #[serde(flatten)]
    words: &'a model::AuthorWords,
    initial: String,
    portrait: Value,
}

impl AuthorPage<'_> {
    /// What the template sees.
    pub fn context(&self) -> Value {
        let frame = self.frame;
        let portrait = self.portrait.and_then(|name| frame.media.picture(name));
        let author = AuthorContext {
            words: self.author,
            initial: initial(&self.author.name, frame.lang),
            portrait: portrait.map_or(Value::from(()), |picture| {
                Value::from_object(PictureObject(picture))
            }),
        };
        minijinja::context! {
            meta => self.meta(),
            site => frame.site.value(),
            firm => frame.firm.value(),
            nav => frame.nav("blog"),
            page => self.page.value(),
            author => template_value(author),
            posts => template_value(card_values(&self.posts, frame)),
        }
    }

    fn meta(&self) -> Value {
        let (frame, words) = (self.frame, self.author);
        let route = Route::Author(self.id);
        let seo = model::Seo {
            title: format!("{}, {}", words.name, words.role),
            description: truncate(&words.about, DESCRIPTION),
        };
        let mut meta =
            MetaFacts::new(frame, "author", "blog", route, &seo).with_json_ld(vec![self.json_ld()]);
        meta.og_type = "profile";
        meta.breadcrumbs.push(titled(frame, &words.name, route));
        meta.finish(frame)
    }

    fn json_ld(&self) -> serde_json::Value {
        let (frame, words) = (self.frame, self.author);
        let url = frame.absolute(&frame.path(Route::Author(self.id)));
        let held = words.credentials.iter();
        let held =
            held.map(|name| json!({ "@type": "EducationalOccupationalCredential", "name": name }));
        let held: Vec<_> = held.collect();
        let mut person = person(frame, self.id, words);
        person["@id"] = format!("{url}#person").into();
        person["description"] = words.about.as_str().into();
        person["worksFor"] = json!({ "@id": organization_id(frame) });
        if !held.is_empty() {
            person["hasCredential"] = held.into();
        }
        if let Some(picture) = self.portrait.and_then(|name| frame.media.picture(name)) {
            person["image"] = frame.absolute(picture.url()).into();
        }
        json!({
            "@type": "ProfilePage",
            "url": url,
            "inLanguage": frame.lang,
            "mainEntity": person,
        })
    }
}

/// An author as machines are told of one, on the own page and on those of posts.
pub fn person(frame: &Frame, id: AuthorId, words: &model::AuthorWords) -> serde_json::Value {
    json!({
        "@type": "Person",
        "name": words.name,
        "url": frame.absolute(&frame.path(Route::Author(id))),
        "jobTitle": words.role,
    })
}
