//! What is remembered of a picture: enough to name its files without decoding it, and to tell that they are whole.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Variant, Variants};
use crate::pixels::height_at;
use crate::{ENCODERS, Format, ImageInfo, Spec, content_hash};

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

    /// The first digits of the hash: enough to name a file by its bytes.
    fn digits(&self) -> &str {
        self.hash.get(..16).unwrap_or(&self.hash)
    }
}

/// What a picture is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// Upright.
    pub width: u32,
    /// Upright.
    pub height: u32,
    /// Whether it has transparent pixels.
    pub alpha: bool,
    /// The format of an animation.
    pub animated: Option<Format>,
}

/// What is remembered of a picture's variants.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// [`ENCODERS`] of the program that made them.
    pub encoders: String,
    /// The picture.
    pub shape: Shape,
    /// Of each file that was made, by [`Wanted::key`].
    pub seals: BTreeMap<String, Seal>,
}

/// What is remembered of the picture as it was uploaded, free of metadata.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OriginalFacts {
    encoders: String,
    format: Format,
    width: u32,
    height: u32,
    seal: Seal,
}

/// Facts as they lie in their file: damaged ones are none.
#[derive(Serialize, Deserialize)]
struct Sealed<T> {
    facts: T,
    seal: Seal,
}

/// A file that belongs to a picture, made or not.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    pub format: Format,
    pub width: u32,
}

impl Wanted {
    /// What it is known by as long as its bytes are not.
    pub fn key(&self) -> String {
        format!("{}.{}", self.width, self.format.extension())
    }

    /// Its name, by its own bytes: other bytes never come under an address that browsers keep for a year.
    pub fn file_name(&self, seal: &Seal) -> String {
        format!("{}-{}", seal.digits(), self.key())
    }
}

impl Facts {
    /// Nothing made yet.
    pub fn new(shape: Shape) -> Facts {
        Facts {
            encoders: ENCODERS.to_owned(),
            shape,
            seals: BTreeMap::new(),
        }
    }

    /// Whether this program would make the same bytes.
    pub fn are_current(&self) -> bool {
        self.encoders == ENCODERS
    }

    /// Every file that belongs to the picture, by format, then by width.
    pub fn wanted(&self, spec: &Spec) -> Vec<Wanted> {
        let fallback = if self.shape.alpha {
            Format::Png
        } else {
            Format::Jpeg
        };
        let one = [self.shape.animated.unwrap_or(fallback)];
        let (formats, widths): (&[Format], Vec<u32>) = match self.shape.animated {
            Some(_) => (&one, vec![self.shape.width]),
            None => (
                &[Format::Avif, Format::Webp, fallback],
                spec.widths_for(self.shape.width),
            ),
        };
        let of_format = |format: &Format| {
            let format = *format;
            widths.iter().map(move |width| Wanted {
                format,
                width: *width,
            })
        };
        formats.iter().flat_map(of_format).collect()
    }

    /// Names of the files that were made.
    pub fn file_names(&self) -> BTreeSet<String> {
        let named = |(key, seal): (&String, &Seal)| format!("{}-{key}", seal.digits());
        self.seals.iter().map(named).collect()
    }

    /// The variants, when every file has been made. Its bytes are looked at by whoever publishes them.
    pub fn variants(&self, folder: &Path, spec: &Spec) -> Option<Variants> {
        let files = self.wanted(spec).into_iter().map(|file| {
            let seal = self.seals.get(&file.key())?.clone();
            let file_name = file.file_name(&seal);
            let path = folder.join(&file_name);
            seal.fits(&path).then_some(Variant {
                format: file.format,
                width: file.width,
                height: height_at(self.shape.width, self.shape.height, file.width),
                path,
                file_name,
                seal,
            })
        });
        Some(Variants {
            width: self.shape.width,
            height: self.shape.height,
            files: files.collect::<Option<_>>()?,
            current: self.are_current(),
        })
    }
}

impl OriginalFacts {
    /// Of an upload and its bytes without metadata.
    pub fn new(info: &ImageInfo, clean: &[u8]) -> OriginalFacts {
        OriginalFacts {
            encoders: ENCODERS.to_owned(),
            format: info.format,
            width: info.width,
            height: info.height,
            seal: Seal::of(clean),
        }
    }

    /// The file, if it is there and this program would make the same.
    pub fn variant(&self, folder: &Path) -> Option<Variant> {
        let file = self.file(folder);
        (self.encoders == ENCODERS && file.seal.fits(&file.path)).then_some(file)
    }

    /// The file, there or not.
    pub fn file(&self, folder: &Path) -> Variant {
        let file_name = original_name(&self.seal, self.format);
        Variant {
            format: self.format,
            width: self.width,
            height: self.height,
            path: folder.join(&file_name),
            file_name,
            seal: self.seal.clone(),
        }
    }
}

/// The name of a picture as it was uploaded, by its own bytes.
pub fn original_name(seal: &Seal, format: Format) -> String {
    format!("{}.{}", seal.digits(), format.extension())
}

/// Facts of a file, if they are whole.
pub fn read<T: Serialize + DeserializeOwned>(file: &Path) -> Option<T> {
    let sealed: Sealed<T> = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
    let facts = serde_json::to_vec(&sealed.facts).ok()?;
    sealed.seal.is_of(&facts).then_some(sealed.facts)
}

/// The bytes of such a file.
pub fn sealed<T: Serialize>(facts: T) -> std::io::Result<Vec<u8>> {
    let bytes = serde_json::to_vec(&facts).and_then(|bytes| {
        serde_json::to_vec(&Sealed {
            seal: Seal::of(&bytes),
            facts,
        })
    });
    bytes.map_err(std::io::Error::other)
}
