//! Posts of others into the store: sample posts of a content folder, or posts in the API's JSON.

use std::{
    collections::{BTreeSet, HashMap},
    path::Path,
};

use anyhow::{Context as _, bail, ensure};
use generator::{Lang, Languages, Post, content::samples::Samples};
use imaging::Limits;
use rusqlite::Transaction;

use super::{archive::MAX_NUMBER, cleaning::cleaned};
use crate::{
    media::{address, uploads},
    output::say,
    posts::{history, rich_text, site::Site},
    store::{
        Store, archive, images, languages,
        posts::{self, Dates, StoredPost},
        redirects, revisions,
    },
    time::clock::Clock,
};

/// Imports the sample posts of a content folder; returns how many there were.
pub fn import_samples(
    store: &Store,
    content: &Path,
    max_image_bytes: usize,
    clock: &Clock,
) -> anyhow::Result<usize> {
    let samples = Samples::read(content)?;
    let limits = uploads::limits(max_image_bytes);
    let pictures = samples
        .images
        .iter()
        .map(|file| {
            let bytes =
                std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
            uploads::accept(&bytes, &limits)
                .with_context(|| format!("{} is refused", file.display()))
        })
        .collect::<anyhow::Result<Vec<_>>>()?;
    let now = clock.now().as_millisecond();
    store.write_blocking(|transaction| {
        let mut ids = HashMap::new();
        for (place, picture) in (1_i64..).zip(&pictures) {
            ids.insert(place, images::insert(transaction, picture, now)?);
        }
        let revision = revisions::advance(transaction)?;
        for sample in &samples.posts {
            insert(transaction, sample.post.clone(), &ids, revision)?;
        }
        Ok(samples.posts.len())
    })
}

/// Imports an array of posts as `GET /api/blog/posts/` gives it, under the numbers they have, into a store without posts;
/// returns how many there were. Texts are cleaned as on their way through the API. Pictures travel in an archive
/// (`cms export`), or as data URLs in the texts; categories are the services of the content folder; a picture that
/// the store does not have is left out: its number would be the next one's.
pub fn import_json(
    store: &Store,
    file: &Path,
    content: &Path,
    max_image_bytes: usize,
    clock: &Clock,
) -> anyhow::Result<usize> {
    let name = file.display();
    let json = std::fs::read(file).with_context(|| format!("cannot read {name}"))?;
    let mut list: Vec<Post> = serde_json::from_slice(&json)
        .with_context(|| format!("{name} is not an array of posts in the API's JSON"))?;
    check_numbers(&list).with_context(|| name.to_string())?;
    list.sort_by_key(|post| post.id);
    let (limits, now) = (
        uploads::limits(max_image_bytes),
        clock.now().as_millisecond(),
    );
    let site = Site::of(content, None, Languages::default());
    store.write_blocking(|transaction| {
        ensure!(
            posts::is_empty(transaction)?,
            "there are posts already; numbered posts go into a store without any (another --data)"
        );
        let revision = revisions::advance(transaction)?;
        for post in &list {
            let place = || format!("{name}: post {}", post.id);
            ensure!(
                site.offers(post.category),
                "{}: category is refused: invalid_choice",
                place()
            );
            insert_numbered(transaction, post.clone(), &limits, now, revision)
                .with_context(place)?;
        }
        Ok(list.len())
    })
}

/// Each number stands once.
fn check_numbers(list: &[Post]) -> anyhow::Result<()> {
    let mut places = HashMap::new();
    for (place, post) in (1_usize..).zip(list) {
        let id = post.id;
        if let Some(first) = places.insert(id, place) {
            bail!("post {id} is there twice: as item {first} and as item {place} of the array");
        }
    }
    Ok(())
}

/// The text without pictures, and links to them, that the store does not have; each is named.
fn without_lost(
    transaction: &Transaction<'_>,
    id: i64,
    lang: Lang,
    html: String,
) -> anyhow::Result<String> {
    let mut lost = BTreeSet::new();
    for image in rich_text::stored_images(&html) {
        if !images::exists(transaction, image)? && lost.insert(image) {
            let field = format!("content_{}", lang.code());
            say!("post {id}: {field}: there is no image {image}; left out")?;
        }
    }
    if lost.is_empty() {
        Ok(html)
    } else {
        Ok(rich_text::without(&html, |image| lost.contains(&image)))
    }
}

fn insert_numbered(
    transaction: &Transaction<'_>,
    mut post: Post,
    limits: &Limits,
    now: i64,
    revision: i64,
) -> anyhow::Result<()> {
    ensure!(
        (1..=MAX_NUMBER).contains(&post.id),
        "a post's number is 1 to {MAX_NUMBER}"
    );
    // Also one that is named by its address alone: what is not noted as used could be deleted.
    let cover = post.own_picture();
    post.image_id = None;
    if let Some(id) = cover {
        if images::exists(transaction, id)? {
            post.image_id = Some(id)
        } else {
            say!("post {}: there is no image {id}; left out", post.id)?
        }
    }
    // What the API puts into `image` for a stored picture is no fallback address.
    post.image = post.image.filter(|_| cover.is_none());
    let mut linked = Vec::new();
    for lang in languages::of_posts([&post]) {
        let html = without_lost(transaction, post.id, lang, cleaned(&post, lang)?)?;
        let addresses = rich_text::embedded_images(&html)
            .iter()
            .map(|bytes| {
                let picture = uploads::accept(bytes, limits)?;
                Ok(address(images::insert(transaction, &picture, now)?))
            })
            .collect::<anyhow::Result<Vec<_>>>()?;
        let html = rich_text::point_to(&html, &addresses);
        linked.extend(rich_text::stored_images(&html));
        post.content.set(lang, html);
        post.title
            .set(lang, rich_text::plain_line(post.title.get(lang)));
        post.excerpt
            .set(lang, rich_text::plain(post.excerpt.get(lang)));
        for text in [&mut post.meta.title, &mut post.meta.description] {
            text.set(lang, rich_text::plain_line(text.get(lang)));
        }
    }
    post.author = rich_text::plain_line(&post.author);
    put(transaction, post, &linked, revision)?;
    Ok(())
}

/// A post that is published as of its date, which is the first revision of its history.
fn put(
    transaction: &Transaction<'_>,
    post: Post,
    linked: &[i64],
    revision: i64,
) -> anyhow::Result<()> {
    let stored = StoredPost {
        revision,
        dates: Dates::of_imported(&post),
        post,
    };
    archive::insert_post(transaction, &stored, linked)?;
    // What comes on-line has its address for itself again.
    redirects::remove(transaction, stored.post.id)?;
    history::imported(transaction, &stored)?;
    Ok(())
}

fn insert(
    transaction: &Transaction<'_>,
    mut post: Post,
    ids: &HashMap<i64, i64>,
    revision: i64,
) -> anyhow::Result<()> {
    let new_id = |place: i64| ids.get(&place).copied();
    post.image_id = post.image_id.and_then(new_id);
    let mut linked = Vec::new();
    for lang in languages::of_posts([&post]) {
        let html = rich_text::renumber(&cleaned(&post, lang)?, new_id);
        linked.extend(rich_text::stored_images(&html));
        post.content.set(lang, html);
    }
    if post.featured && posts::is_any_featured(transaction)? {
        say!(
            "{}: another post is featured, so this one is not",
            post.title.get(Lang::DEFAULT)
        )?;
        post.featured = false;
    }
    post.id = posts::reserve_id(transaction)?;
    put(transaction, post, &linked, revision)
}
