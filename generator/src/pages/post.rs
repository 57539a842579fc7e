//! `/blog/{id}/`

use std::hash::{Hash, Hasher};

use jiff::Timestamp;
use minijinja::Value;
use serde::Serialize;
use serde_json::json;

use super::author::person;
use super::cards::{card_origins, card_values, fallback_lang, image_value};
use super::crumbs::titled;
use super::frame::{CategoryLink, Frame, Hashed};
use super::meta::MetaFacts;
use super::structured_data::organization_id;
use super::template_value;
use crate::base::{Lang, Languages, Problem};
use crate::content::model;
use crate::images::Picture;
use crate::posts::{
    Body, CardRef, Cards, Heading, ListedPost, NoteWords, Outline, PartNames, PostView, RELATED,
    Said, Slugs, TextStore, rewrite,
};
use crate::routes::Route;
use crate::text::{PageDate, initial, is_later_day, truncate};

const DESCRIPTION: usize = 160;

/// A post.
#[derive(Debug, Clone, Copy, Hash)]
pub struct PostPage<'a> {
    /// Frame.
    pub frame: &'a Frame,
    /// Words of the blog.
    pub page: &'a Hashed<model::Blog>,
    /// The post's card.
    pub card: CardRef<'a>,
    /// The post's text.
    pub body: BodyRef<'a>,
    /// Languages that have a text of their own.
    pub languages: Languages,
    /// The words of its addresses.
    pub slugs: &'a Slugs,
    /// What search engines and networks are told instead of title and excerpt, where there is something.
    pub told: Told<'a>,
    /// What its own picture shows, and in which language that is said.
    pub alt: (&'a str, Lang),
    /// The last change that readers saw.
    pub updated: Option<Timestamp>,
    /// What was drawn for sharing, when it has no picture of its own.
    pub drawn: Option<&'a Picture>,
    /// The ones after it in its category: see `related_places`.
    pub related: Cards<'a, RELATED>,
    /// The posts beside it among all, newer and older.
    pub beside: [Option<CardRef<'a>>; 2],
    /// Who is meant to see it.
    pub audience: Audience<'a>,
}

/// Title and description for the head alone; blank where there are none.
#[derive(Debug, Clone, Copy, Hash)]
pub struct Told<'a> {
    title: &'a str,
    description: &'a str,
}

impl<'a> Told<'a> {
    /// In a language, of which the page shows the title in that one: where it is the Azerbaijani one, so is what is told.
    pub fn new(post: &'a ListedPost, lang: Lang) -> Told<'a> {
        let (_, shown) = post.title.resolve(lang);
        Told {
            title: post.meta.title.get(shown).trim(),
            description: post.meta.description.get(shown).trim(),
        }
    }
}

/// Who is meant to see a page. What is not published runs no script, and search engines are sent away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Audience<'a> {
    /// It is published.
    Everyone,
    /// An editor, before anything is published.
    Editor,
    /// Someone who was given the address below which the page stands in each language.
    Guest(&'a str),
}

/// A post's text in a language; hashes as its fingerprint.
#[derive(Debug, Clone, Copy)]
pub struct BodyRef<'a> {
    view: &'a PostView,
    lang: Lang,
}

impl<'a> BodyRef<'a> {
    /// The text in a language.
    pub fn new(view: &'a PostView, lang: Lang) -> BodyRef<'a> {
        BodyRef { view, lang }
    }
}

impl Hash for BodyRef<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.view.body_fingerprint(self.lang).hash(state);
    }
}

#[derive(Serialize)]
struct PostContext {
    id: i64,
    url: String,
    title: String,
    title_lang: Option<Lang>,
    excerpt: String,
    excerpt_lang: Option<Lang>,
    body: Value,
    body_lang: Option<Lang>,
    category: CategoryLink,
    author: String,
    /// The page of who wrote it.
    author_url: Option<String>,
    initial: String,
    date: PageDate,
    /// Of another day than `date`.
    updated: Option<PageDate>,
    image: Value,
    /// What the picture shows; empty when nobody has said it.
    image_alt: String,
    image_class: Option<String>,
    featured: bool,
    trending: bool,
    /// How long reading it takes.
    reading: String,
}

/// A post that the page leads to.
#[derive(Serialize)]
struct PostLink {
    url: String,
    title: String,
    title_lang: Option<Lang>,
}

impl PostPage<'_> {
    /// What the template sees.
    pub fn context(&self, texts: &dyn TextStore) -> Result<Value, Problem> {
        let frame = self.frame;
        let view = self.body.view;
        let (html, lang) = view.text(self.body.lang, texts)?;
        let failed = |error| {
            Problem::error("post-body", error).key(format!("post {}", self.card.facts().id))
        };
        let outline = Outline::of(&html).map_err(failed)?;
        let (images, linked) = (&view.body_images, &view.linked);
        let notes = &view.post.pictures;
        let body = rewrite(
            (&html, &outline),
            Said { notes, lang },
            images,
            linked,
            &frame.public_url,
            PartNames {
                table: &self.page.table,
                notes: NoteWords {
                    title: &self.page.notes,
                    back: &self.page.note_back,
                },
            },
        )
        .map_err(failed)?;
        let body_lang = fallback_lang(lang, &html, frame);
        let meta = self.meta(&body, &outline);
        let minutes = outline.minutes(lang);
        let post = self.post(body, body_lang, minutes);
        let [newer, older] = self.beside.map(|card| card.map(|card| self.link(card)));
        Ok(minijinja::context! {
            meta => meta,
            site => frame.site.value(),
            firm => frame.firm.value(),
            nav => frame.nav("blog"),
            page => self.page.value(),
            post => template_value(post),
            contents => template_value(contents(&outline)),
            newer => template_value(newer),
            older => template_value(older),
            related => template_value(card_values(&self.related, frame)),
        })
    }

    fn link(&self, card: CardRef<'_>) -> PostLink {
        let facts = card.facts();
        let (title, lang) = facts.title;
        PostLink {
            url: self.frame.path(Route::with_words(facts.id, facts.slug)),
            title: title.to_owned(),
            title_lang: fallback_lang(lang, title, self.frame),
        }
    }

    fn post(&self, body: Body, body_lang: Option<Lang>, minutes: usize) -> PostContext {
        let (frame, facts) = (self.frame, self.card.facts());
        let author = frame.author(facts.author);
        let html = match body_lang {
            Some(lang) => format!("<div lang=\"{lang}\">{}</div>", body.html),
            None => body.html,
        };
        PostContext {
            id: facts.id,
            url: frame.path(Route::with_words(facts.id, facts.slug)),
            title: facts.title.0.to_owned(),
            title_lang: fallback_lang(facts.title.1, facts.title.0, frame),
            excerpt: facts.excerpt.0.to_owned(),
            excerpt_lang: fallback_lang(facts.excerpt.1, facts.excerpt.0, frame),
            body: Value::from_safe_string(html),
            body_lang,
            category: frame.category(facts.category),
            author: facts.author.to_owned(),
            author_url: author.map(|(id, _)| frame.path(Route::Author(id))),
            initial: initial(facts.author, frame.lang),
            date: PageDate::new(facts.date, frame.lang),
            updated: self
                .updated
                .filter(|updated| is_later_day(*updated, facts.date))
                .map(|updated| PageDate::new(updated, frame.lang)),
            image: image_value(facts.image),
            image_alt: self.alt.0.to_owned(),
            image_class: facts.focus.class(),
            featured: facts.featured,
            trending: facts.trending,
            reading: self.page.reading.replace("{n}", &minutes.to_string()),
        }
    }

    fn meta(&self, body: &Body, outline: &Outline) -> Value {
        let (frame, facts) = (self.frame, self.card.facts());
        let route = Route::with_words(facts.id, facts.slug);
        let description = match (self.told.description, facts.excerpt.0.trim()) {
            ("", "") => truncate(&outline.text, DESCRIPTION),
            ("", excerpt) => truncate(excerpt, DESCRIPTION),
            (told, _) => told.to_owned(),
        };
        let title = match self.told.title {
            "" => facts.title.0,
            told => told,
        };
        let seo = model::Seo {
            title: title.to_owned(),
            description,
        };
        let mut meta = MetaFacts::new(frame, "post", "blog", route, &seo)
            .with_json_ld(vec![self.json_ld(outline)]);
        meta.og_type = "article";
        meta.inline = self.audience == Audience::Everyone;
        meta.noindex = !meta.inline;
        if let Audience::Guest(base) = self.audience {
            meta.base = Some(base);
        }
        meta.languages = self.languages;
        meta.slugs = Some((facts.id, self.slugs));
        meta.image = facts.image.map(AsRef::as_ref);
        meta.image_alt = self.alt.0;
        meta.drawn = self.drawn;
        meta.breadcrumbs.push(titled(frame, facts.title.0, route));
        meta.origins = card_origins(self.related.iter().flatten().copied().chain([self.card]));
        meta.origins.extend(body.origins.iter().cloned());
        meta.finish(frame)
    }

    /// What stands for it where it is shared.
    fn picture(&self) -> Option<&Picture> {
        let own = self.card.facts().image.map(AsRef::as_ref);
        own.or(self.drawn)
    }

    fn json_ld(&self, outline: &Outline) -> serde_json::Value {
        let (frame, facts) = (self.frame, self.card.facts());
        // Without a text of its own it is the page of the default language.
        let lang = if self.languages.has(frame.lang) {
            frame.lang
        } else {
            Lang::DEFAULT
        };
        let id = |lang| {
            let path = Route::of_post(facts.id, self.slugs, lang).path(lang);
            json!({ "@id": format!("{}#post", frame.absolute(&path)) })
        };
        let picture = self.picture().and_then(|picture| picture.fallback(1200));
        let image = picture.map(|(_, url)| frame.absolute(url));
        let author = match frame.author(facts.author) {
            Some((id, words)) => person(frame, id, words),
            None => json!({ "@type": "Person", "name": facts.author }),
        };
        let mut posting = json!({
            "@type": "BlogPosting",
            "@id": id(lang)["@id"],
            "headline": truncate(facts.title.0, 110),
            "datePublished": facts.date.to_string(),
            "inLanguage": lang,
            "wordCount": outline.words,
            "articleSection": frame.service_title(facts.category),
            "author": author,
            "publisher": { "@id": organization_id(frame) },
            "image": image.unwrap_or_else(|| {
                frame.absolute(frame.media.url(&frame.site.og_image).unwrap_or(""))
            })
        });
        let others = self.languages.iter().filter(|other| *other != lang);
        let others: Vec<_> = others.map(id).collect();
        if lang != Lang::DEFAULT {
            posting["translationOfWork"] = id(Lang::DEFAULT);
        } else if !others.is_empty() {
            posting["workTranslation"] = others.into();
        }
        if let Some(updated) = self.updated.filter(|updated| *updated > facts.date) {
            posting["dateModified"] = updated.to_string().into();
        }
        posting
    }
}

/// An entry of the contents.
#[derive(Serialize)]
struct ContentsEntry<'a> {
    #[serde(flatten)]
    heading: &'a Heading,
    /// Whether it stands below another one.
    inner: bool,
}

fn contents(outline: &Outline) -> Vec<ContentsEntry<'_>> {
    let headings = outline.contents();
    let top = headings.iter().map(|heading| heading.level).min();
    let entry = |heading: &'_ Heading| Some(heading.level) > top;
    let entries = headings.into_iter();
    entries
        .map(|heading| ContentsEntry {
            inner: entry(heading),
            heading,
        })
        .collect()
}
