//! Files that nothing refers to any more and that stay for a day all the same: a page that somebody has open fetches its
//! picture or its script later, and so does the crawler of a social network (invariant 2).

use std::collections::BTreeMap;
use std::time::Duration;

use super::{BlobRecord, Line};

/// How long they stay, in seconds.
const DAY: i64 = 24 * 60 * 60;

/// A file on its way out.
#[derive(Debug, Clone, Copy)]
pub struct Leaving {
    /// The file.
    pub blob: BlobRecord,
    /// When it went out of use, in seconds since 1970.
    pub since: i64,
}

/// The files by name.
#[derive(Debug, Default)]
pub struct Retired(BTreeMap<String, Leaving>);

impl Retired {
    /// Those that are there. A date ahead is one of a clock that was set back: their day begins now.
    pub fn new(files: impl IntoIterator<Item = (String, Leaving)>, now: i64) -> Retired {
        let dated = files.into_iter().map(|(file, leaving)| {
            let since = leaving.since.min(now);
            (file, Leaving { since, ..leaving })
        });
        Retired(dated.collect())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// One of them.
    pub fn get(&self, file: &str) -> Option<BlobRecord> {
        self.0.get(file).map(|leaving| leaving.blob)
    }

    /// Adds a file; returns how the journal says it.
    pub fn add(&mut self, file: &str, blob: BlobRecord, now: i64) -> Line {
        let leaving = Leaving { blob, since: now };
        self.0.insert(file.to_owned(), leaving);
        line(file, &leaving)
    }

    /// It is in use again, or gone.
    pub fn forget(&mut self, file: &str) {
        self.0.remove(file);
    }

    /// Names of those whose day is over.
    pub fn expired(&self, now: i64) -> Vec<String> {
        let over = self
            .0
            .iter()
            .filter(|(_, leaving)| now >= leaving.since + DAY);
        over.map(|(file, _)| file.clone()).collect()
    }

    /// How long it is until the next day is over.
    pub fn next_expiry(&self, now: i64) -> Option<Duration> {
        let first = self.0.values().map(|leaving| leaving.since).min()?;
        let left = u64::try_from(first + DAY - now).unwrap_or(0);
        Some(Duration::from_secs(left))
    }

    /// All of them as the journal says them.
    pub fn lines(&self) -> impl Iterator<Item = Line> {
        self.0.iter().map(|(file, leaving)| line(file, leaving))
    }
}

fn line(file: &str, leaving: &Leaving) -> Line {
    let Leaving { blob, since } = leaving;
    Line::Retired(file.to_owned(), blob.content.hex(), blob.stamp, *since)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::manifest::Stamp;

    fn blob() -> BlobRecord {
        BlobRecord {
            content: Default::default(),
            stamp: Stamp { len: 1, mtime: 2 },
        }
    }

    #[test]
    fn each_file_stays_for_a_day_of_its_own() {
        let mut retired = Retired::default();
        assert_eq!(retired.next_expiry(0), None);
        retired.add("media/a.png", blob(), 1000);
        retired.add("media/b.png", blob(), 2000);
        assert_eq!(retired.expired(1000 + DAY - 1), [""; 0]);
        assert_eq!(retired.expired(1000 + DAY), ["media/a.png"]);
        assert_eq!(
            retired.next_expiry(1500),
            Some(Duration::from_secs(DAY as u64 - 500))
        );
        assert_eq!(retired.next_expiry(9 * DAY), Some(Duration::ZERO));
        retired.forget("media/a.png");
        assert_eq!(retired.expired(1000 + DAY), [""; 0]);
    }

    #[test]
    fn a_clock_that_was_set_back_keeps_nothing_for_years() {
        let leaving = Leaving {
            blob: blob(),
            since: 90 * DAY,
        };
        let retired = Retired::new([("media/a.png".to_owned(), leaving)], 10);
        assert_eq!(retired.expired(10 + DAY), ["media/a.png"]);
    }
}
