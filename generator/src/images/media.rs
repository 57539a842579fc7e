//! `content/media`: every file under a hashed address, pictures in variants.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use imaging::Spec;

use super::fault::type_of;
use super::shown::limits;
use super::{Blob, BlobSource, Coming, Library, Picture};
use crate::base::{Fingerprint, Problem, Problems, hashed_name};

/// Widths of pictures that are as wide as the window.
const WINDOW: [u32; 4] = [480, 800, 1200, 1920];
/// Files that become pictures.
const PICTURE_TYPES: [&str; 4] = ["jpg", "jpeg", "png", "webp"];

/// Files of `content/media` as pages use them.
#[derive(Debug, Default)]
pub struct MediaTable {
    files: BTreeMap<String, MediaFile>,
    /// Identity of every address in it.
    pub fingerprint: Fingerprint,
    /// Whether variants are still to be made.
    pub pending: bool,
}

#[derive(Debug)]
struct MediaFile {
    /// Below `dist`.
    file: String,
    url: String,
    bytes: Arc<[u8]>,
    picture: Option<Arc<Picture>>,
}

/// Pictures that pages show with `picture()`.
#[derive(Debug, Default)]
pub struct ShownPictures {
    /// As wide as the window.
    pub wide: BTreeSet<String>,
    /// In a column, as pictures of posts are.
    pub others: BTreeSet<String>,
}

impl ShownPictures {
    /// The widths that a file of `content/media` is made in, if it is.
    fn spec(&self, name: &str) -> Option<Spec> {
        match name {
            name if !is_picture(name) => None,
            name if self.wide.contains(name) => Some(Spec::new(WINDOW)),
            name => self.others.contains(name).then(Spec::default),
        }
    }
}

/// Bytes of the files, read once per load.
pub type MediaBytes = BTreeMap<String, Arc<[u8]>>;

impl MediaTable {
    /// Reads the files.
    pub fn read(dir: &Path, names: &BTreeSet<String>) -> Result<MediaBytes, Problems> {
        let mut problems = Problems::default();
        let mut bytes = MediaBytes::new();
        for name in names {
            let path = dir.join(name);
            match fs::read(&path) {
                Ok(read) => {
                    bytes.insert(name.clone(), read.into());
                }
                Err(error) => {
                    problems.push(Problem::error("unreadable", error.to_string()).in_file(path));
                }
            }
        }
        if problems.is_empty() {
            Ok(bytes)
        } else {
            Err(problems)
        }
    }

    /// Makes the table; `shown` are the pictures that pages show with `picture()`.
    pub fn new(
        dir: &Path,
        bytes: &MediaBytes,
        shown: &ShownPictures,
        library: &Library,
    ) -> MediaTable {
        let mut table = MediaTable::default();
        for (name, content) in bytes {
            let short = name.rsplit('/').next().unwrap_or(name);
            let path = format!(
                "media/{}",
                hashed_name(short, Fingerprint::of_bytes(content))
            );
            let mut file = MediaFile {
                url: address_of(&path),
                file: path,
                bytes: Arc::clone(content),
                picture: None,
            };
            if let Some(spec) = shown.spec(name) {
                let found = library.file(&dir.join(name), content, spec);
                table.pending |= found.coming != Coming::Nothing;
                file.picture = found.picture;
            }
            table.files.insert(name.clone(), file);
        }
        let identity: Vec<_> = table
            .files
            .iter()
            .map(|(name, file)| (name, &file.url, &file.picture))
            .collect();
        table.fingerprint = Fingerprint::of(&identity);
        table
    }

    /// The address of a file.
    pub fn url(&self, name: &str) -> Option<&str> {
        self.files.get(name).map(|file| file.url.as_str())
    }

    /// The bytes of a file.
    pub fn bytes(&self, name: &str) -> Option<&Arc<[u8]>> {
        self.files.get(name).map(|file| &file.bytes)
    }

    /// A picture: its variants, or the file itself.
    pub fn picture(&self, name: &str) -> Option<Arc<Picture>> {
        let file = self.files.get(name)?;
        if let Some(picture) = &file.picture {
            return Some(Arc::clone(picture));
        }
        let (mime, width, height) = match imaging::inspect(&file.bytes, &limits()) {
            Ok(info) => (info.content_type(), info.width, info.height),
            Err(_) => (type_of(name), 0, 0),
        };
        Some(Arc::new(Picture::single(
            file.url.clone(),
            mime,
            width,
            height,
            Vec::new(),
        )))
    }

    /// Everything to publish.
    pub fn blobs(&self) -> impl Iterator<Item = Blob> {
        self.files.values().flat_map(|file| {
            let own = Blob {
                file: file.file.clone(),
                source: BlobSource::Bytes(Arc::clone(&file.bytes)),
            };
            let variants = file
                .picture
                .iter()
                .flat_map(|picture| picture.blobs.clone());
            std::iter::once(own).chain(variants)
        })
    }
}

/// Names are whatever people call their files: letters that mean something in an address, or in a list of some, are written
/// otherwise there.
fn address_of(path: &str) -> String {
    let mut url = String::from("/");
    for letter in path.chars() {
        match letter {
            '#' | '?' | '%' | '\\' | ' ' | ',' => {
                let _ = write!(url, "%{:02X}", u32::from(letter));
            }
            other => url.push(other),
        }
    }
    url
}

fn is_picture(name: &str) -> bool {
    let extension = name.rsplit('.').next().unwrap_or_default();
    PICTURE_TYPES
        .iter()
        .any(|known| extension.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_a_file_is_called_its_address_leads_to_it() {
        assert_eq!(address_of("media/loqo-ə.svg"), "/media/loqo-ə.svg");
        assert_eq!(
            address_of("media/50% off, #1?\\x.svg"),
            "/media/50%25%20off%2C%20%231%3F%5Cx.svg"
        );
        assert!(is_picture("IMG_1.JPG") && is_picture("a.webp"));
        assert!(!is_picture("a.svg") && !is_picture("jpg.txt"));
    }
}
