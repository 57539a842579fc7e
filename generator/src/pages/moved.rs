//! `/blog/{id}/`, and with words behind it, where no post stands: of one that is off-line and whose address leads elsewhere, or
//! of one whose address has other words.

use minijinja::Value;

use super::frame::{Frame, Hashed};
use super::meta::MetaFacts;
use crate::base::{Lang, Languages};
use crate::content::model;
use crate::images::Picture;
use crate::posts::Slugs;
use crate::routes::Route;

/// Where an address leads in the end.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Target {
    /// To a page of the site, which has a text of its own in these languages.
    Page(Route, Languages),
    /// To a post, wherever it stands, which has a text of its own in these languages.
    Post(i64, Slugs, Languages),
    /// To another site.
    Elsewhere(String),
}

/// The same, lent.
#[derive(Debug, Clone, Copy, Hash)]
pub enum TargetRef<'a> {
    /// To a page of the site that is no post.
    Page(Route, Languages),
    /// To a post, wherever it stands.
    Post(i64, &'a Slugs, Languages),
    /// To another site.
    Elsewhere(&'a str),
}

impl Target {
    /// What a link says.
    pub fn href(&self, lang: Lang) -> String {
        self.lent().href(lang)
    }

    /// For a page.
    pub fn lent(&self) -> TargetRef<'_> {
        match self {
            Target::Page(route, languages) => TargetRef::Page(*route, *languages),
            Target::Post(id, slugs, languages) => TargetRef::Post(*id, slugs, *languages),
            Target::Elsewhere(url) => TargetRef::Elsewhere(url),
        }
    }
}

impl TargetRef<'_> {
    fn href(self, lang: Lang) -> String {
        match self {
            TargetRef::Page(route, _) => route.path(lang),
            TargetRef::Post(id, slugs, _) => Route::of_post(id, slugs, lang).path(lang),
            TargetRef::Elsewhere(url) => url.to_owned(),
        }
    }
}

/// Where the addresses of a post lead that is off-line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Led {
    /// In the end.
    pub target: Target,
    /// The words of its addresses.
    pub slugs: Slugs,
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
    pub target: TargetRef<'a>,
    /// What was drawn for sharing a page that is the target.
    pub drawn: Option<&'a Picture>,
}

impl Moved<'_> {
    /// What the template sees: that of the other pages that only lead on.
    pub fn context(&self) -> Value {
        let frame = self.frame;
        let lang = frame.lang;
        let own = Route::Post(self.id);
        let (route, languages) = match self.target {
            TargetRef::Page(route, languages) => (route, languages),
            TargetRef::Post(id, slugs, languages) => (Route::of_post(id, slugs, lang), languages),
            TargetRef::Elsewhere(_) => (own, frame.languages),
        };
        let mut meta = MetaFacts::new(frame, "redirect", "blog", route, &self.page.seo);
        meta.noindex = true;
        meta.languages = languages;
        meta.drawn = self.drawn;
        match self.target {
            TargetRef::Page(..) => {}
            TargetRef::Post(id, slugs, _) => meta.slugs = Some((id, slugs)),
            TargetRef::Elsewhere(url) => meta.elsewhere = Some(url),
        }
        minijinja::context! {
            meta => meta.finish(frame),
            site => frame.site.value(),
            firm => frame.firm.value(),
            nav => frame.nav("blog"),
            target => self.target.href(lang),
        }
    }
}
