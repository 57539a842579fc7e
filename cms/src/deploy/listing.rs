//! What a target holds, as rsync lists it.

use std::collections::BTreeMap;

use jiff::{civil::DateTime, tz::TimeZone};

use super::stamp::Stamp;

/// How the lines are asked for: what it is, its length, its time, its name.
pub const FORMAT: &str = "--out-format=%i %l %M %n";
/// Letters of `%i`; other lines are remarks.
pub const ITEM: usize = 11;
/// Where rsync has what it puts in place at the end of a pass (`--delay-updates`). After one that was cut off it stays.
const STAGING: &str = ".~tmp~";

/// What lies at a path that is no folder: a file, or something else (a link) without a stamp.
pub type Entry = Option<Stamp>;

/// Everything on a target but folders, by path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing(pub BTreeMap<String, Entry>);

impl Listing {
    /// What is there as far as a record says, with the newest state of each file.
    pub fn recorded(files: &BTreeMap<String, Vec<Stamp>>) -> Self {
        let files = files.iter();
        Self(
            files
                .map(|(path, stamps)| (path.clone(), stamps.last().cloned()))
                .collect(),
        )
    }

    /// What was found at a path, if anything.
    pub fn found(&mut self, path: &str, there: Option<Entry>) {
        match there {
            Some(entry) => self.0.insert(path.to_owned(), entry),
            None => self.0.remove(path),
        };
    }

    /// From the output of rsync. Names that are no UTF-8 are nobody's we know and left out.
    pub fn parse(output: &[u8]) -> Self {
        let lines = output.split(|byte| *byte == b'\n');
        Self(lines.filter_map(entry).collect())
    }
}

fn entry(line: &[u8]) -> Option<(String, Entry)> {
    let mut parts = line.splitn(4, |byte| *byte == b' ');
    let mut part = || std::str::from_utf8(parts.next()?).ok();
    let (kind, length, time) = (part()?, part()?, part()?);
    let name = path(parts.next()?)?;
    let kind = kind.as_bytes().get(1).filter(|_| kind.len() == ITEM)?;
    if !b"fLDS".contains(kind) {
        return None;
    }
    let stamp = (*kind == b'f').then(|| stamp(length, time)).flatten();
    Some((name, stamp))
}

fn stamp(length: &str, time: &str) -> Option<Stamp> {
    let time = DateTime::strptime("%Y/%m/%d-%H:%M:%S", time).ok()?;
    let second = time.to_zoned(TimeZone::UTC).ok()?.timestamp().as_second();
    Some(Stamp::File(length.parse().ok()?, second))
}

/// The path that a file was to have at the end of its pass, if it lies where rsync keeps those: it may be whole or cut short.
pub fn staged_for(path: &str) -> Option<String> {
    let (folder, name) = path.rsplit_once('/')?;
    let beside = folder.strip_suffix(STAGING)?;
    (beside.is_empty() || beside.ends_with('/')).then(|| format!("{beside}{name}"))
}

/// A name as it is: rsync writes what cannot be printed, and the backslash of what looks like that, as `\#012`.
pub fn path(escaped: &[u8]) -> Option<String> {
    let mut bytes = Vec::with_capacity(escaped.len());
    let mut rest = escaped;
    while let Some((first, after)) = rest.split_first() {
        match rest.strip_prefix(b"\\#").and_then(octal) {
            Some(byte) => {
                bytes.push(byte);
                rest = &rest[5..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

fn octal(text: &[u8]) -> Option<u8> {
    let digits = std::str::from_utf8(text.get(..3)?).ok()?;
    u8::from_str_radix(digits, 8).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_rsync_writes_them() {
        let output = ">f+++++++++ 2 2026/11/21-18:25:29 gone/a b*.html\n\
                      cd+++++++++ 4096 2026/11/21-18:25:29 gone/\n\
                      cL+++++++++ 6 2026/11/21-18:25:29 link\n\
                      skipping non-regular file \"pipe\"\n\
                      If all else fails\n\
                      >f+++++++++ 7 1970/01/01-00:00:01 new\\#012line\\#134#012\n\
                      >f+++++++++ 7 1970/01/01-00:00:01 blog/.~tmp~/1.html\n\
                      >f+++++++++ 12345678901 1969/12/31-23:59:59 ə\\x\n";
        let wanted = [
            ("blog/.~tmp~/1.html", Some(Stamp::File(7, 1))),
            ("gone/a b*.html", Some(Stamp::File(2, 1_795_285_529))),
            ("link", None),
            ("new\nline\\#012", Some(Stamp::File(7, 1))),
            ("ə\\x", Some(Stamp::File(12_345_678_901, -1))),
        ];
        let wanted = wanted.map(|(name, entry)| (name.to_owned(), entry)).into();
        assert_eq!(Listing::parse(output.as_bytes()), Listing(wanted));
    }

    #[test]
    fn what_a_pass_has_yet_to_put_in_place_is_known_by_its_folder() {
        let table = [
            (".~tmp~/index.html", Some("index.html")),
            ("blog/7/.~tmp~/index.html", Some("blog/7/index.html")),
            ("blog/7/.~tmp~/more/index.html", None),
            ("blog/7.~tmp~/index.html", None),
            ("blog/.~tmp~", None),
            ("index.html", None),
        ];
        for (path, wanted) in table {
            assert_eq!(staged_for(path).as_deref(), wanted, "{path}");
        }
    }
}
