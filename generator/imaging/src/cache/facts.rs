//! What is remembered of a picture: enough to name its files without decoding it, and to tell that they are whole.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Variant, Variants};
use crate::pixels::height_at;
use crate::{Format, Spec, content_hash};

const FILE: &str = "facts.json";

/// Length and hash of a file's bytes. A file is believed because of them, never because it exists: after a power
/// cut there may be a file of zeros, and it would be published under an address that browsers keep for a year.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    /// Bytes.
    pub len: u64,
    /// [`content_hash`] of them.
    pub hash: String,
}

impl Seal {
    /// Of these bytes.
    pub fn of(bytes: &[u8]) -> Seal {
        Seal {
            len: bytes.len() as u64,
            hash: content_hash(bytes),
        }
    }

    /// Whether these are the bytes.
    pub fn is_of(&self, bytes: &[u8]) -> bool {
        self.len == bytes.len() as u64 && self.hash == content_hash(bytes)
    }

    /// Whether a file could have the bytes: a look, not a reading.
    pub fn fits(&self, path: &Path) -> bool {
        fs::metadata(path).is_ok_and(|data| data.is_file() && data.len() == self.len)
    }

    /// Whether a file has the bytes.
    pub fn holds(&self, path: &Path) -> bool {
        self.fits(path) && fs::read(path).is_ok_and(|bytes| self.is_of(&bytes))
    }
}

/// What is remembered of a picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// Upright.
    pub width: u32,
    /// Upright.
    pub height: u32,
    /// Whether it has transparent pixels.
    pub alpha: bool,
    /// The format of an animation.
    pub animated: Option<Format>,
    /// Of each file that was made, by name.
    #[serde(default)]
    pub seals: BTreeMap<String, Seal>,
}

/// The facts as they lie in their file: a damaged one is no facts.
#[derive(Serialize, Deserialize)]
struct Sealed {
    facts: Facts,
    seal: Seal,
}

/// A file that belongs to a picture, made or not.
#[derive(Debug, Clone)]
pub struct Wanted {
    pub format: Format,
    pub width: u32,
    pub path: PathBuf,
    pub file_name: String,
}

impl Facts {
    /// Those of a folder, if they are whole.
    pub fn read(folder: &Path) -> Option<Facts> {
        let sealed: Sealed = serde_json::from_slice(&fs::read(folder.join(FILE)).ok()?).ok()?;
        let facts = serde_json::to_vec(&sealed.facts).ok()?;
        sealed.seal.is_of(&facts).then_some(sealed.facts)
    }

    /// The file they lie in and its bytes.
    pub fn file(self, folder: &Path) -> (PathBuf, std::io::Result<Vec<u8>>) {
        let bytes = serde_json::to_vec(&self).and_then(|facts| {
            serde_json::to_vec(&Sealed {
                seal: Seal::of(&facts),
                facts: self,
            })
        });
        (folder.join(FILE), bytes.map_err(std::io::Error::other))
    }

    /// Every file that belongs to the picture, by format, then by width.
    pub fn wanted(&self, folder: &Path, hash: &str, spec: &Spec) -> Vec<Wanted> {
        let fallback = if self.alpha {
            Format::Png
        } else {
            Format::Jpeg
        };
        let one = [self.animated.unwrap_or(fallback)];
        let (formats, widths): (&[Format], Vec<u32>) = match self.animated {
            Some(_) => (&one, vec![self.width]),
            None => (
                &[Format::Avif, Format::Webp, fallback],
                spec.widths_for(self.width),
            ),
        };
        let short = hash.get(..16).unwrap_or(hash);
        let wanted = |format: Format, width: u32| {
            let file_name = format!("{short}-{width}.{}", format.extension());
            Wanted {
                format,
                width,
                path: folder.join(&file_name),
                file_name,
            }
        };
        let files = formats
            .iter()
            .flat_map(|format| widths.iter().map(|width| wanted(*format, *width)));
        files.collect()
    }

    /// The variants, when every file has been made. Its bytes are looked at by whoever publishes them.
    pub fn variants(&self, folder: &Path, hash: &str, spec: &Spec) -> Option<Variants> {
        let files = self.wanted(folder, hash, spec).into_iter().map(|file| {
            let seal = self.seals.get(&file.file_name)?.clone();
            seal.fits(&file.path).then(|| Variant {
                format: file.format,
                width: file.width,
                height: height_at(self.width, self.height, file.width),
                path: file.path,
                file_name: file.file_name,
                seal,
            })
        });
        Some(Variants {
            width: self.width,
            height: self.height,
            files: files.collect::<Option<_>>()?,
        })
    }
}
