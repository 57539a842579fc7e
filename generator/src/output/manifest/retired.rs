//! Files that nothing refers to any more and that stay for a day all the same: a page that somebody has open fetches its
//! picture or its script later, and so does the crawler of a social network (invariant 2).

use std::collections::BTreeMap;
use std::time::Duration;

use super::{BlobRecord, Line, Moment};

/// How long they stay, in seconds.
const DAY: i64 = 24 * 60 * 60;

/// A file on its way out.
#[derive(Debug, Clone, Copy)]
pub struct Leaving {
    /// The file.
    pub blob: BlobRecord,
    /// When it went out of use.
    pub since: Moment,
}

/// The files by name.
#[derive(Debug, Default)]
pub struct Retired(BTreeMap<String, Leaving>);

impl Retired {
    /// Those that are there. From now on their days pass as the machine runs, whatever its clock says.
    pub fn new(files: impl IntoIterator<Item = (String, Leaving)>, now: Moment) -> Retired {
        let dated = files.into_iter().map(|(file, leaving)| {
            let since = leaving.since.carried_over(now);
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
    pub fn add(&mut self, file: &str, blob: BlobRecord, now: Moment) -> Line {
        let leaving = Leaving { blob, since: now };
        self.0.insert(file.to_owned(), leaving);
        line(file, &leaving)
    }

    /// It is in use again, or gone.
    pub fn forget(&mut self, file: &str) {
        self.0.remove(file);
    }

    /// Names of those whose day is over.
    pub fn expired(&self, now: Moment) -> Vec<String> {
        let over = self
            .0
            .iter()
            .filter(|(_, leaving)| now.up >= leaving.since.up + DAY);
        over.map(|(file, _)| file.clone()).collect()
    }

    /// How long it is until the next day is over.
    pub fn next_expiry(&self, now: Moment) -> Option<Duration> {
        let first = self.0.values().map(|leaving| leaving.since.up).min()?;
        let left = u64::try_from(first + DAY - now.up).unwrap_or(0);
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

    const STARTED: i64 = 1_000_000;

    /// So long after the start of the machine, with its clock as far ahead.
    fn at(up: i64, ahead: i64) -> Moment {
        let wall = STARTED + up + ahead;
        Moment { wall, up }
    }

    fn read_again(retired: &Retired, now: Moment) -> Retired {
        Retired::new(retired.0.clone(), now)
    }

    #[test]
    fn each_file_stays_for_a_day_of_its_own() {
        let mut retired = Retired::default();
        assert_eq!(retired.next_expiry(at(0, 0)), None);
        retired.add("media/a.png", blob(), at(1000, 0));
        retired.add("media/b.png", blob(), at(2000, 0));
        assert_eq!(retired.expired(at(1000 + DAY - 1, 0)), [""; 0]);
        assert_eq!(retired.expired(at(1000 + DAY, 0)), ["media/a.png"]);
        assert_eq!(
            retired.next_expiry(at(1500, 0)),
            Some(Duration::from_secs(DAY as u64 - 500))
        );
        assert_eq!(retired.next_expiry(at(9 * DAY, 0)), Some(Duration::ZERO));
        retired.forget("media/a.png");
        assert_eq!(retired.expired(at(1000 + DAY, 0)), [""; 0]);
    }

    #[test]
    fn a_clock_that_jumps_shortens_no_day_and_lengthens_none() {
        let mut retired = Retired::default();
        retired.add("media/a.png", blob(), at(1000, 0));
        for ahead in [400 * DAY, -400 * DAY] {
            let here = |now| retired.expired(now).len();
            let there = |now| read_again(&retired, now).expired(now).len();
            for (hours, gone) in [(1, 0), (23, 0), (24, 1)] {
                let now = at(1000 + hours * 3600, ahead);
                assert_eq!((here(now), there(now)), (gone, gone), "{hours} {ahead}");
            }
        }
    }

    #[test]
    fn over_a_start_of_the_machine_its_clock_counts() {
        let mut retired = Retired::default();
        retired.add("media/a.png", blob(), at(50 * DAY, 0));
        // Started anew 5 hours later, a minute ago. Then the clock jumps.
        let again = at(60, 50 * DAY + 5 * 3600);
        let known = read_again(&retired, again);
        let expired = |hours: i64| known.expired(at(60 + hours * 3600, 400 * DAY)).len();
        assert_eq!((expired(1), expired(18), expired(19)), (0, 0, 1));
        // A clock that is behind knows nothing of the stop: the day begins now, and once.
        let behind = read_again(&retired, at(30, -400 * DAY));
        assert_eq!(behind.expired(at(30 + DAY - 1, 0)), [""; 0]);
        assert_eq!(behind.expired(at(30 + DAY, 0)), ["media/a.png"]);
    }

    #[test]
    fn a_machine_that_runs_for_longer_than_before_keeps_a_file_for_longer() {
        let mut retired = Retired::default();
        retired.add("media/a.png", blob(), at(60, 0));
        let now = at(120, 90 * DAY);
        let retired = read_again(&retired, now);
        assert_eq!(retired.expired(now), [""; 0]);
        assert_eq!(retired.expired(at(60 + DAY, 0)), ["media/a.png"]);
    }
}
