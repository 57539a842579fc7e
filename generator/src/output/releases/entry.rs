//! What one publication did to one file, and what an earlier one had in its place.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::Fingerprint;

/// One file of one publication.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Entry {
    /// A generated file went or became another one: path, the bytes that were there, which are kept.
    Replaced(String, String),
    /// A generated file that was not there.
    Added(String),
    /// A file named by its content came into use.
    Placed(String),
    /// Nothing refers to such a file any more.
    Retired(String),
    /// Its day was over and it went: path, its bytes, which are kept.
    Expired(String, String),
}

impl Entry {
    /// The path below `dist`.
    pub fn file(&self) -> &str {
        match self {
            Entry::Replaced(file, _)
            | Entry::Added(file)
            | Entry::Placed(file)
            | Entry::Retired(file)
            | Entry::Expired(file, _) => file,
        }
    }

    /// The bytes that are kept because of it.
    pub fn kept(&self) -> Option<Fingerprint> {
        match self {
            Entry::Replaced(_, bytes) | Entry::Expired(_, bytes) => Fingerprint::from_hex(bytes),
            _ => None,
        }
    }
}

/// Bytes that are kept, and the publication that keeps them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    /// Number of the publication.
    pub release: u64,
    /// What they are.
    pub content: Fingerprint,
}

/// What an earlier publication had at a path that later ones touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Was {
    /// A generated file of these bytes.
    File(Kept),
    /// No generated file.
    Absent,
    /// A file named by its content was in use; where its bytes are if it went since.
    Used(Option<Kept>),
    /// It was not in use.
    Unused,
}

/// What there was before all of these, which are in the order in which they happened.
pub fn before(entries: impl IntoIterator<Item = (u64, Entry)>) -> BTreeMap<String, Was> {
    let mut all: BTreeMap<String, Was> = BTreeMap::new();
    for (release, entry) in entries {
        let kept = entry.kept().map(|content| Kept { release, content });
        // The first that touched a file says what was there.
        let first = all.entry(entry.file().to_owned());
        match (entry, kept) {
            (Entry::Replaced(..), Some(kept)) => first.or_insert(Was::File(kept)),
            (Entry::Added(_) | Entry::Replaced(..), _) => first.or_insert(Was::Absent),
            (Entry::Retired(_), _) => first.or_insert(Was::Used(None)),
            (Entry::Expired(..), Some(kept)) => first
                .and_modify(|was| {
                    if let Was::Used(bytes) = was {
                        *bytes = Some(kept);
                    }
                })
                .or_insert(Was::Unused),
            (Entry::Placed(_) | Entry::Expired(..), _) => first.or_insert(Was::Unused),
        };
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(number: u128) -> String {
        Fingerprint(number).hex()
    }

    #[test]
    fn the_first_that_touched_a_file_says_what_was_there() {
        let page = || "blog/7/index.html".to_owned();
        let picture = || "media/0123456789abcdef.png".to_owned();
        let script = || "assets/chunk-k3b0x9qz.js".to_owned();
        let was = before([
            (4, Entry::Replaced(page(), hex(1))),
            (4, Entry::Retired(picture())),
            (4, Entry::Placed(script())),
            (5, Entry::Added("blog/8/index.html".into())),
            (5, Entry::Replaced(page(), hex(2))),
            (6, Entry::Replaced("blog/8/index.html".into(), hex(3))),
            (7, Entry::Expired(picture(), hex(4))),
            (7, Entry::Retired(script())),
        ]);
        let kept = |release, number| Kept {
            release,
            content: Fingerprint(number),
        };
        assert_eq!(was[&page()], Was::File(kept(4, 1)));
        assert_eq!(was["blog/8/index.html"], Was::Absent);
        assert_eq!(was[&picture()], Was::Used(Some(kept(7, 4))));
        assert_eq!(was[&script()], Was::Unused);
    }

    #[test]
    fn a_file_that_was_on_its_way_out_is_not_asked_for() {
        let picture = || "media/0123456789abcdef.png".to_owned();
        let gone_and_back = [
            (2, Entry::Expired(picture(), hex(4))),
            (3, Entry::Placed(picture())),
        ];
        assert_eq!(before(gone_and_back)[&picture()], Was::Unused);
    }
}
