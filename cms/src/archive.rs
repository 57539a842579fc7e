//! Everything the CMS owns as one tar: posts, images, users without secrets.
//!
//! The same store gives the same bytes, and an archive imported into an empty store and exported again is the same
//! file. Contact messages and sessions are not part of it; a backup has them.

use std::{
    collections::BTreeMap,
    io::{Read, Write},
};

use anyhow::{Context as _, anyhow, bail, ensure};
use generator::{Lang, Post};
use imaging::Limits;
use rusqlite::{Connection, Transaction};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tar::{Archive, Builder, Header};

use crate::{
    rich_text,
    store::{
        Store,
        archive::{self as rows, ArchivedImage, ArchivedUser},
        images, site,
    },
};

const FORMAT: u32 = 1;
/// Of one text file in an archive.
const MAX_TEXT: u64 = 256 * 1024 * 1024;

/// The first entry: what the others are.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    format: u32,
    sequences: BTreeMap<String, i64>,
    users: Vec<ArchivedUser>,
    images: Vec<ArchivedImage>,
}

/// What was carried.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Carried {
    /// Posts.
    pub posts: usize,
    /// Images.
    pub images: usize,
    /// Users.
    pub users: usize,
}

/// Writes the archive of the store as of one moment.
pub fn export(store: &Store, out: impl Write) -> anyhow::Result<Carried> {
    store.read_blocking(|connection| {
        let snapshot = connection.unchecked_transaction()?;
        write(&snapshot, out)
    })
}

fn write(store: &Connection, out: impl Write) -> anyhow::Result<Carried> {
    let mut tar = Builder::new(out);
    let manifest = Manifest {
        format: FORMAT,
        sequences: rows::sequences(store)?,
        users: rows::users(store)?,
        images: rows::images(store)?,
    };
    append(&mut tar, "archive.json", &json(&manifest)?)?;
    let posts = rows::posts(store)?;
    append(&mut tar, "posts.json", &json(&posts)?)?;
    for image in &manifest.images {
        let stored = images::find(store, image.id)?
            .with_context(|| format!("image {} is gone", image.id))?;
        append(&mut tar, &format!("images/{}", image.hash), &stored.bytes)?;
    }
    tar.into_inner()?.flush()?;
    Ok(Carried {
        posts: posts.len(),
        images: manifest.images.len(),
        users: manifest.users.len(),
    })
}

/// No times, owners or permissions of this machine.
fn append(tar: &mut Builder<impl Write>, path: &str, bytes: &[u8]) -> anyhow::Result<()> {
    let mut header = Header::new_ustar();
    header.set_size(u64::try_from(bytes.len())?);
    header.set_mode(0o644);
    header.set_mtime(0);
    header.set_cksum();
    tar.append_data(&mut header, path, bytes)
        .with_context(|| format!("cannot write {path}"))
}

/// Takes an archive into a store without posts and images, all of it or nothing.
pub fn import(store: &Store, from: impl Read, limits: &Limits) -> anyhow::Result<Carried> {
    store.write_blocking(|transaction| {
        ensure!(
            !rows::is_occupied(transaction)?,
            "the store has posts or images already; an archive goes into an empty one (another --data)"
        );
        read(transaction, from, limits)
    })
}

fn read(store: &Transaction<'_>, from: impl Read, limits: &Limits) -> anyhow::Result<Carried> {
    let mut archive = Archive::new(from);
    let mut entries = archive.entries().context("this is not a tar archive")?;
    let manifest: Manifest = text(entries.next(), "archive.json")?;
    ensure!(
        manifest.format == FORMAT,
        "the archive has format {}, this program knows {FORMAT}",
        manifest.format
    );
    let posts: Vec<Post> = text(entries.next(), "posts.json")?;
    for image in &manifest.images {
        let entry = entries
            .next()
            .with_context(|| format!("image {} is missing", image.id))?;
        let bytes = bytes(
            entry,
            &format!("images/{}", image.hash),
            u64::try_from(limits.max_bytes)?,
        )?;
        check_image(image, &bytes, limits)?;
        rows::insert_image(store, image, &bytes)?;
    }
    if entries.next().is_some() {
        bail!("the archive holds more than it lists");
    }
    let revision = site::advance(store)?;
    for post in &posts {
        insert_post(store, post, &manifest, revision)
            .with_context(|| format!("post {}", post.id))?;
    }
    for user in &manifest.users {
        rows::insert_user(store, user)?;
    }
    for (table, number) in &manifest.sequences {
        ensure!(
            matches!(table.as_str(), "posts" | "images"),
            "unknown sequence {table}"
        );
        rows::set_sequence(store, table, *number)?;
    }
    Ok(Carried {
        posts: posts.len(),
        images: manifest.images.len(),
        users: manifest.users.len(),
    })
}

/// Sanitised like any other text on its way in; what an export wrote passes unchanged.
fn insert_post(
    store: &Transaction<'_>,
    post: &Post,
    manifest: &Manifest,
    revision: i64,
) -> anyhow::Result<()> {
    let mut post = post.clone();
    let mut linked = Vec::new();
    for lang in Lang::ALL {
        let html = cleaned(&post, lang)?;
        linked.extend(rich_text::stored_images(&html));
        *post.content.get_mut(lang) = html;
    }
    linked.retain(|id| manifest.images.iter().any(|image| image.id == *id));
    rows::insert_post(store, &post, &linked, revision)
}

/// The content of a post in a language, as a save would keep it.
pub(crate) fn cleaned(post: &Post, lang: Lang) -> anyhow::Result<String> {
    rich_text::clean(post.content.get(lang)).map_err(|code| {
        anyhow!(
            "post {}: content_{} is refused: {code}",
            post.id,
            lang.code()
        )
    })
}

fn check_image(image: &ArchivedImage, bytes: &[u8], limits: &Limits) -> anyhow::Result<()> {
    let place = || format!("image {}", image.id);
    ensure!(
        imaging::content_hash(bytes) == image.hash,
        "{} is damaged: its hash differs",
        place()
    );
    let info = imaging::inspect(bytes, limits).with_context(place)?;
    let same = (info.content_type(), info.width, info.height)
        == (image.content_type.as_str(), image.width, image.height);
    ensure!(same, "{} is not what the archive says", place());
    Ok(())
}

type Entry<'a, R> = std::io::Result<tar::Entry<'a, R>>;

fn text<T: DeserializeOwned, R: Read>(
    entry: Option<Entry<'_, R>>,
    name: &str,
) -> anyhow::Result<T> {
    let entry = entry.with_context(|| format!("{name} is missing"))?;
    serde_json::from_slice(&bytes(entry, name, MAX_TEXT)?)
        .with_context(|| format!("{name} cannot be read"))
}

fn bytes<R: Read>(entry: Entry<'_, R>, name: &str, limit: u64) -> anyhow::Result<Vec<u8>> {
    let mut entry = entry.with_context(|| format!("{name}: this is not a whole tar archive"))?;
    let found = entry.path()?.display().to_string();
    ensure!(
        found == name,
        "expected {name}, found {found}: not an archive of this program"
    );
    ensure!(
        entry.size() <= limit,
        "{name} has {} bytes; at most {limit} are accepted",
        entry.size()
    );
    let mut content = Vec::new();
    entry
        .read_to_end(&mut content)
        .with_context(|| format!("{name} is cut off"))?;
    ensure!(
        u64::try_from(content.len())? == entry.size(),
        "{name} is cut off"
    );
    Ok(content)
}

fn json(value: &impl Serialize) -> anyhow::Result<Vec<u8>> {
    let mut text = serde_json::to_vec_pretty(value)?;
    text.push(b'\n');
    Ok(text)
}
