//! The form of a post: checking its fields, cleaning its texts.
//!
//! A field that is required or malformed is named; a field that is optional and missing keeps what the post
//! has (or the default of a new one), so that a client that does not know `trending` never clears it.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use generator::{Category, Lang, Localized, Slug};
use imaging::Limits;

use super::{
    changes::{Changes, Content},
    rich_text,
    site::Site,
};
use crate::{
    fields::{FieldErrors, note},
    media::uploads,
    store::{
        images::NewImage,
        languages::{self, is_other},
    },
};

/// Longest title, in characters.
const MAX_TITLE: usize = 500;
/// Longest author, in characters.
const MAX_AUTHOR: usize = 200;
/// Longest excerpt, in characters.
const MAX_EXCERPT: usize = 10_000;
/// Longest title and description for search engines, in characters; they cut far shorter ones.
const MAX_META_TITLE: usize = 200;
const MAX_META_DESCRIPTION: usize = 500;

/// The fields that there are in each language.
const TEXTS: [&str; 6] = [
    "title",
    "excerpt",
    "content",
    "meta_title",
    "meta_description",
    "slug",
];

/// The parts of a form as they came.
#[derive(Debug, Default)]
pub struct RawForm {
    /// Texts by field name.
    pub texts: BTreeMap<String, String>,
    /// The picture, if one was chosen; a chosen file may be empty.
    pub image: Option<Bytes>,
    /// What the picture's file is called; empty when nobody says.
    pub file_name: String,
    /// The host that the request names: addresses there are this site's.
    pub host: Option<String>,
    /// What the post is about already: it may stay so, although the firm has no such service any more.
    pub keeps: Vec<Category>,
}

impl RawForm {
    /// For a post that there is not yet: without a category it is about what the site says.
    pub fn of_new_post(mut self) -> Self {
        self.texts.entry("category".to_owned()).or_default();
        self
    }

    /// The category that it names.
    pub fn category(&self) -> Option<Category> {
        let text = self.texts.get("category")?;
        Category::from_id(text.trim())
    }

    /// Equal for requests that say the same, however their parts are ordered and delimited.
    pub fn hash(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        let mut add = |bytes: &[u8]| {
            hasher.update(&(bytes.len() as u64).to_le_bytes());
            hasher.update(bytes);
        };
        for (name, text) in &self.texts {
            add(name.as_bytes());
            add(text.as_bytes());
        }
        if let Some(image) = &self.image {
            add(b"image");
            add(image);
        }
        hasher.finalize().to_hex().to_string()
    }
}

/// A form whose fields are valid; contents are not cleaned yet.
#[derive(Debug, Default)]
pub struct Form {
    category: Option<Category>,
    featured: Option<bool>,
    trending: Option<bool>,
    author: Option<String>,
    title: Localized<String>,
    excerpt: Localized<String>,
    content: Localized<String>,
    meta_title: Localized<String>,
    meta_description: Localized<String>,
    slug: Localized<Option<Slug>>,
    image: Option<Bytes>,
    remove_image: bool,
    site: BTreeSet<Lang>,
    host: Option<String>,
}

impl Form {
    /// Checks every field and names all that are wrong.
    pub fn check(raw: RawForm, site: &Site) -> Result<Self, FieldErrors> {
        Self::check_with(raw, site, true)
    }

    /// Like [`Form::check`], but nothing is required: for a post that is still being written.
    pub fn check_draft(raw: RawForm, site: &Site) -> Result<Self, FieldErrors> {
        Self::check_with(raw, site, false)
    }

    fn check_with(mut raw: RawForm, site: &Site, complete: bool) -> Result<Self, FieldErrors> {
        let mut errors = FieldErrors::new();
        let languages = languages::of_forms(site.languages);
        let keeps = std::mem::take(&mut raw.keeps);
        let form = Self {
            category: choice(&mut raw, "category", &mut errors, |text| match text {
                "" => Some(site.default_category()),
                text => Category::from_id(text).filter(|id| site.offers(*id) || keeps.contains(id)),
            }),
            featured: choice(&mut raw, "featured", &mut errors, boolean),
            trending: choice(&mut raw, "trending", &mut errors, boolean),
            author: line(&mut raw, "author", complete, MAX_AUTHOR, &mut errors),
            title: each(&languages, |lang| {
                let required = complete && !is_other(lang) && site.languages.has(lang);
                line(
                    &mut raw,
                    &named("title", lang),
                    required,
                    MAX_TITLE,
                    &mut errors,
                )
            }),
            excerpt: each(&languages, |lang| {
                let name = named("excerpt", lang);
                let text = raw.texts.remove(&name).map(|text| rich_text::plain(&text));
                bounded(
                    &name,
                    text.as_deref().unwrap_or_default(),
                    MAX_EXCERPT,
                    &mut errors,
                );
                text
            }),
            content: each(&languages, |lang| raw.texts.remove(&named("content", lang))),
            meta_title: each(&languages, |lang| {
                let name = named("meta_title", lang);
                line(&mut raw, &name, false, MAX_META_TITLE, &mut errors)
            }),
            meta_description: each(&languages, |lang| {
                let name = named("meta_description", lang);
                line(&mut raw, &name, false, MAX_META_DESCRIPTION, &mut errors)
            }),
            slug: each(&languages, |lang| {
                slug(&mut raw, &named("slug", lang), &mut errors)
            }),
            image: raw.image.take(),
            remove_image: choice(&mut raw, "remove_image", &mut errors, boolean)
                .unwrap_or_default(),
            site: languages::of_site(site.languages),
            host: raw.host.take(),
        };
        refuse_foreign(&raw, &mut errors);
        if errors.is_empty() {
            Ok(form)
        } else {
            Err(errors)
        }
    }

    /// Whether a pause in typing sent it. Taken out before the other fields are checked.
    pub fn take_automatic(raw: &mut RawForm) -> Result<bool, FieldErrors> {
        let mut errors = FieldErrors::new();
        let automatic = choice(raw, "automatic", &mut errors, boolean).unwrap_or_default();
        if errors.is_empty() {
            Ok(automatic)
        } else {
            Err(errors)
        }
    }

    /// Cleans the contents and examines the pictures. Takes time: belongs on the blocking pool.
    pub fn prepare(self, limits: &Limits) -> Result<Changes, FieldErrors> {
        let mut errors = FieldErrors::new();
        let image = self
            .image
            .and_then(|bytes| accept(&bytes, limits, "image", &mut errors));
        let given = self.content.iter().map(|(lang, _)| lang).collect();
        let content = each(&given, |lang| {
            let name = named("content", lang);
            let given = self.content.get(lang)?;
            let html = match rich_text::clean(given) {
                Ok(html) if rich_text::is_blank(&html) => String::new(),
                Ok(html) => match &self.host {
                    Some(host) => rich_text::at_home(&html, host),
                    None => html,
                },
                Err(code) => {
                    note(&mut errors, &name, code);
                    return None;
                }
            };
            let images: Vec<NewImage> = rich_text::embedded_images(&html)
                .iter()
                .filter_map(|bytes| accept(bytes, limits, &name, &mut errors))
                .collect();
            Some(Content { html, images })
        });
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(Changes {
            category: self.category,
            featured: self.featured,
            trending: self.trending,
            author: self.author,
            title: self.title,
            excerpt: self.excerpt,
            content,
            meta_title: self.meta_title,
            meta_description: self.meta_description,
            slug: self.slug,
            image,
            remove_image: self.remove_image,
            site: self.site,
        })
    }
}

/// What there is of each language.
fn each<T>(languages: &BTreeSet<Lang>, mut value: impl FnMut(Lang) -> Option<T>) -> Localized<T> {
    let values = languages.iter();
    values
        .filter_map(|lang| Some((*lang, value(*lang)?)))
        .collect()
}

/// What is left of the fields is looked at by nobody. A text in a language that neither the site nor the store has a place for would
/// be lost without a word.
fn refuse_foreign(raw: &RawForm, errors: &mut FieldErrors) {
    for (name, text) in &raw.texts {
        let field = name.rsplit_once('_');
        let is_text = field.is_some_and(|(field, code)| {
            TEXTS.contains(&field) && Lang::from_code(code).is_some_and(is_other)
        });
        if is_text && !text.trim().is_empty() {
            note(errors, name, "invalid_choice");
        }
    }
}

fn named(field: &str, lang: Lang) -> String {
    format!("{field}_{}", lang.code())
}

fn accept(
    bytes: &[u8],
    limits: &Limits,
    field: &str,
    errors: &mut FieldErrors,
) -> Option<NewImage> {
    match uploads::accept(bytes, limits) {
        Ok(image) => Some(image),
        Err(error) => {
            tracing::info!(field, %error, "a picture was refused");
            note(errors, field, error.code());
            None
        }
    }
}

fn bounded(field: &str, text: &str, limit: usize, errors: &mut FieldErrors) {
    if text.chars().count() > limit {
        note(errors, field, "too_long");
    }
}

fn line(
    raw: &mut RawForm,
    field: &str,
    required: bool,
    limit: usize,
    errors: &mut FieldErrors,
) -> Option<String> {
    let text = raw.texts.remove(field);
    let text = text.map(|text| rich_text::plain_line(&text));
    let given = text.as_deref().unwrap_or_default();
    if required && given.is_empty() {
        note(errors, field, "required");
    }
    bounded(field, given, limit, errors);
    text
}

/// Words of an address; an empty text is none.
fn slug(raw: &mut RawForm, field: &str, errors: &mut FieldErrors) -> Option<Option<Slug>> {
    let text = raw.texts.remove(field)?;
    let text = text.trim();
    let words = Slug::new(text);
    if words.is_none() && !text.is_empty() {
        let code = if text.chars().count() > Slug::LONGEST {
            "too_long"
        } else {
            "invalid"
        };
        note(errors, field, code);
    }
    Some(words)
}

fn choice<T>(
    raw: &mut RawForm,
    field: &str,
    errors: &mut FieldErrors,
    parse: impl Fn(&str) -> Option<T>,
) -> Option<T> {
    let text = raw.texts.remove(field)?;
    let value = parse(text.trim());
    if value.is_none() {
        note(errors, field, "invalid_choice");
    }
    value
}

/// What forms and scripts send for yes and no.
pub fn boolean(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "on" | "1" | "yes" => Some(true),
        "false" | "off" | "0" | "no" | "" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
#[path = "form_tests.rs"]
mod tests;
