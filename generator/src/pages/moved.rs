//! `/blog/{id}/` of a post that is off-line and whose address leads elsewhere.

use minijinja::Value;

use super::frame::{Frame, Hashed};
use super::meta::MetaFacts;
use crate::base::{Lang, Languages};
use crate::content::model;
use crate::routes::Route;

/// Where an address leads in the end.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Target {
    /// To a page of the site, which has a text of its own in these languages.
    Page(Route, Languages),
    /// To another site.
    Elsewhere(String),
}

impl Target {
    /// What a link says.
    pub fn href(&self, lang: Lang) -> String {
        match self {
            Target::Page(route, _) => route.path(lang),
            Target::Elsewhere(url) => url.clone(),
        }
    }
}

/// A page that leads to the target of a moved address.
#[derive(Debug, Clone, Copy, Hash)]
pub struct Moved<'a> {
    /// Frame.
    pub frame: &'a Frame,
    /// Words of the blog.
    pub page: &'a Hashed<model::Blog>,
    /// The post that stood here.
    pub id: i64,
    /// Where to.
    pub target: &'a Target,
}

impl Moved<'_> {
    /// What the template sees: that of the other pages that only lead on.
    pub fn context(&self) -> Value {
        let frame = self.frame;
        let (route, languages, elsewhere) = match self.target {
            Target::Page(route, languages) => (*route, *languages, None),
            Target::Elsewhere(url) => (Route::Post(self.id), frame.languages, Some(url.as_str())),
        };
        let mut meta = MetaFacts::new(frame, "redirect", "blog", route, &self.page.seo);
        meta.noindex = true;
        meta.languages = languages;
        meta.elsewhere = elsewhere;
        minijinja::context! {
            meta => meta.finish(frame),
            site => frame.site.value(),
            firm => frame.firm.value(),
            nav => frame.nav("blog"),
            target => self.target.href(frame.lang),
        }
    }
}
