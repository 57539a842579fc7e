//! The form of a post: reading its parts, checking its fields, cleaning its texts.
//!
//! A field that is required or malformed is named; a field that is optional and missing keeps what the post
//! has (or the default of a new one), so that a client that does not know `trending` never clears it.

use std::collections::BTreeMap;

use axum::extract::Multipart;
use bytes::Bytes;
use generator::{Category, Lang, Localized, Post};
use imaging::Limits;
use jiff::Timestamp;

use crate::http::extract::multipart_error;
use crate::{
    http::error::{ApiError, FieldErrors},
    media::uploads,
    posts::rich_text,
    store::images::NewImage,
};

/// Longest title, in characters.
const MAX_TITLE: usize = 500;
/// Longest author, in characters.
const MAX_AUTHOR: usize = 200;
/// Longest excerpt, in characters.
const MAX_EXCERPT: usize = 10_000;
/// Parts of a form that are looked at; nobody needs more.
const MAX_PARTS: usize = 64;

/// The parts of a form as they came.
#[derive(Debug, Default)]
pub struct RawForm {
    /// Texts by field name.
    pub texts: BTreeMap<String, String>,
    /// The picture, if one was chosen; a chosen file may be empty.
    pub image: Option<Bytes>,
}

impl RawForm {
    /// Reads all parts. Unknown ones are ignored; of repeated ones the last counts.
    pub async fn read(mut parts: Multipart) -> Result<Self, ApiError> {
        let mut form = Self::default();
        for _ in 0..MAX_PARTS {
            let Some(part) = parts
                .next_field()
                .await
                .map_err(|error| multipart_error(&error))?
            else {
                return Ok(form);
            };
            let name = part.name().unwrap_or_default().to_owned();
            let chosen = part.file_name().is_some_and(|file| !file.is_empty());
            let bytes = part
                .bytes()
                .await
                .map_err(|error| multipart_error(&error))?;
            if name == "image" {
                // A form without a chosen file sends an empty part without a name.
                form.image = (chosen || !bytes.is_empty()).then_some(bytes);
            } else {
                let text = String::from_utf8(bytes.into())
                    .map_err(|_| ApiError::field(&name, "not_utf8"))?;
                form.texts.insert(name, text);
            }
        }
        Err(ApiError::Malformed(format!("more than {MAX_PARTS} parts")))
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
    author: String,
    title: Localized<String>,
    excerpt: Localized<Option<String>>,
    content: Localized<Option<String>>,
    image: Option<Bytes>,
    remove_image: bool,
}

impl Form {
    /// Checks every field and names all that are wrong.
    pub fn check(raw: RawForm) -> Result<Self, ApiError> {
        Self::check_with(raw, true)
    }

    /// Like [`Form::check`], but nothing is required: for the preview of a post that is still being written.
    pub fn check_draft(raw: RawForm) -> Result<Self, ApiError> {
        Self::check_with(raw, false)
    }

    fn check_with(mut raw: RawForm, complete: bool) -> Result<Self, ApiError> {
        let mut errors = FieldErrors::new();
        let form = Self {
            category: choice(&mut raw, "category", &mut errors, |text| match text {
                "" => Some(Category::default()),
                text => Category::from_id(text),
            }),
            featured: choice(&mut raw, "featured", &mut errors, boolean),
            trending: choice(&mut raw, "trending", &mut errors, boolean),
            author: line(&mut raw, "author", complete, MAX_AUTHOR, &mut errors),
            title: Localized::from_fn(|lang| {
                line(
                    &mut raw,
                    &named("title", lang),
                    complete,
                    MAX_TITLE,
                    &mut errors,
                )
            }),
            excerpt: Localized::from_fn(|lang| {
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
            content: Localized::from_fn(|lang| raw.texts.remove(&named("content", lang))),
            image: raw.image.take(),
            remove_image: choice(&mut raw, "remove_image", &mut errors, boolean)
                .unwrap_or_default(),
        };
        if errors.is_empty() {
            Ok(form)
        } else {
            Err(ApiError::Invalid(errors))
        }
    }

    /// Cleans the contents and examines the pictures. Takes time: belongs on the blocking pool.
    pub fn prepare(self, limits: &Limits) -> Result<Changes, ApiError> {
        let mut errors = FieldErrors::new();
        let image = self
            .image
            .and_then(|bytes| accept(&bytes, limits, "image", &mut errors));
        let content = Localized::from_fn(|lang| {
            let name = named("content", lang);
            let given = self.content.get(lang).as_deref()?;
            let html = match rich_text::clean(given) {
                Ok(html) if rich_text::is_blank(&html) => String::new(),
                Ok(html) => html,
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
            return Err(ApiError::Invalid(errors));
        }
        Ok(Changes {
            category: self.category,
            featured: self.featured,
            trending: self.trending,
            author: self.author,
            title: self.title,
            excerpt: self.excerpt,
            content,
            image,
            remove_image: self.remove_image,
        })
    }
}

/// A form that can be saved.
#[derive(Debug)]
pub struct Changes {
    category: Option<Category>,
    featured: Option<bool>,
    trending: Option<bool>,
    author: String,
    title: Localized<String>,
    excerpt: Localized<Option<String>>,
    content: Localized<Option<Content>>,
    /// The new picture, to be stored.
    pub image: Option<NewImage>,
    remove_image: bool,
}

/// A cleaned text and the pictures it carries as data URLs, in their order.
#[derive(Debug)]
struct Content {
    html: String,
    images: Vec<NewImage>,
}

impl Changes {
    /// The post after the change. `store` takes each new picture and returns its id.
    pub fn apply<E>(
        self,
        post: &mut Post,
        mut store: impl FnMut(&NewImage) -> Result<i64, E>,
    ) -> Result<(), E> {
        if let Some(image) = &self.image {
            post.image_id = Some(store(image)?);
            post.image = None;
        } else if self.remove_image {
            (post.image_id, post.image) = (None, None);
        }
        for lang in Lang::ALL {
            if let Some(content) = self.content.get(lang) {
                let addresses = content
                    .images
                    .iter()
                    .map(|image| store(image).map(address))
                    .collect::<Result<Vec<_>, E>>()?;
                *post.content.get_mut(lang) = rich_text::point_to(&content.html, &addresses);
            }
        }
        self.apply_fields(post);
        Ok(())
    }

    /// The post as a page would show it now, with no picture stored.
    pub fn preview(mut self, post: &mut Post) {
        for lang in Lang::ALL {
            if let Some(content) = self.content.get_mut(lang).take() {
                *post.content.get_mut(lang) = content.html;
            }
        }
        if self.remove_image {
            (post.image_id, post.image) = (None, None);
        }
        self.apply_fields(post);
    }

    fn apply_fields(self, post: &mut Post) {
        post.category = self.category.unwrap_or(post.category);
        post.featured = self.featured.unwrap_or(post.featured);
        post.trending = self.trending.unwrap_or(post.trending);
        post.author = self.author;
        post.title = self.title;
        for lang in Lang::ALL {
            if let Some(text) = self.excerpt.get(lang) {
                post.excerpt.get_mut(lang).clone_from(text);
            }
        }
    }
}

/// A post before its first save.
pub fn blank(date: Timestamp) -> Post {
    Post {
        id: 0,
        category: Category::default(),
        featured: false,
        trending: false,
        author: String::new(),
        date,
        image_id: None,
        image: None,
        title: Localized::default(),
        excerpt: Localized::default(),
        content: Localized::default(),
    }
}

/// Where a stored image is served.
pub fn address(image_id: i64) -> String {
    format!("/api/blog/images/{image_id}/")
}

fn named(field: &str, lang: Lang) -> String {
    format!("{field}_{}", lang.code())
}

fn note(errors: &mut FieldErrors, field: &str, code: &str) {
    errors
        .entry(field.to_owned())
        .or_default()
        .push(code.to_owned());
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
) -> String {
    let text = rich_text::plain_line(&raw.texts.remove(field).unwrap_or_default());
    if required && text.is_empty() {
        note(errors, field, "required");
    }
    bounded(field, &text, limit, errors);
    text
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
fn boolean(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "on" | "1" | "yes" => Some(true),
        "false" | "off" | "0" | "no" | "" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
#[path = "form_tests.rs"]
mod tests;
