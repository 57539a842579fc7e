//! The cache of responsive variants, by content hash. It can be deleted at any time.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::SystemTime;

use rayon::prelude::*;

use crate::encode::{PUBLISHED, encode};
use crate::pixels::Pixels;
use crate::{Format, ImageError, ImageInfo, Limits, Spec, inspect, strip_metadata};

mod facts;

pub use facts::Seal;
use facts::{Facts, Wanted};

/// Changes whenever an encoder or its settings do, so that old files are not taken for new ones.
const GENERATION: &str = "v1";

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
    /// The name to publish it under: `<16 digits of the hash>-<width>.<extension>`.
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
        Self {
            folder: folder.into().join(GENERATION),
            limits,
            pool,
            known: Mutex::default(),
        }
    }

    /// Looks at the files again, whatever it saw before: one of them turned out to be damaged.
    pub fn forget(&self) {
        self.known().clear();
    }

    /// The variants when every file is there with its length. One look at a folder when nothing changed since the
    /// last call.
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
        let variants = Facts::read(&folder)?.variants(&folder, hash, spec)?;
        self.known().insert(key, (changed, variants.clone()));
        Some(variants)
    }

    /// The variants, encoding what is missing. `hash` is [`crate::content_hash`] of `bytes`.
    pub fn ensure(&self, hash: &str, bytes: &[u8], spec: &Spec) -> Result<Variants, ImageError> {
        if let Some(variants) = self.ready(hash, spec) {
            return Ok(variants);
        }
        let folder = self.folder_of(hash)?;
        let info = inspect(bytes, &self.limits)?;
        fs::create_dir_all(&folder).map_err(|source| ImageError::Io {
            path: folder.clone(),
            source,
        })?;
        let facts = if info.is_animated() {
            keep_animation(&folder, hash, bytes, &info, spec)?
        } else {
            self.encode_missing(&folder, hash, bytes, &info, spec)?
        };
        let variants = facts.variants(&folder, hash, spec);
        write_facts(&folder, facts)?;
        variants.ok_or_else(|| ImageError::Io {
            path: folder,
            source: std::io::Error::other("a file that was just written is gone"),
        })
    }

    fn encode_missing(
        &self,
        folder: &Path,
        hash: &str,
        bytes: &[u8],
        info: &ImageInfo,
        spec: &Spec,
    ) -> Result<Facts, ImageError> {
        let pixels = Pixels::decode(bytes, info)?;
        let mut facts = Facts {
            width: pixels.width(),
            height: pixels.height(),
            alpha: pixels.has_alpha(),
            animated: None,
            seals: Facts::read(folder).map_or_else(Default::default, |facts| facts.seals),
        };
        let mut missing = facts.wanted(folder, hash, spec);
        missing.retain(|file| {
            let seal = facts.seals.get(&file.file_name);
            !seal.is_some_and(|seal| seal.holds(&file.path))
        });
        let made = match &self.pool {
            Some(pool) => pool.install(|| encode_all(&pixels, &missing))?,
            None => encode_all(&pixels, &missing)?,
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
    hash: &str,
    bytes: &[u8],
    info: &ImageInfo,
    spec: &Spec,
) -> Result<Facts, ImageError> {
    let mut facts = Facts {
        width: info.width,
        height: info.height,
        alpha: true,
        animated: Some(info.format),
        seals: Default::default(),
    };
    let clean = strip_metadata(bytes, info)?;
    for file in facts.wanted(folder, hash, spec) {
        write_whole(&file.path, &clean)?;
        facts.seals.insert(file.file_name, Seal::of(&clean));
    }
    Ok(facts)
}

/// Makes files; returns the seal of each.
fn encode_all(pixels: &Pixels, missing: &[Wanted]) -> Result<Vec<(String, Seal)>, ImageError> {
    let mut widths: Vec<u32> = missing.iter().map(|file| file.width).collect();
    widths.sort_unstable();
    widths.dedup();
    let of_width = |width: &u32| -> Result<Vec<(String, Seal)>, ImageError> {
        let resized = pixels.resized(*width)?;
        let scaled = resized.as_ref().unwrap_or(pixels);
        let files = missing.par_iter().filter(|file| file.width == *width);
        let made = files.map(|file| {
            let bytes = encode(scaled, file.format, PUBLISHED)?;
            write_whole(&file.path, &bytes)?;
            Ok((file.file_name.clone(), Seal::of(&bytes)))
        });
        made.collect()
    };
    let made: Result<Vec<Vec<_>>, ImageError> = widths.par_iter().map(of_width).collect();
    Ok(made?.into_iter().flatten().collect())
}

/// Written last, so that a folder with facts has been filled at least once.
fn write_facts(folder: &Path, facts: Facts) -> Result<(), ImageError> {
    let (path, bytes) = facts.file(folder);
    match bytes {
        Ok(bytes) => write_whole(&path, &bytes),
        Err(source) => Err(ImageError::Io { path, source }),
    }
}

/// Temp file and rename: a reader sees the whole file or none.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), ImageError> {
    let write = || -> std::io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        let mut file = tempfile::Builder::new()
            .prefix(".new-")
            .tempfile_in(folder)?;
        file.write_all(bytes)?;
        make_readable(file.as_file())?;
        file.persist(path)?;
        Ok(())
    };
    write().map_err(|source| ImageError::Io {
        path: path.to_owned(),
        source,
    })
}

/// A temp file is private; a published picture is not.
#[cfg(unix)]
fn make_readable(file: &fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &fs::File) -> std::io::Result<()> {
    Ok(())
}

/// On Linux niceness belongs to the thread; elsewhere it would slow the whole process down.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(10) {
        tracing::debug!(%error, "the priority of encoding stays as it is");
    }
}
