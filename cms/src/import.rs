//! `cms import`: sample posts from a folder into the store.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use generator::{Lang, Post, content::samples::Samples};
use rusqlite::Transaction;

use crate::{
    clock::Clock,
    config::Config,
    rich_text,
    store::{
        Store, images,
        posts::{self, SaveError},
        site,
    },
    uploads,
};

/// Imports every post of a folder, all or none of them. Run it while `cms serve` is stopped, or restart that
/// afterwards.
pub fn run(config: &Config, path: &Path, if_empty: bool) -> anyhow::Result<()> {
    let store = Store::open(&config.store_file())?;
    if if_empty
        && !store
            .read_blocking(|connection| Ok::<_, anyhow::Error>(posts::is_empty(connection)?))?
    {
        println!("there are posts already; nothing imported");
        return Ok(());
    }
    let count = import(
        &store,
        &content_folder(path)?,
        config.max_image_bytes(),
        &Clock::System,
    )?;
    println!("imported {count} posts");
    Ok(())
}

/// Imports the sample posts of a content folder; returns how many there were.
pub fn import(
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
        let revision = site::advance(transaction)?;
        for sample in &samples.posts {
            insert(transaction, sample.post.clone(), &ids, revision)?;
        }
        Ok(samples.posts.len())
    })
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
    for lang in Lang::ALL {
        let html = rich_text::renumber(&rich_text::clean(post.content.get(lang)), new_id);
        linked.extend(rich_text::stored_images(&html));
        *post.content.get_mut(lang) = html;
    }
    let id = match posts::insert(transaction, &post, revision) {
        Err(SaveError::FeaturedTaken) => {
            println!(
                "{}: another post is featured, so this one is not",
                post.title.az
            );
            post.featured = false;
            posts::insert(transaction, &post, revision)?
        }
        inserted => inserted?,
    };
    posts::set_text_images(transaction, id, &linked)?;
    Ok(())
}

/// Accepts the content folder or its `posts`.
fn content_folder(path: &Path) -> anyhow::Result<PathBuf> {
    if path.join("posts").is_dir() {
        return Ok(path.to_owned());
    }
    match path.canonicalize() {
        Ok(full) if full.file_name().is_some_and(|name| name == "posts") => full
            .parent()
            .map(Path::to_path_buf)
            .context("no folder above it"),
        Ok(_) => bail!(
            "{} is neither a content folder nor its `posts`",
            path.display()
        ),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}
