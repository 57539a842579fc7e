//! Everything the CMS owns as one tar: posts with all that only staff see of them, images, users without secrets.
//!
//! The same store gives the same bytes, and an archive imported into an empty store and exported again is the same
//! file. Contact messages, sessions and share links are not part of it; a backup has them.

use std::{
    collections::{BTreeMap, HashSet},
    io::{self, Read, Write},
};

use anyhow::{Context as _, bail, ensure};
use generator::{Lang, Post};
use jiff::Timestamp;
use rusqlite::{Connection, Transaction};
use serde::{Deserialize, Serialize};
use tar::{Archive, Builder, Entry};

use crate::{
    media::uploads,
    ops::{
        archive_approvals::{ApprovalJson, approvals, take_approvals},
        archive_life::{self, ArchivedPost, Overdue, RedirectJson, ScheduleJson},
        archive_stream::{self, Counter, Rows},
        archive_tar::{append, entry, header, to_its_end, whole},
        archive_trash::{self, TrashedJson},
        cleaning::{check_cover, clean},
    },
    originals::Originals,
    posts::history as begun,
    store::{
        Store, archive as rows,
        archive::{ArchivedImage, ArchivedUser},
        history, images,
        posts::{self, Dates, StoredPost},
        revisions, slugs, translations, working_copies,
    },
};

const COPIES: &str = "working_copies.json";
const REVISIONS: &str = "revisions.json";
const TRANSLATIONS: &str = "translations.json";

/// Format 1 had posts, images and users only; it is still read.
const FORMAT: u32 = 2;
/// Of the list of images and users, which is held in memory: more than a million images.
const MAX_MANIFEST: u64 = 256 * 1024 * 1024;
/// Of one post as JSON and of one image, which are held in memory: much more than the API takes. All of them together
/// have no limit.
const MAX_ITEM: u64 = 512 * 1024 * 1024;
/// Of a tar: everything is in blocks of this size.
const BLOCK: u64 = 512;
/// The highest number of a post or an image: what JSON carries exactly.
pub const MAX_NUMBER: i64 = (1 << 53) - 1;

/// The first entry: what the others are.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    format: u32,
    sequences: BTreeMap<String, i64>,
    users: Vec<ArchivedUser>,
    images: Vec<ArchivedImage>,
    #[serde(default)]
    schedules: Vec<ScheduleJson>,
    #[serde(default)]
    trash: Vec<TrashedJson>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    redirects: Vec<RedirectJson>,
    /// Words that addresses of posts have or had.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    slugs: Vec<slugs::Address>,
    /// Requests for publication.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    approvals: Vec<ApprovalJson>,
}

/// What was carried.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Carried {
    /// Posts.
    pub posts: usize,
    /// Images.
    pub images: usize,
    /// Users.
    pub users: usize,
    /// Plans that were left behind.
    pub overdue: Vec<Overdue>,
}

/// Writes the archive of the store as of one moment, with its originals wherever they are.
pub fn export(originals: &Originals, out: impl Write) -> anyhow::Result<Carried> {
    originals.store().read_blocking(|connection| {
        let snapshot = connection.unchecked_transaction()?;
        write(&snapshot, originals, out)
    })
}

fn write(store: &Connection, originals: &Originals, out: impl Write) -> anyhow::Result<Carried> {
    let mut tar = Builder::new(out);
    let manifest = Manifest {
        format: FORMAT,
        sequences: rows::sequences(store)?,
        users: rows::users(store)?,
        images: rows::images(store)?,
        schedules: archive_life::schedules(store)?,
        trash: archive_trash::trash(store)?,
        redirects: archive_life::redirects(store)?,
        slugs: slugs::all(store)?,
        approvals: approvals(store)?,
    };
    let text = json(&manifest)?;
    ensure!(
        u64::try_from(text.len())? <= MAX_MANIFEST,
        "there are too many images for one archive; use `cms backup`"
    );
    append(&mut tar, "archive.json", &text)?;
    let ids = rows::post_ids(store)?;
    let read = |id: &i64| archive_life::post(store, *id);
    append_rows(
        &mut tar,
        "posts.json",
        &Rows {
            keys: &ids,
            read: &read,
        },
    )?;
    append_life(&mut tar, store)?;
    for image in &manifest.images {
        let stored = images::find(store, image.id)?
            .with_context(|| format!("image {} is gone", image.id))?;
        let bytes = match stored.bytes {
            Some(bytes) => bytes,
            None => originals
                .fetch(&image.hash, stored.length)
                .with_context(|| format!("image {}", image.id))?,
        };
        append(&mut tar, &format!("images/{}", image.hash), &bytes)?;
    }
    tar.into_inner()?.flush()?;
    Ok(Carried {
        posts: ids.len(),
        images: manifest.images.len(),
        users: manifest.users.len(),
        overdue: Vec::new(),
    })
}

/// What only staff see of posts.
fn append_life(tar: &mut Builder<impl Write>, store: &Connection) -> anyhow::Result<()> {
    let read = |id: &i64| archive_life::copy(store, *id);
    let keys = working_copies::ids(store)?;
    append_rows(
        tar,
        COPIES,
        &Rows {
            keys: &keys,
            read: &read,
        },
    )?;
    let read = |key: &(i64, i64)| archive_life::revision(store, *key);
    let keys = history::keys(store)?;
    append_rows(
        tar,
        REVISIONS,
        &Rows {
            keys: &keys,
            read: &read,
        },
    )?;
    let read = |key: &(i64, Lang)| archive_life::translation(store, *key);
    let keys = translations::keys(store)?;
    append_rows(
        tar,
        TRANSLATIONS,
        &Rows {
            keys: &keys,
            read: &read,
        },
    )
}

/// Twice from the store, once to know the size, instead of once into memory.
fn append_rows<K, T: Serialize>(
    tar: &mut Builder<impl Write>,
    name: &str,
    rows: &Rows<'_, K, T>,
) -> anyhow::Result<()> {
    let mut counter = Counter::default();
    rows.write(&mut counter)?;
    let mut header = header(counter.0);
    header.set_path(name)?;
    header.set_cksum();
    let out = tar.get_mut();
    out.write_all(header.as_bytes())?;
    rows.write(io::BufWriter::new(&mut *out))
        .with_context(|| format!("cannot write {name}"))?;
    let rest = (BLOCK - counter.0 % BLOCK) % BLOCK;
    io::copy(&mut io::repeat(0).take(rest), out)?;
    Ok(())
}

/// Takes an archive into a store without posts and images, all of it or nothing. Plans whose time has passed `now` are left
/// behind: nobody expects them to be carried out at the next start.
pub fn import(store: &Store, from: impl Read, now: Timestamp) -> anyhow::Result<Carried> {
    store.write_blocking(|transaction| {
        ensure!(
            !rows::is_occupied(transaction)?,
            "the store has posts or images already; an archive goes into an empty one (another --data)"
        );
        read(transaction, from, now.as_millisecond())
    })
}

fn read(store: &Transaction<'_>, from: impl Read, now: i64) -> anyhow::Result<Carried> {
    // Posts come before the images that they show.
    store.pragma_update(None, "defer_foreign_keys", true)?;
    let mut archive = Archive::new(from);
    // Raw: long names, links and holes, which cost memory before they are seen, are entries of another kind.
    let mut entries = archive
        .entries()
        .context("this is not a tar archive")?
        .raw(true);
    let manifest = read_manifest(entry(entries.next(), "archive.json", MAX_MANIFEST)?)?;
    let posts = read_posts(
        store,
        to_its_end(entry(entries.next(), "posts.json", u64::MAX)?),
        &manifest,
    )?;
    let mut overdue = Vec::new();
    if manifest.format > 1 {
        let images = known_images(&manifest);
        let file = to_its_end(entry(entries.next(), COPIES, u64::MAX)?);
        archive_life::take_copies(store, file, MAX_ITEM, &images)
            .with_context(|| format!("{COPIES} cannot be read"))?;
        take_approvals(store, &manifest.approvals)?;
        let file = to_its_end(entry(entries.next(), REVISIONS, u64::MAX)?);
        archive_life::take_revisions(store, file, MAX_ITEM)
            .with_context(|| format!("{REVISIONS} cannot be read"))?;
        let file = to_its_end(entry(entries.next(), TRANSLATIONS, u64::MAX)?);
        archive_life::take_translations(store, file, MAX_ITEM)
            .with_context(|| format!("{TRANSLATIONS} cannot be read"))?;
        overdue = archive_life::take_plans(store, &manifest.schedules, now)?;
        archive_trash::take_trash(store, &manifest.trash)?;
        archive_life::take_redirects(store, &manifest.redirects)?;
        for address in &manifest.slugs {
            slugs::insert(store, *address)?;
        }
    }
    for image in &manifest.images {
        let name = format!("images/{}", image.hash);
        let bytes = whole(entry(entries.next(), &name, MAX_ITEM)?, &name)?;
        check_image(image, &bytes)?;
        rows::insert_image(store, image, &bytes)?;
    }
    if entries.next().is_some() {
        bail!("the archive holds more than it lists");
    }
    for (post, linked) in &posts {
        posts::set_text_images(store, *post, linked)?;
    }
    for user in &manifest.users {
        rows::insert_user(store, user)?;
    }
    for (table, number) in &manifest.sequences {
        rows::set_sequence(store, table, *number)?;
    }
    Ok(Carried {
        posts: posts.len(),
        images: manifest.images.len(),
        users: manifest.users.len(),
        overdue,
    })
}

fn read_manifest(entry: Entry<'_, impl Read>) -> anyhow::Result<Manifest> {
    let text = whole(entry, "archive.json")?;
    let manifest: Manifest =
        serde_json::from_slice(&text).context("archive.json cannot be read")?;
    ensure!(
        (1..=FORMAT).contains(&manifest.format),
        "the archive has format {}, this program knows formats up to {FORMAT}",
        manifest.format
    );
    let mut hashes = HashSet::new();
    let mut last = 0;
    for image in &manifest.images {
        check_number("image", &mut last, image.id)?;
        ensure!(
            hashes.insert(&image.hash),
            "image {} is listed twice",
            image.id
        );
    }
    for (table, number) in &manifest.sequences {
        ensure!(
            matches!(table.as_str(), "posts" | "images"),
            "unknown sequence {table}"
        );
        ensure!(
            (0..=MAX_NUMBER).contains(number),
            "the sequence of {table} cannot be {number}"
        );
    }
    Ok(manifest)
}

/// Numbers begin at 1 and rise.
fn check_number(what: &str, last: &mut i64, number: i64) -> anyhow::Result<()> {
    ensure!(
        *last < number && number <= MAX_NUMBER,
        "{what} {number} after {what} {last}: twice, or not in order"
    );
    *last = number;
    Ok(())
}

/// The posts' numbers, and the images in their texts.
fn read_posts(
    store: &Transaction<'_>,
    from: impl Read,
    manifest: &Manifest,
) -> anyhow::Result<Vec<(i64, Vec<i64>)>> {
    let images = known_images(manifest);
    let revision = revisions::advance(store)?;
    let (mut last, mut found) = (0, Vec::new());
    archive_stream::each(from, MAX_ITEM, |archived: ArchivedPost| {
        let (post, dates) = archived.parts();
        check_number("post", &mut last, post.id)?;
        let (stored, linked) = insert_post(store, post, dates, &images, revision)
            .with_context(|| format!("post {last}"))?;
        if manifest.format == 1 {
            begun::imported(store, &stored)?;
        }
        found.push((last, linked));
        Ok(())
    })
    .context("posts.json cannot be read")?;
    Ok(found)
}

/// Sanitised like any other text on its way in; what an export wrote passes unchanged.
fn insert_post(
    store: &Transaction<'_>,
    mut post: Post,
    dates: Option<Dates>,
    images: &HashSet<i64>,
    revision: i64,
) -> anyhow::Result<(StoredPost, Vec<i64>)> {
    check_cover(&mut post, images)?;
    clean(&mut post)?;
    let stored = StoredPost {
        revision,
        dates: dates.unwrap_or_else(|| Dates::of_imported(&post)),
        post,
    };
    rows::insert_post(store, &stored, &[])?;
    let linked = begun::text_images(&stored.post);
    Ok((stored, linked))
}

fn known_images(manifest: &Manifest) -> HashSet<i64> {
    manifest.images.iter().map(|image| image.id).collect()
}

fn check_image(image: &ArchivedImage, bytes: &[u8]) -> anyhow::Result<()> {
    let place = || format!("image {}", image.id);
    ensure!(
        imaging::content_hash(bytes) == image.hash,
        "{} is damaged: its hash differs",
        place()
    );
    // The setting is about new pictures; one that was taken elsewhere is taken here.
    let limits = uploads::limits(bytes.len());
    let info = imaging::inspect(bytes, &limits).with_context(place)?;
    let same = (info.content_type(), info.width, info.height)
        == (image.content_type.as_str(), image.width, image.height);
    ensure!(same, "{} is not what the archive says", place());
    Ok(())
}

fn json(value: &impl Serialize) -> anyhow::Result<Vec<u8>> {
    let mut text = serde_json::to_vec_pretty(value)?;
    text.push(b'\n');
    Ok(text)
}
