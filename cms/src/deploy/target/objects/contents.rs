//! What an object is made of: the file, and what is said with it. One hash stands for both.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    io::Write as _,
    os::unix::fs::MetadataExt as _,
    path::Path,
};

use object_store::{Attribute, Attributes};
use serde::{Deserialize, Serialize};

use crate::{
    deploy::{error::DeployError, stamp::Stamp},
    disk::unfinished,
    hosting::{
        caching::{self, FOR_HOSTS},
        content_type,
        rules::Rules,
    },
};

/// Under this name each object says what we put into it.
pub const HASH: &str = "cmshash";
/// Where the hashes of files are remembered; they are the same for every target.
const REMEMBERED: &str = "hashes.json";

/// What is said with each object, by the site's own rules.
#[derive(Debug)]
pub struct Contents {
    rules: Rules,
    files: BTreeSet<String>,
}

impl Contents {
    /// Of a site in this folder. Blocks for one small file.
    pub fn of<'a>(root: &Path, files: impl IntoIterator<Item = &'a String>) -> Self {
        // Redirects are nothing that an object could say.
        let headers = fs::read_to_string(root.join("_headers")).unwrap_or_default();
        Self {
            rules: Rules::parse("", &headers),
            files: files.into_iter().cloned().collect(),
        }
    }

    /// Type, coding and time to keep.
    fn said(&self, path: &str) -> [(Attribute, Option<String>); 3] {
        // Packed is what lies beside the file that it is.
        let packed = caching::packed(path).filter(|(plain, _)| self.files.contains(*plain));
        let (named, coding) = packed.map_or((path, None), |(plain, coding)| (plain, Some(coding)));
        [
            (
                Attribute::ContentType,
                Some(content_type::of(named).to_owned()),
            ),
            (Attribute::ContentEncoding, coding.map(str::to_owned)),
            (
                Attribute::CacheControl,
                Some(caching::cache_control(&self.rules, path)),
            ),
        ]
    }

    /// For an object with this hash.
    pub fn attributes(&self, path: &str, hash: &str) -> Attributes {
        let said = self.said(path).into_iter();
        let mut attributes: Attributes = said
            .filter_map(|(name, value)| Some((name, value?)))
            .collect();
        attributes.insert(Attribute::Metadata(HASH.into()), hash.to_owned().into());
        attributes
    }

    fn hash(&self, path: &str, content: &str) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(content.as_bytes());
        for (_, value) in self.said(path) {
            hasher.update(b"\0");
            hasher.update(value.unwrap_or_default().as_bytes());
        }
        short(hasher.finalize())
    }
}

fn short(hash: blake3::Hash) -> String {
    hash.to_hex().chars().take(32).collect()
}

/// A file by which its hash is remembered: the generator never changes one in place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Same {
    inode: u64,
    length: u64,
    seconds: i64,
    nanoseconds: i64,
    hash: String,
}

/// The files of a site as objects, without those that only hosts of files understand. Reads what was not read before.
pub fn stamped(
    root: &Path,
    files: &BTreeMap<String, Stamp>,
    own: &Path,
) -> Result<BTreeMap<String, Stamp>, DeployError> {
    let path = own.join(REMEMBERED);
    let before: BTreeMap<String, Same> = fs::read(&path)
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .unwrap_or_default();
    let served = files
        .keys()
        .filter(|file| !FOR_HOSTS.contains(&file.as_str()));
    let now = served
        .map(|file| Ok((file.clone(), same(root, file, before.get(file))?)))
        .collect::<Result<BTreeMap<String, Same>, DeployError>>()?;
    if now != before {
        remember(own, &path, &now).map_err(|error| DeployError::io(&path, error))?;
    }
    let contents = Contents::of(root, now.keys());
    let stamp = |(file, same): (&String, &Same)| {
        let hash = contents.hash(file, &same.hash);
        (file.clone(), Stamp::of_hash(hash))
    };
    Ok(now.iter().map(stamp).collect())
}

fn same(root: &Path, file: &str, before: Option<&Same>) -> Result<Same, DeployError> {
    let path = root.join(file);
    let io = |error| DeployError::io(&path, error);
    let found = fs::metadata(&path).map_err(io)?;
    let mut same = Same {
        inode: found.ino(),
        length: found.len(),
        seconds: found.mtime(),
        nanoseconds: found.mtime_nsec(),
        hash: String::new(),
    };
    if let Some(before) = before {
        same.hash.clone_from(&before.hash);
        if same == *before {
            return Ok(same);
        }
    }
    let content = fs::read(&path).map_err(io)?;
    same.hash = short(blake3::hash(&content));
    Ok(same)
}

fn remember(own: &Path, path: &Path, now: &BTreeMap<String, Same>) -> io::Result<()> {
    let mut file = unfinished::begin(own)?;
    file.write_all(&serde_json::to_vec(now)?)?;
    file.persist(path)?;
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_another_one_when_what_is_said_with_it_changes() {
        let dir = tempfile::tempdir().unwrap();
        let (root, own) = (dir.path().join("dist"), dir.path().join("own"));
        fs::create_dir_all(&root).unwrap();
        fs::create_dir_all(&own).unwrap();
        let names = ["a.js", "a.js.br", "b.js.br", "_headers"];
        for name in names {
            fs::write(root.join(name), name).unwrap();
        }
        let files = names
            .map(|name| (name.to_owned(), Stamp::File(0, 0)))
            .into();
        let first = stamped(&root, &files, &own).unwrap();
        assert!(!first.contains_key("_headers"));
        let contents = Contents::of(&root, first.keys());
        let said = |path: &str, name: Attribute| {
            let attributes = contents.attributes(path, "h");
            attributes.get(&name).map(|value| value.as_ref().to_owned())
        };
        assert_eq!(
            said("a.js.br", Attribute::ContentEncoding).as_deref(),
            Some("br")
        );
        assert_eq!(
            said("a.js.br", Attribute::ContentType).as_deref(),
            Some("text/javascript; charset=utf-8")
        );
        assert_eq!(
            said("b.js.br", Attribute::ContentEncoding),
            None,
            "packed is nothing there"
        );

        fs::write(root.join("_headers"), "/a.js\n  Cache-Control: max-age=5\n").unwrap();
        let second = stamped(&root, &files, &own).unwrap();
        assert_ne!(first["a.js"], second["a.js"]);
        assert_eq!(first["a.js.br"], second["a.js.br"]);
    }

    /// The generator never changes a file in place, so that what is as old as it was is what it was.
    #[test]
    fn what_was_read_once_is_not_read_again() {
        let dir = tempfile::tempdir().unwrap();
        let (root, own) = (dir.path().join("dist"), dir.path().join("own"));
        fs::create_dir_all(&root).unwrap();
        fs::create_dir_all(&own).unwrap();
        let page = root.join("index.html");
        fs::write(&page, "one").unwrap();
        let files = BTreeMap::from([("index.html".to_owned(), Stamp::File(0, 0))]);
        let first = stamped(&root, &files, &own).unwrap();
        let before = fs::metadata(&page).unwrap().modified().unwrap();
        let changed = |text: &str, time| {
            let mut file = fs::File::options().write(true).open(&page).unwrap();
            file.write_all(text.as_bytes()).unwrap();
            file.set_modified(time).unwrap();
        };
        changed("two", before);
        assert_eq!(stamped(&root, &files, &own).unwrap(), first);
        changed("six", before + std::time::Duration::from_nanos(1));
        let second = stamped(&root, &files, &own).unwrap();
        assert_ne!(second, first);
        // What cannot be remembered is read.
        fs::write(own.join(REMEMBERED), "half a li").unwrap();
        assert_eq!(stamped(&root, &files, &own).unwrap(), second);
    }
}
