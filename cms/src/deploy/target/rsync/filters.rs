//! Lists of files as rules of rsync: these are looked at, or these may be deleted, and nothing else.
//!
//! Rules are matched while the receiver walks its own folders, so that a link there never leads anywhere else, and a
//! folder goes only when nothing that is to stay is in it. Only folders on the way to these files are walked, on both
//! sides.

use std::collections::BTreeSet;

use crate::deploy::plan::parents;

/// Characters by which a rule becomes a pattern.
const WILD: [char; 3] = ['*', '?', '['];

/// The rules for a list of files and of folders that may become empty.
#[derive(Debug)]
pub struct Filters<'a> {
    files: &'a [String],
    folders: &'a BTreeSet<&'a str>,
}

impl<'a> Filters<'a> {
    /// `files` in order.
    pub fn new(files: &'a [String], folders: &'a BTreeSet<&'a str>) -> Self {
        Self { files, folders }
    }

    /// Whether a line of rsync is about something on the list; folders end with a slash.
    pub fn names(&self, path: &str) -> bool {
        match path.strip_suffix('/') {
            Some(folder) => self.folders.contains(folder),
            None => self
                .files
                .binary_search_by(|file| file.as_str().cmp(path))
                .is_ok(),
        }
    }

    /// As a file of rules that end with a zero, which no name holds.
    pub fn bytes(&self) -> Vec<u8> {
        let files = self
            .files
            .iter()
            .map(|file| format!("R /{}\0", literal(file)));
        let folders = self
            .folders
            .iter()
            .map(|folder| format!("R /{}/\0", literal(folder)));
        let on_the_way: BTreeSet<&str> = self.files.iter().flat_map(|file| parents(file)).collect();
        let shown = on_the_way
            .iter()
            .map(|folder| format!("S /{}/\0", literal(folder)));
        files
            .chain(folders)
            .chain(shown)
            .chain(["P *\0".to_owned(), "H *\0".to_owned()])
            .collect::<String>()
            .into_bytes()
    }
}

/// Only these files and folders, of the latter only what is named as well.
pub fn only(names: &BTreeSet<&str>) -> Vec<u8> {
    let rules = names.iter().map(|name| format!("+ /{}\0", literal(name)));
    rules
        .chain(["- *\0".to_owned()])
        .collect::<String>()
        .into_bytes()
}

/// In a name without wildcards a backslash is a backslash; with one of them it makes the next character a plain one.
fn literal(name: &str) -> String {
    if !name.contains(WILD) {
        return name.to_owned();
    }
    let mut text = String::with_capacity(name.len() + 8);
    for letter in name.chars() {
        if letter == '\\' || WILD.contains(&letter) {
            text.push('\\');
        }
        text.push(letter);
    }
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_a_rule_of_its_own() {
        let files = ["a*b\\c", "back\\slash", "d/new\nline"].map(str::to_owned);
        let folders = BTreeSet::from(["d[1]"]);
        let filters = Filters::new(&files, &folders);
        let text = String::from_utf8(filters.bytes()).unwrap();
        assert_eq!(
            text,
            "R /a\\*b\\\\c\0R /back\\slash\0R /d/new\nline\0R /d\\[1]/\0S /d/\0P *\0H *\0"
        );
        assert!(filters.names("d/new\nline") && filters.names("d[1]/"));
        assert!(!filters.names("d[1]") && !filters.names("a") && !filters.names("back\\slash/"));
    }

    #[test]
    fn nothing_but_the_names_is_looked_at() {
        let text = String::from_utf8(only(&BTreeSet::from(["a", "a/b?.html"]))).unwrap();
        assert_eq!(text, "+ /a\0+ /a/b\\?.html\0- *\0");
    }
}
