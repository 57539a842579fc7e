//! How much time the store has seen pass: what everything that ages is stamped with and judged by.
//!
//! The machine's clock may be a year ahead before NTP has set it, or stand at 1970. So it is not believed at once. While
//! the process runs, time passes as the monotonic clock says. What passed while nothing ran is known from the machine's
//! clock alone: up to a day is believed, more only after the clock has agreed with itself for three days of running.
//! Until then nothing grows older by it. This time is never set back.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use jiff::Timestamp;

use crate::{
    store::{
        DAY, Store,
        timekeeping::{self, Record},
    },
    time::clock::{Clock, millis},
};

/// How long a clock must agree with itself until what it says is believed, in milliseconds of running.
pub const CONFIRMED: i64 = 3 * DAY;
/// How long it must do so until a stop of some days is believed for the sake of what is planned.
pub const STOP_CONFIRMED: i64 = 10 * 60 * 1000;
/// Longest such stop.
const LONGEST_STOP: i64 = 30 * DAY;
/// The first day of 2025. A clock that shows an earlier moment was never set: this program did not exist then.
const NEVER_SET: i64 = 20_089 * DAY;

impl Record {
    /// Of a store that has just been made.
    fn new(wall: i64) -> Self {
        Self {
            time: wall,
            ..Self::default()
        }
    }

    /// Takes note of the machine's clock. `passed` is what the monotonic clock says since the last look; nothing is known
    /// about that at a start.
    fn observe(mut self, wall: i64, passed: Option<i64>) -> Self {
        self.time += passed.unwrap_or(0);
        let ahead = wall.saturating_sub(self.time).saturating_sub(self.offset);
        if (-DAY..=DAY).contains(&ahead) {
            return self.believed(ahead.max(0), 0);
        }
        match passed {
            None => self.stopped += ahead.saturating_sub(self.doubt).max(0),
            Some(passed) if self.doubt != 0 && ahead.abs_diff(self.doubt) <= DAY.unsigned_abs() => {
                self.agreed += passed;
            }
            Some(_) => self.agreed = 0,
        }
        self.doubt = ahead;
        if self.agreed < CONFIRMED {
            return self;
        }
        let passed = self.stopped.min(ahead.max(0));
        self.believed(passed, ahead - passed)
    }

    /// The present moment, for what is planned for one and must never be early. `wall` is what the machine's clock says, of
    /// which note has been taken. A clock that has jumped ahead, or shows what one shows that was never set, is not believed:
    /// time goes on as it did before. It may be right when nothing ran meanwhile (the machine was off for a weekend), and is
    /// when it was never set before.
    pub fn moment(self, wall: i64) -> i64 {
        let before = self.time + self.offset;
        let was_off = self.stopped >= self.doubt - DAY
            && self.doubt <= LONGEST_STOP
            && self.agreed >= STOP_CONFIRMED;
        let is_wrong = wall < NEVER_SET || (self.doubt > 0 && !was_off);
        if before >= NEVER_SET && is_wrong {
            before
        } else {
            wall
        }
    }

    /// The present moment, for the date that a post keeps. What passed while nothing ran only the machine's clock knows, so it
    /// is believed at once; one that jumps while the program runs, within thirty days or back, after ten minutes. Until then, and
    /// where it jumps further ahead or shows what one shows that was never set, time goes on as it did before.
    pub fn date(self, wall: i64) -> i64 {
        let before = self.time + self.offset;
        let was_off = self.doubt > 0 && self.stopped >= self.doubt - DAY;
        let stays = self.doubt <= LONGEST_STOP && self.agreed >= STOP_CONFIRMED;
        let is_right = wall >= NEVER_SET && (self.doubt == 0 || was_off || stays);
        if before < NEVER_SET || is_right {
            wall
        } else {
            before
        }
    }

    fn believed(self, passed: i64, set_by: i64) -> Self {
        Self {
            time: self.time + passed,
            offset: self.offset + set_by,
            ..Self::default()
        }
    }
}

/// The store's time, shared by all requests.
#[derive(Debug, Clone)]
pub struct Timekeeper {
    clock: Clock,
    seen: Arc<Mutex<Seen>>,
}

#[derive(Debug)]
struct Seen {
    record: Record,
    /// When, by the monotonic clock.
    at: Duration,
}

impl Timekeeper {
    /// Goes on from what the store has seen.
    pub fn open(store: &Store, clock: Clock) -> anyhow::Result<Self> {
        let wall = clock.now().as_millisecond();
        let record = store.write_blocking(|store| {
            let known = timekeeping::read(store)?;
            let record = known.map_or(Record::new(wall), |known| known.observe(wall, None));
            timekeeping::write(store, &record)?;
            Ok::<_, anyhow::Error>(record)
        })?;
        tell(Record::default(), record);
        let at = clock.uptime();
        let seen = Arc::new(Mutex::new(Seen { record, at }));
        Ok(Self { clock, seen })
    }

    /// Milliseconds; only differences mean something.
    pub fn now(&self) -> i64 {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.record.time + millis(self.clock.uptime().saturating_sub(seen.at))
    }

    /// The present moment as far as it is believed, for what is planned: see [`Record::moment`].
    pub fn moment(&self) -> Timestamp {
        self.as_believed(Record::moment)
    }

    /// The present moment for the date of a post: see [`Record::date`].
    pub fn date(&self) -> Timestamp {
        self.as_believed(Record::date)
    }

    fn as_believed(&self, moment: impl FnOnce(Record, i64) -> i64) -> Timestamp {
        let record = self.look();
        let moment = moment(record, self.clock.now().as_millisecond());
        Timestamp::from_millisecond(moment).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// Looks at the machine's clock; what it returns is for the store.
    pub fn look(&self) -> Record {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.clock.uptime();
        let passed = millis(now.saturating_sub(seen.at));
        let wall = self.clock.now().as_millisecond();
        let record = seen.record.observe(wall, Some(passed));
        tell(seen.record, record);
        *seen = Seen { record, at: now };
        record
    }
}

fn tell(before: Record, after: Record) {
    if before.doubt == 0 && after.doubt != 0 {
        tracing::warn!(
            days_ahead = after.doubt / DAY,
            "the machine's clock has jumped; nothing is deleted for its age by it until it has stayed so for three days"
        );
    } else if before.doubt != 0 && after.doubt == 0 {
        tracing::info!("the machine's clock is believed again");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = DAY / 24;
    const YEAR: i64 = 365 * DAY;
    const NOW: i64 = 20_000 * DAY;

    /// Runs for so many hours with the clock as far ahead of the truth.
    fn run(mut record: Record, truth: &mut i64, hours: i64, ahead: i64) -> Record {
        for _ in 0..hours {
            *truth += HOUR;
            record = record.observe(*truth + ahead, Some(HOUR));
        }
        record
    }

    fn start(record: Record, truth: i64, ahead: i64) -> Record {
        record.observe(truth + ahead, None)
    }

    #[test]
    fn a_year_ahead_for_a_while_is_not_a_year() {
        let mut truth = NOW;
        let record = start(Record::new(NOW), truth, YEAR);
        assert_eq!(record.time, NOW);
        let record = run(record, &mut truth, 48, YEAR);
        assert_eq!(record.time, truth, "an hour is an hour");
        let record = run(record, &mut truth, 24 * 10, 0);
        assert_eq!((record.time, record.doubt, record.offset), (truth, 0, 0));
    }

    #[test]
    fn an_evening_and_a_night_off_have_passed() {
        let record = start(Record::new(NOW), NOW + 20 * HOUR, 0);
        assert_eq!(record.time, NOW + 20 * HOUR);
    }

    #[test]
    fn a_long_stop_counts_once_the_clock_has_agreed_for_three_days() {
        let mut truth = NOW + 100 * DAY;
        let record = start(Record::new(NOW), truth, 0);
        let record = run(record, &mut truth, 71, 0);
        assert_eq!(record.time, NOW + 71 * HOUR, "not yet");
        let record = run(record, &mut truth, 1, 0);
        assert_eq!((record.time, record.doubt), (truth, 0));
    }

    #[test]
    fn a_machine_that_is_off_each_night_gets_there_too() {
        let mut truth = NOW + 30 * DAY;
        let mut record = start(Record::new(NOW), truth, 0);
        for _ in 0..10 {
            record = run(record, &mut truth, 9, 0);
            truth += 15 * HOUR;
            record = start(record, truth, 0);
        }
        assert_eq!((record.time, record.doubt), (truth, 0));
    }

    #[test]
    fn a_store_that_began_in_1970_does_not_grow_old_when_the_clock_is_set() {
        let mut truth = NOW;
        let record = Record::new(0);
        let record = run(record, &mut truth, 5, -NOW);
        let record = run(record, &mut truth, 24 * 30, 0);
        assert_eq!(record.time, 5 * HOUR + 30 * DAY);
        let record = start(record, truth + HOUR, 0);
        assert_eq!(record.time, 6 * HOUR + 30 * DAY, "and stops count as ever");
    }

    #[test]
    fn what_is_planned_waits_for_a_clock_that_is_believed() {
        const HERE: i64 = NEVER_SET + 500 * DAY;
        let moment = |record: Record, truth: i64, ahead: i64| record.moment(truth + ahead) - truth;
        let record = Record::new(HERE);
        // Small steps are corrections.
        for ahead in [-20 * HOUR, -1, 0, 20 * HOUR] {
            let mut truth = HERE;
            let record = run(record, &mut truth, 1, ahead);
            assert_eq!(moment(record, truth, ahead), ahead);
        }
        // A year ahead is not now, and the hours go on; set right again, all is as it was.
        let mut truth = HERE;
        let record = run(record, &mut truth, 60, YEAR);
        assert_eq!(moment(record, truth, YEAR), 0);
        let restarted = run(start(record, truth, YEAR), &mut truth, 2, YEAR);
        assert_eq!(moment(restarted, truth, YEAR), 0);
        let record = run(restarted, &mut truth, 1, 0);
        assert_eq!(moment(record, truth, 0), 0);
        // After a year that began with a stop there is no telling.
        let record = run(start(record, truth, YEAR), &mut truth, 2, YEAR);
        assert_eq!(moment(record, truth, YEAR), 0);
        // A clock that is behind makes nothing early.
        let record = run(record, &mut truth, 1, -YEAR);
        assert_eq!(moment(record, truth, -YEAR), -YEAR);
    }

    #[test]
    fn a_weekend_off_is_believed_after_ten_minutes() {
        const MINUTE: i64 = HOUR / 60;
        let truth = NEVER_SET + 500 * DAY;
        let record = start(Record::new(truth), truth + 62 * HOUR, 0);
        let now = truth + 62 * HOUR;
        assert_eq!(record.moment(now), truth);
        let record = record.observe(now + 9 * MINUTE, Some(9 * MINUTE));
        assert_eq!(record.moment(now + 9 * MINUTE), truth + 9 * MINUTE);
        let record = record.observe(now + 10 * MINUTE, Some(MINUTE));
        assert_eq!(record.moment(now + 10 * MINUTE), now + 10 * MINUTE);
        // One that jumps while the program runs is another matter.
        let ran = Record::new(truth).observe(now, Some(MINUTE));
        let ran = ran.observe(now + HOUR, Some(HOUR));
        assert_eq!(ran.moment(now + HOUR), truth + MINUTE + HOUR);
    }

    #[test]
    fn a_clock_that_was_set_no_more_is_not_followed_back() {
        const HERE: i64 = NEVER_SET + 500 * DAY;
        let mut truth = HERE;
        let record = run(start(Record::new(HERE), 0, 0), &mut truth, 5, -HERE);
        assert_eq!(record.moment(5 * HOUR), truth);
        let record = run(record, &mut truth, 1, 0);
        assert_eq!(record.moment(truth), truth);
    }

    #[test]
    fn a_clock_that_was_never_set_is_set_once() {
        let record = Record::new(0).observe(HOUR, Some(HOUR));
        let record = record.observe(NOW, Some(HOUR));
        assert_eq!(record.moment(NOW), NOW);
    }

    #[test]
    fn a_post_is_dated_by_the_clock_unless_it_jumped_while_the_program_ran() {
        const HERE: i64 = NEVER_SET + 500 * DAY;
        let dated = |record: Record, truth: i64, ahead: i64| record.date(truth + ahead) - truth;
        let mut truth = HERE;
        let record = run(Record::new(HERE), &mut truth, 5, 0);
        // The machine was off, or an older backup was restored.
        for stop in [0, 20 * HOUR, 62 * HOUR, 40 * DAY, YEAR] {
            assert_eq!(dated(start(record, truth + stop, 0), truth + stop, 0), 0);
        }
        // A jump is none of the truth, however long it stays; a machine that stood still has one, too.
        for (hours, ahead, expected) in [
            (1, YEAR, 0),
            (60, YEAR, 0),
            (2, 4 * DAY, 4 * DAY),
            (1, -4 * DAY, 0),
            (2, -YEAR, -YEAR),
            (60, -HERE, 0),
        ] {
            let mut truth = truth;
            let record = run(record, &mut truth, hours, ahead);
            assert_eq!(dated(record, truth, ahead), expected, "{hours}: {ahead}");
        }
        // It begins with a clock that is behind until it is set.
        assert_eq!(
            dated(start(record, truth, -100 * DAY), truth, -100 * DAY),
            0
        );
    }

    #[test]
    fn a_clock_that_goes_back_and_forth_ages_nothing_and_stops_nothing() {
        let mut truth = NOW;
        let mut record = Record::new(NOW);
        for ahead in [-NOW, 0, -YEAR, YEAR, 0, -2 * DAY, YEAR] {
            let before = record.time;
            record = start(record, truth, ahead);
            record = run(record, &mut truth, 30, ahead);
            assert_eq!(record.time, before + 30 * HOUR, "{ahead}");
        }
        let record = run(record, &mut truth, 24 * 10, -YEAR);
        assert_eq!(record.time, truth, "back for good: it goes on");
    }
}
