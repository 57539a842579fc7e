//! `meta`: what stands in `<head>`.

use std::collections::{BTreeMap, BTreeSet};

use minijinja::Value;
use serde::Serialize;

use super::crumbs::Crumb;
use super::frame::Frame;
use super::policy::policy;
use super::structured_data;
use super::template_value;
use crate::base::{Lang, Languages};
use crate::images::Picture;
use crate::posts::Slugs;
use crate::routes::Route;
use crate::text::region;

/// Facts of a page from which `meta` is made.
#[derive(Debug)]
pub struct MetaFacts<'a> {
    /// Name of the kind.
    pub kind: &'static str,
    /// Section of the menu.
    pub section: &'static str,
    /// Which page.
    pub route: Route,
    /// The words of its addresses, when it is that of the post of this number.
    pub slugs: Option<(i64, &'a Slugs)>,
    /// Without the firm's name.
    pub title: String,
    /// Meta description.
    pub description: String,
    /// `website` or `article`.
    pub og_type: &'static str,
    /// The page's own picture.
    pub image: Option<&'a Picture>,
    /// What that shows; empty when nobody has said it.
    pub image_alt: &'a str,
    /// What was drawn for a page without one.
    pub drawn: Option<&'a Picture>,
    /// Breadcrumb.
    pub breadcrumbs: Vec<Crumb>,
    /// JSON-LD beside organisation and breadcrumb.
    pub json_ld: Vec<serde_json::Value>,
    /// Foreign origins of pictures.
    pub origins: BTreeSet<String>,
    /// Kept out of search engines.
    pub noindex: bool,
    /// Languages that have a text of their own; the page of another one is that of the default language once more.
    pub languages: Languages,
    /// The address below which the page stands in each language, instead of its own.
    pub base: Option<&'a str>,
    /// The page of another site that stands for this one.
    pub elsewhere: Option<&'a str>,
    /// Whether the page has an address of its own; the not-found page stands at every missing one.
    pub addressed: bool,
    /// Whether the policy allows the page's inline scripts, and the style in its head.
    pub inline: bool,
}

impl<'a> MetaFacts<'a> {
    /// A page with title and description and the breadcrumb of its path.
    pub fn new(
        frame: &Frame,
        kind: &'static str,
        section: &'static str,
        route: Route,
        seo: &crate::content::model::Seo,
    ) -> MetaFacts<'a> {
        MetaFacts {
            kind,
            section,
            route,
            slugs: None,
            title: seo.title.clone(),
            description: seo.description.clone(),
            og_type: "website",
            image: None,
            image_alt: "",
            drawn: None,
            breadcrumbs: super::crumbs::of_route(frame, route),
            json_ld: Vec::new(),
            origins: BTreeSet::new(),
            noindex: false,
            languages: frame.languages,
            base: None,
            elsewhere: None,
            addressed: true,
            inline: true,
        }
    }

    /// The page's own JSON-LD.
    pub fn with_json_ld(mut self, json_ld: Vec<serde_json::Value>) -> Self {
        self.json_ld = json_ld;
        self
    }

    /// Its path in a language.
    fn path(&self, lang: Lang) -> String {
        let route = self
            .slugs
            .map(|(id, slugs)| Route::of_post(id, slugs, lang));
        route.unwrap_or(self.route).path(lang)
    }

    /// `meta` of the page.
    pub fn finish(self, frame: &Frame) -> Value {
        template_value(Meta::new(frame, self))
    }
}

#[derive(Serialize)]
struct Meta {
    kind: &'static str,
    lang: Lang,
    /// Codes of all languages, on pages that lead a visitor to another one.
    offered: Option<String>,
    /// `az_AZ`
    og_locale: String,
    /// Files of the faces that its words need beside the Latin one.
    scripts: Vec<&'static str>,
    section: &'static str,
    path: String,
    title: String,
    description: String,
    canonical: Option<String>,
    alternates: Vec<Alternate>,
    /// Links of the switcher, with marks for their addresses: so the header is the same on all pages of a language.
    switcher: Vec<SwitcherLink>,
    /// The address for each mark.
    switcher_urls: BTreeMap<String, String>,
    x_default: Option<String>,
    breadcrumbs: Vec<Crumb>,
    og_image: OgImage,
    og_type: &'static str,
    noindex: bool,
    json_ld: Value,
    /// Whether the style in its head is allowed.
    inline: bool,
    csp: Value,
}

#[derive(Serialize)]
struct Alternate {
    lang: Lang,
    hreflang: Lang,
    path: String,
    url: String,
    label: String,
    name: String,
    current: bool,
    /// Whether search engines are told of it: a translation beside a page that is one itself.
    claimed: bool,
}

#[derive(Serialize)]
struct OgImage {
    url: String,
    /// Media type; empty when nobody knows.
    mime: String,
    /// What it shows; empty when nobody has said it.
    alt: String,
    width: u32,
    height: u32,
}

impl Meta {
    fn new(frame: &Frame, facts: MetaFacts<'_>) -> Meta {
        let path = facts.path(frame.lang);
        let x_default = frame.absolute(&facts.path(Lang::DEFAULT));
        let own = facts.languages.has(frame.lang);
        let canonical = match (facts.elsewhere, own) {
            (Some(url), _) => url.to_owned(),
            (None, true) => frame.absolute(&path),
            (None, false) => x_default.clone(),
        };
        let public = facts.addressed && facts.base.is_none();
        let alternate = |lang| {
            let path = match facts.base {
                Some(base) => format!("{base}{}", Route::Home.path(lang).trim_start_matches('/')),
                None => facts.path(lang),
            };
            Alternate {
                claimed: public && own && facts.languages.has(lang),
                ..Alternate::new(frame, path, lang)
            }
        };
        let alternates = if facts.addressed {
            frame.languages.iter().map(alternate).collect()
        } else {
            Vec::new()
        };
        let switcher = alternates.iter().map(SwitcherLink::new).collect();
        let switcher_urls = alternates.iter();
        let switcher_urls = switcher_urls.map(|to| (mark(to.lang), to.path.clone()));
        let csp = policy(frame, facts.kind, &facts.origins, facts.inline);
        let json_ld = structured_data::graph(frame, facts.kind, &facts.breadcrumbs, facts.json_ld);
        let drawn = facts.drawn.or_else(|| frame.drawn(facts.route));
        let og_image = og_image(frame, (facts.image, drawn), (facts.image_alt, &facts.title));
        Meta {
            kind: facts.kind,
            lang: frame.lang,
            offered: (frame.lang == Lang::DEFAULT).then(|| codes(frame.languages)),
            og_locale: region(frame.lang),
            scripts: frame.scripts.clone(),
            section: facts.section,
            title: format!("{} | {}", facts.title, frame.firm.name),
            description: facts.description,
            x_default: (public && own).then_some(x_default),
            switcher,
            switcher_urls: switcher_urls.collect(),
            path,
            canonical: public.then_some(canonical),
            alternates,
            breadcrumbs: facts.breadcrumbs,
            og_image,
            og_type: facts.og_type,
            noindex: facts.noindex,
            json_ld: Value::from_safe_string(json_ld),
            inline: facts.inline,
            csp: Value::from_safe_string(csp),
        }
    }
}

#[derive(Serialize)]
struct SwitcherLink {
    lang: Lang,
    label: String,
    name: String,
    url: String,
}

impl SwitcherLink {
    fn new(to: &Alternate) -> SwitcherLink {
        SwitcherLink {
            lang: to.lang,
            label: to.label.clone(),
            name: to.name.clone(),
            url: mark(to.lang),
        }
    }
}

/// Stands for the address of the page in a language.
fn mark(lang: Lang) -> String {
    format!("%{}_URL%", lang.label())
}

fn codes(languages: Languages) -> String {
    let codes: Vec<_> = languages.iter().map(Lang::code).collect();
    codes.join(" ")
}

impl Alternate {
    fn new(frame: &Frame, path: String, lang: Lang) -> Alternate {
        Alternate {
            lang,
            hreflang: lang,
            url: frame.absolute(&path),
            path,
            label: lang.label(),
            name: frame.language_name(lang).to_owned(),
            current: lang == frame.lang,
            claimed: true,
        }
    }
}

fn og_image(
    frame: &Frame,
    (own, drawn): (Option<&Picture>, Option<&Picture>),
    (said, title): (&str, &str),
) -> OgImage {
    const WIDTH: u32 = 1200;
    let drawn = drawn.filter(|_| own.is_none());
    if let Some((picture, ((width, height), url))) = own
        .or(drawn)
        .and_then(|picture| Some((picture, picture.fallback(WIDTH)?)))
    {
        return OgImage {
            url: frame.absolute(url),
            mime: picture.mime().to_owned(),
            // On a drawn one stands the title; what an uploaded one shows, the library says.
            alt: drawn.map_or(said, |_| title).to_owned(),
            width,
            height,
        };
    }
    let picture = frame.media.picture(&frame.site.og_image);
    let (width, height) = picture
        .as_ref()
        .map_or((0, 0), |picture| (picture.width, picture.height));
    let url = frame.media.url(&frame.site.og_image).unwrap_or("");
    OgImage {
        url: frame.absolute(url),
        mime: picture.map_or_else(String::new, |picture| picture.mime().to_owned()),
        alt: format!("{}. {}", frame.firm.name, frame.firm.tagline),
        width,
        height,
    }
}
