//! What a form changes in a post.

use std::collections::BTreeSet;

use generator::{Category, Lang, Localized, Meta, PictureNotes, Post, Slug, Slugs, Texts};
use jiff::Timestamp;

use super::rich_text;
use crate::{media, store::images::NewImage};

/// A form that can be saved.
#[derive(Debug)]
pub struct Changes {
    pub(super) category: Option<Category>,
    pub(super) featured: Option<bool>,
    pub(super) trending: Option<bool>,
    pub(super) author: Option<String>,
    pub(super) title: Localized<String>,
    pub(super) excerpt: Localized<String>,
    pub(super) content: Localized<Content>,
    pub(super) meta_title: Localized<String>,
    pub(super) meta_description: Localized<String>,
    /// Words of the address, or that it has none from now on.
    pub(super) slug: Localized<Option<Slug>>,
    /// The new picture, to be stored.
    pub image: Option<NewImage>,
    pub(super) remove_image: bool,
    /// The languages in which posts of the site are written: whoever sends a form may not know all of them.
    pub(super) site: BTreeSet<Lang>,
}

/// A cleaned text and the pictures it carries as data URLs, in their order.
#[derive(Debug)]
pub(super) struct Content {
    pub(super) html: String,
    pub(super) images: Vec<NewImage>,
}

impl Changes {
    /// The languages of which something is said, be it that there is nothing.
    pub(super) fn languages(&self) -> BTreeSet<Lang> {
        let texts = [
            &self.title,
            &self.excerpt,
            &self.meta_title,
            &self.meta_description,
        ];
        let texts = texts.into_iter().flat_map(Localized::langs);
        let contents = self.content.langs().chain(self.slug.langs());
        texts.chain(contents).collect()
    }

    /// The category alone.
    pub(super) fn of_category(category: Category) -> Self {
        Self {
            category: Some(category),
            featured: None,
            trending: None,
            author: None,
            title: Localized::default(),
            excerpt: Localized::default(),
            content: Localized::default(),
            meta_title: Localized::default(),
            meta_description: Localized::default(),
            slug: Localized::default(),
            image: None,
            remove_image: false,
            site: BTreeSet::new(),
        }
    }

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
        for (lang, content) in self.content.iter() {
            let addresses = content
                .images
                .iter()
                .map(|image| store(image).map(media::address))
                .collect::<Result<Vec<_>, E>>()?;
            let html = rich_text::point_to(&content.html, &addresses);
            post.content.set(lang, html);
        }
        self.apply_fields(post);
        Ok(())
    }

    /// The post as a page would show it now, with no picture stored.
    pub fn preview(mut self, post: &mut Post) {
        for (lang, content) in std::mem::take(&mut self.content) {
            post.content.set(lang, content.html);
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
        if let Some(author) = self.author {
            post.author = author;
        }
        for (given, texts) in [
            (self.title, &mut post.title),
            (self.excerpt, &mut post.excerpt),
            (self.meta_title, &mut post.meta.title),
            (self.meta_description, &mut post.meta.description),
        ] {
            for (lang, text) in given {
                texts.set(lang, text);
            }
        }
        for (lang, words) in self.slug {
            post.slugs.current.set(lang, words);
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
        updated: None,
        image_id: None,
        image: None,
        title: Texts::default(),
        excerpt: Texts::default(),
        content: Texts::default(),
        meta: Meta::default(),
        slugs: Slugs::default(),
        pictures: PictureNotes::new(),
    }
}
