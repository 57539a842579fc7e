//! Packed forms of the site's text files beside them, `index.html.br`, for hosts that send such (nginx `gzip_static`,
//! Caddy `precompressed`).
//!
//! They are made before anything is sent and kept in a folder of ours that has the tree of the site. A form belongs to
//! the file whose time it has: no second note of what was packed can be wrong.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::Path,
    time::SystemTime,
};

use brotli::{CompressorWriter, enc::BrotliEncoderParams};
use flate2::{Compression, GzBuilder};
use walkdir::WalkDir;

use super::{
    error::DeployError,
    snapshot::{Snapshot, is_asset},
};
use crate::{config::coding::Coding, hosting::caching};

/// Where they are kept, in the folder of deployments.
const FOLDER: &str = "packed";
/// Endings of what is text; pictures, fonts and films are packed already.
const TEXTS: [&str; 8] = [
    ".html",
    ".css",
    ".js",
    ".json",
    ".xml",
    ".svg",
    ".txt",
    ".webmanifest",
];
/// Bytes of a file that is worth it: below this it travels in one packet either way.
const SMALLEST: u64 = 1024;
/// Of files that are named by their content, and packed once for as long as they are named.
const DENSEST: i32 = 11;
/// Of pages, which every save makes anew: half a millisecond instead of forty for an eighth more bytes.
const DENSE: i32 = 5;
/// Bytes that the encoders are given at a time.
const PIECE: usize = 64 * 1024;

/// Adds the forms to a frozen site, and forgets those of files that it has no more. Blocks: a first time takes minutes of
/// one processor for tens of thousands of pages, later ones what changed.
pub fn add(site: &mut Snapshot, own: &Path, codings: &[Coding]) -> Result<(), DeployError> {
    let kept = own.join(FOLDER);
    let texts: Vec<String> = match codings {
        [] => Vec::new(),
        _ => site
            .files()
            .keys()
            .filter(|path| is_text(path))
            .cloned()
            .collect(),
    };
    for path in texts {
        let source = site.root().join(&path);
        let data = fs::metadata(&source).map_err(|error| DeployError::io(&source, error))?;
        if data.len() < SMALLEST {
            continue;
        }
        let time = data
            .modified()
            .map_err(|error| DeployError::io(&source, error))?;
        for coding in codings {
            let name = format!("{path}.{}", coding.ending());
            let form = kept.join(&name);
            if !is_of(&form, time) {
                pack(&source, &form, *coding, is_asset(&path), time)
                    .map_err(|error| DeployError::io(&form, error))?;
            }
            site.add(&name, &form)?;
        }
    }
    forget(&kept, site).map_err(|error| DeployError::io(&kept, error))
}

/// Whether a path is another file of the site, packed: it comes and goes with that one.
pub fn is_form(path: &str) -> bool {
    caching::packed(path).is_some_and(|(plain, _)| is_text(plain))
}

fn is_text(path: &str) -> bool {
    TEXTS.iter().any(|ending| path.ends_with(ending))
}

fn is_of(form: &Path, time: SystemTime) -> bool {
    fs::metadata(form)
        .and_then(|data| data.modified())
        .is_ok_and(|own| own == time)
}

/// Whole or not at all, also when the power fails: the time, by which it counts as made, comes after its bytes.
fn pack(
    source: &Path,
    form: &Path,
    coding: Coding,
    for_long: bool,
    time: SystemTime,
) -> io::Result<()> {
    let bytes = fs::read(source)?;
    let unfinished = form.with_added_extension("new");
    form.parent().map_or(Ok(()), fs::create_dir_all)?;
    let mut file = File::create(&unfinished)?;
    file.write_all(&encoded(&bytes, coding, for_long)?)?;
    file.sync_data()?;
    file.set_modified(time)?;
    drop(file);
    fs::rename(&unfinished, form)
}

/// The same bytes for the same bytes: without a time or a name in it.
fn encoded(bytes: &[u8], coding: Coding, for_long: bool) -> io::Result<Vec<u8>> {
    match coding {
        Coding::Br => {
            let parameters = BrotliEncoderParams {
                quality: if for_long { DENSEST } else { DENSE },
                size_hint: bytes.len(),
                ..BrotliEncoderParams::default()
            };
            let mut writer = CompressorWriter::with_params(Vec::new(), PIECE, &parameters);
            writer.write_all(bytes)?;
            writer.flush()?;
            Ok(writer.into_inner())
        }
        Coding::Gz => {
            let mut writer = GzBuilder::new().write(Vec::new(), Compression::best());
            writer.write_all(bytes)?;
            writer.finish()
        }
    }
}

/// Removes forms that this site does not have, and what a kill left half made.
fn forget(kept: &Path, site: &Snapshot) -> io::Result<()> {
    let walk = WalkDir::new(kept).contents_first(true).min_depth(1);
    for entry in walk.into_iter().filter_map(Result::ok) {
        let Ok(relative) = entry.path().strip_prefix(kept) else {
            continue;
        };
        if entry.file_type().is_dir() {
            // One that still holds something stays.
            let _ = fs::remove_dir(entry.path());
        } else if !relative
            .to_str()
            .is_some_and(|name| site.files().contains_key(name))
        {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn forms_say_what_the_file_says_and_are_smaller() {
        let text = "<p>Vergi məcəlləsi</p>\n".repeat(400);
        for for_long in [true, false] {
            let br = encoded(text.as_bytes(), Coding::Br, for_long).unwrap();
            let gz = encoded(text.as_bytes(), Coding::Gz, for_long).unwrap();
            let mut read = String::new();
            brotli::Decompressor::new(br.as_slice(), PIECE)
                .read_to_string(&mut read)
                .unwrap();
            assert_eq!(read, text);
            read.clear();
            flate2::read::GzDecoder::new(gz.as_slice())
                .read_to_string(&mut read)
                .unwrap();
            assert_eq!(read, text);
            assert!(br.len() * 10 < text.len() && gz.len() * 10 < text.len());
            assert_eq!(br, encoded(text.as_bytes(), Coding::Br, for_long).unwrap());
            assert_eq!(gz, encoded(text.as_bytes(), Coding::Gz, for_long).unwrap());
        }
    }

    #[test]
    fn what_is_packed_for_long_is_packed_denser() {
        let text = include_bytes!("packed.rs");
        let length = |for_long| encoded(text, Coding::Br, for_long).unwrap().len();
        assert!(length(true) < length(false));
    }

    #[test]
    fn a_form_is_known_by_the_file_it_is_of() {
        assert!(is_form("index.html.br") && is_form("assets/a-1.js.gz"));
        assert!(!is_form("index.html") && !is_form("media/figures.tar.gz"));
    }
}
