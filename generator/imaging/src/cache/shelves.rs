//! Pictures kept as they are under a key, with all that is known of them in their names: what is there takes one look at
//! each of 256 folders to know, not one at two files for each picture.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use super::facts::{Seal, original_name};
use super::files::write_whole;
use super::{Format, ImageError, Variant};

const FOLDER: &str = "drawn";
const SHELVES: usize = 256;
/// What comes within the same tick of a file system's clock does not change the time of its folder.
const TICK: Duration = Duration::from_secs(2);
const FORMATS: [Format; 4] = [Format::Png, Format::Jpeg, Format::Webp, Format::Gif];

/// One folder for each pair of first digits of the keys.
#[derive(Debug)]
pub struct Shelves {
    folder: PathBuf,
    shelves: Vec<Mutex<Shelf>>,
}

#[derive(Debug, Default)]
struct Shelf {
    /// The folder's time when it was read last.
    read: Option<SystemTime>,
    pictures: HashMap<blake3::Hash, Kept>,
}

/// What the name of a picture says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Kept {
    key: blake3::Hash,
    format: Format,
    width: u32,
    height: u32,
    /// Of its bytes.
    len: u64,
    hash: blake3::Hash,
}

impl Shelves {
    /// Those of a cache, which are made when the first picture is kept.
    pub fn new(cache: &Path) -> Shelves {
        Shelves {
            folder: cache.join(FOLDER),
            shelves: (0..SHELVES).map(|_| Mutex::default()).collect(),
        }
    }

    /// The picture with this key, 64 digits. Its bytes are looked at by whoever publishes them.
    pub fn find(&self, key: &str) -> Option<Variant> {
        let key = blake3::Hash::from_hex(key).ok()?;
        let (folder, mut shelf) = self.shelf(&key);
        if !shelf.pictures.contains_key(&key) {
            shelf.read_again(&folder);
        }
        shelf.pictures.get(&key).map(|kept| kept.variant(&folder))
    }

    /// Keeps these bytes, which are those of the picture that `of` describes; its place and name become those here.
    pub fn keep(&self, key: &str, of: &Variant, bytes: &[u8]) -> Result<Variant, ImageError> {
        self.put(key, of, |path| write_whole(path, bytes))
    }

    /// Takes over a file of the cache.
    pub fn take(&self, key: &str, file: &Variant) -> Result<Variant, ImageError> {
        self.put(key, file, |path| {
            fs::rename(&file.path, path).map_err(|source| ImageError::Io {
                path: path.to_owned(),
                source,
            })
        })
    }

    fn put(
        &self,
        key: &str,
        of: &Variant,
        put: impl FnOnce(&Path) -> Result<(), ImageError>,
    ) -> Result<Variant, ImageError> {
        let bad = || ImageError::BadHash(key.chars().take(80).collect());
        let kept = Kept {
            key: blake3::Hash::from_hex(key).map_err(|_| bad())?,
            format: of.format,
            width: of.width,
            height: of.height,
            len: of.seal.len,
            hash: blake3::Hash::from_hex(&of.seal.hash).map_err(|_| bad())?,
        };
        let (folder, mut shelf) = self.shelf(&kept.key);
        fs::create_dir_all(&folder).map_err(|source| ImageError::Io {
            path: folder.clone(),
            source,
        })?;
        let variant = kept.variant(&folder);
        put(&variant.path)?;
        shelf.pictures.insert(kept.key, kept);
        Ok(variant)
    }

    /// Reads the folders again: a picture turned out to be damaged, or gone.
    pub fn forget(&self) {
        for shelf in &self.shelves {
            *locked(shelf) = Shelf::default();
        }
    }

    fn shelf(&self, key: &blake3::Hash) -> (PathBuf, MutexGuard<'_, Shelf>) {
        let first = key.as_bytes()[0];
        let folder = self.folder.join(format!("{first:02x}"));
        (folder, locked(&self.shelves[usize::from(first)]))
    }
}

impl Shelf {
    /// What has come since, from this program or another.
    fn read_again(&mut self, folder: &Path) {
        // Asked before the look: what comes during it is found by the next.
        let Ok(changed) = fs::metadata(folder).and_then(|data| data.modified()) else {
            return;
        };
        if self.read == Some(changed) {
            return;
        }
        let Ok(entries) = fs::read_dir(folder) else {
            return;
        };
        let age = SystemTime::now().duration_since(changed);
        self.read = age.is_ok_and(|age| age > TICK).then_some(changed);
        self.pictures.clear();
        for entry in entries.flatten() {
            let Some(kept) = entry.file_name().to_str().and_then(Kept::from_name) else {
                continue;
            };
            // Of two with one key, which nothing makes, everybody takes the same.
            let known = self.pictures.entry(kept.key).or_insert(kept);
            if kept.hash.as_bytes() < known.hash.as_bytes() {
                *known = kept;
            }
        }
    }
}

impl Kept {
    fn name(&self) -> String {
        let Kept {
            width, height, len, ..
        } = self;
        let (key, hash, extension) = (
            self.key.to_hex(),
            self.hash.to_hex(),
            self.format.extension(),
        );
        format!("{key}-{width}x{height}-{len}-{hash}.{extension}")
    }

    /// `None` for a name that is not made here.
    fn from_name(name: &str) -> Option<Kept> {
        let (rest, extension) = name.rsplit_once('.')?;
        let mut parts = rest.split('-');
        let key = blake3::Hash::from_hex(parts.next()?).ok()?;
        let (width, height) = parts.next()?.split_once('x')?;
        let mut formats = FORMATS.into_iter();
        let kept = Kept {
            key,
            format: formats.find(|format| format.extension() == extension)?,
            width: width.parse().ok()?,
            height: height.parse().ok()?,
            len: parts.next()?.parse().ok()?,
            hash: blake3::Hash::from_hex(parts.next()?).ok()?,
        };
        (kept.name() == name).then_some(kept)
    }

    fn variant(&self, folder: &Path) -> Variant {
        let seal = Seal {
            len: self.len,
            hash: self.hash.to_hex().to_string(),
        };
        Variant {
            format: self.format,
            width: self.width,
            height: self.height,
            path: folder.join(self.name()),
            file_name: original_name(&seal, self.format),
            seal,
        }
    }
}

fn locked(shelf: &Mutex<Shelf>) -> MutexGuard<'_, Shelf> {
    shelf.lock().unwrap_or_else(PoisonError::into_inner)
}
