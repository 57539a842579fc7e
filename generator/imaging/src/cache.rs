//! The cache of responsive variants, by content hash. It can be deleted at any time.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::SystemTime;

use rayon::prelude::*;

use crate::encode::{PUBLISHED, encode};
use crate::pixels::Pixels;
use crate::strip::strip_unseen;
use crate::{Format, ImageError, ImageInfo, Limits, Spec, inspect, strip_metadata};

mod facts;
mod files;
mod shelves;

use facts::{Facts, OriginalFacts, Shape, Wanted};
pub use facts::{Seal, original_name};
use files::{remove_others, write_facts, write_whole};
use shelves::Shelves;

/// How the cache is laid out; encoders are told apart within it.
const LAYOUT: &str = "v1";
const FACTS: &str = "facts.json";
const ORIGINAL: &str = "original.json";

/// One file of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// Its format.
    pub format: Format,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// Where it lies in the cache.
    pub path: PathBuf,
    /// The name to publish it under, by its own bytes: `<16 digits of their hash>-<width>.<extension>`, an original
    /// without the width.
    pub file_name: String,
    /// What its bytes must be; to be checked before they are published.
    pub seal: Seal,
}

/// All files of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variants {
    /// Width of the source, upright.
    pub width: u32,
    /// Height of the source, upright.
    pub height: u32,
    /// By format as the enum orders them, then by width. An animation is one file, as uploaded.
    pub files: Vec<Variant>,
    /// Whether this program would make the same bytes; else they can be shown until [`VariantCache::ensure`] has made
    /// its own.
    pub current: bool,
}

impl Variants {
    /// The files of one format, narrowest first.
    pub fn of(&self, format: Format) -> impl Iterator<Item = &Variant> {
        self.files.iter().filter(move |file| file.format == format)
    }

    /// The format every browser can show: JPEG, or PNG with transparency, or the animation itself.
    pub fn fallback(&self) -> Format {
        let formats = [Format::Jpeg, Format::Png, Format::Gif];
        formats
            .into_iter()
            .find(|format| self.of(*format).next().is_some())
            .unwrap_or(Format::Webp)
    }
}

type Known = HashMap<(String, Spec), (SystemTime, Variants)>;

/// Makes and finds variants in one folder; safe to use from many threads and processes.
#[derive(Debug)]
pub struct VariantCache {
    folder: PathBuf,
    limits: Limits,
    pool: Option<rayon::ThreadPool>,
    known: Mutex<Known>,
    drawn: Shelves,
}

impl VariantCache {
    /// A cache in `folder`, which is made when the first file is.
    ///
    /// Encoding runs on threads of its own with a lower priority, so that it never holds up a save.
    pub fn new(folder: impl Into<PathBuf>, limits: Limits) -> Self {
        let pool = rayon::ThreadPoolBuilder::new()
            .thread_name(|index| format!("encode-{index}"))
            .start_handler(|_| lower_priority())
            .build()
            .map_err(
                |error| tracing::warn!(%error, "pictures are encoded without threads of their own"),
            )
            .ok();
        let folder = folder.into().join(LAYOUT);
        Self {
            drawn: Shelves::new(&folder),
            folder,
            limits,
            pool,
            known: Mutex::default(),
        }
    }

    /// Looks at the files again, whatever it saw before: one of them turned out to be damaged.
    pub fn forget(&self) {
        self.known().clear();
        self.drawn.forget();
    }

    /// The variants when every file is there with its length, perhaps made by an earlier version of the program. One
    /// look at a folder when nothing changed since the last call.
    pub fn ready(&self, hash: &str, spec: &Spec) -> Option<Variants> {
        let folder = self.folder_of(hash).ok()?;
        let changed = fs::metadata(&folder)
            .and_then(|data| data.modified())
            .ok()?;
        let key = (hash.to_owned(), spec.clone());
        if let Some((seen, variants)) = self.known().get(&key)
            && *seen == changed
        {
            return Some(variants.clone());
        }
        let facts: Facts = facts::read(&folder.join(FACTS))?;
        let variants = facts.variants(&folder, spec)?;
        self.known().insert(key, (changed, variants.clone()));
        Some(variants)
    }

    /// The variants as this program makes them, encoding what is missing. `hash` is [`crate::content_hash`] of `bytes`.
    pub fn ensure(&self, hash: &str, bytes: &[u8], spec: &Spec) -> Result<Variants, ImageError> {
        if let Some(variants) = self.ready(hash, spec).filter(|variants| variants.current) {
            return Ok(variants);
        }
        let folder = self.made_folder(hash)?;
        let info = inspect(bytes, &self.limits)?;
        let before: Option<Facts> = facts::read(&folder.join(FACTS));
        let replaces = before.as_ref().is_some_and(|facts| !facts.are_current());
        let facts = if info.is_animated() {
            keep_animation(&folder, bytes, &info, spec)?
        } else {
            self.encode_missing(&folder, bytes, &info, before, spec)?
        };
        let variants = facts.variants(&folder, spec);
        let kept = facts.file_names();
        write_facts(&folder.join(FACTS), facts)?;
        if replaces {
            remove_others(&folder, &kept);
        }
        variants.ok_or_else(|| ImageError::Io {
            path: folder,
            source: std::io::Error::other("a file that was just written is gone"),
        })
    }

    /// The picture as it was uploaded, free of metadata, if it was kept here.
    pub fn original(&self, hash: &str) -> Option<Variant> {
        let folder = self.folder_of(hash).ok()?;
        let facts: OriginalFacts = facts::read(&folder.join(ORIGINAL))?;
        facts.variant(&folder)
    }

    /// Keeps the picture as it was uploaded, free of metadata. It is decoded only if it lies on its side: that it is
    /// whole is for the caller to know, or for [`Self::ensure`] to find out.
    pub fn keep_original(&self, hash: &str, bytes: &[u8]) -> Result<Variant, ImageError> {
        if let Some(original) = self.original(hash) {
            return Ok(original);
        }
        let folder = self.made_folder(hash)?;
        let info = inspect(bytes, &self.limits)?;
        let clean = strip_unseen(bytes, &info)?;
        let facts = OriginalFacts::new(&info, &clean);
        let original = facts.file(&folder);
        write_whole(&original.path, &clean)?;
        write_facts(&folder.join(ORIGINAL), facts)?;
        Ok(original)
    }

    /// A picture that was kept under a key, which has the form of a content hash, with [`Self::keep_drawn`].
    pub fn drawn(&self, key: &str) -> Option<Variant> {
        self.drawn.find(key).or_else(|| self.take_over(key))
    }

    /// Keeps a picture under what it was drawn from, free of metadata.
    pub fn keep_drawn(&self, key: &str, bytes: &[u8]) -> Result<Variant, ImageError> {
        if let Some(drawn) = self.drawn(key) {
            return Ok(drawn);
        }
        let info = inspect(bytes, &self.limits)?;
        let clean = strip_unseen(bytes, &info)?;
        let picture = OriginalFacts::new(&info, &clean).file(&self.folder);
        self.drawn.keep(key, &picture, &clean)
    }

    /// Earlier programs kept drawn pictures as they kept uploads.
    fn take_over(&self, key: &str) -> Option<Variant> {
        let earlier = self.original(key)?;
        let Ok(taken) = self.drawn.take(key, &earlier) else {
            return Some(earlier);
        };
        if let Ok(folder) = self.folder_of(key) {
            // What stays takes room and does no harm.
            let _ = fs::remove_file(folder.join(ORIGINAL));
            let _ = fs::remove_dir(folder);
        }
        Some(taken)
    }

    fn made_folder(&self, hash: &str) -> Result<PathBuf, ImageError> {
        let folder = self.folder_of(hash)?;
        fs::create_dir_all(&folder).map_err(|source| ImageError::Io {
            path: folder.clone(),
            source,
        })?;
        Ok(folder)
    }

    /// Decodes once and makes what is not there; files of other encoders count as not there.
    fn encode_missing(
        &self,
        folder: &Path,
        bytes: &[u8],
        info: &ImageInfo,
        before: Option<Facts>,
        spec: &Spec,
    ) -> Result<Facts, ImageError> {
        let pixels = Pixels::decode(bytes, info)?;
        let mut facts = Facts::new(Shape {
            width: pixels.width(),
            height: pixels.height(),
            alpha: pixels.has_alpha(),
            animated: None,
        });
        if let Some(before) = before.filter(Facts::are_current) {
            facts.seals = before.seals;
        }
        let mut missing = facts.wanted(spec);
        missing.retain(|file| {
            let seal = facts.seals.get(&file.key());
            !seal.is_some_and(|seal| seal.holds(&folder.join(file.file_name(seal))))
        });
        let made = match &self.pool {
            Some(pool) => pool.install(|| encode_all(folder, &pixels, &missing))?,
            None => encode_all(folder, &pixels, &missing)?,
        };
        facts.seals.extend(made);
        Ok(facts)
    }

    fn folder_of(&self, hash: &str) -> Result<PathBuf, ImageError> {
        let good = hash.len() == 64 && hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        match hash.get(..2) {
            Some(start) if good => Ok(self.folder.join(start).join(hash)),
            _ => Err(ImageError::BadHash(hash.chars().take(80).collect())),
        }
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.known
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// The published original is the only file: its frames must survive.
fn keep_animation(
    folder: &Path,
    bytes: &[u8],
    info: &ImageInfo,
    spec: &Spec,
) -> Result<Facts, ImageError> {
    let mut facts = Facts::new(Shape {
        width: info.width,
        height: info.height,
        alpha: true,
        animated: Some(info.format),
    });
    let clean = strip_metadata(bytes, info)?;
    for file in facts.wanted(spec) {
        let seal = Seal::of(&clean);
        write_whole(&folder.join(file.file_name(&seal)), &clean)?;
        facts.seals.insert(file.key(), seal);
    }
    Ok(facts)
}

/// Makes files; returns the seal of each.
fn encode_all(
    folder: &Path,
    pixels: &Pixels,
    missing: &[Wanted],
) -> Result<Vec<(String, Seal)>, ImageError> {
    let mut widths: Vec<u32> = missing.iter().map(|file| file.width).collect();
    widths.sort_unstable();
    widths.dedup();
    let of_width = |width: &u32| -> Result<Vec<(String, Seal)>, ImageError> {
        let resized = pixels.resized(*width)?;
        let scaled = resized.as_ref().unwrap_or(pixels);
        let files = missing.par_iter().filter(|file| file.width == *width);
        let made = files.map(|file| {
            let bytes = encode(scaled, file.format, PUBLISHED)?;
            let seal = Seal::of(&bytes);
            write_whole(&folder.join(file.file_name(&seal)), &bytes)?;
            Ok((file.key(), seal))
        });
        made.collect()
    };
    let made: Result<Vec<Vec<_>>, ImageError> = widths.par_iter().map(of_width).collect();
    Ok(made?.into_iter().flatten().collect())
}

/// On Linux niceness belongs to the thread; elsewhere it would slow the whole process down.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(10) {
        tracing::debug!(%error, "the priority of encoding stays as it is");
    }
}
