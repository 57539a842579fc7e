//! When a generation that failed is tried again without anyone's help (invariant 4).

use std::time::Duration;

use generator::BuildError;

/// Why a generation failed, as far as it tells when to try again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// What people wrote: it does not mend itself, so the next change or save tries again.
    Written,
    /// Disk, store, or a folder that another program has: it may pass at any moment.
    Passing,
    /// A mistake of ours. It may not come again with other threads in other order; should it come always, trying
    /// must not wear the machine out.
    Panic,
}

impl Cause {
    /// Of the generator's error.
    pub fn of(error: &BuildError) -> Cause {
        if error.may_pass() {
            Cause::Passing
        } else {
            Cause::Written
        }
    }

    /// Long enough for a disk to be freed, short enough that nobody has to help.
    fn waits(self) -> &'static [u64] {
        match self {
            Cause::Written => &[],
            Cause::Passing => &[2, 10, 30, 60],
            Cause::Panic => &[5, 60, 5 * 60, 15 * 60],
        }
    }
}

/// Failures in a row for the same cause.
#[derive(Debug, Default)]
pub struct Retry {
    last: Option<(Cause, usize)>,
}

impl Retry {
    /// One more; returns how long to wait before the next attempt.
    pub fn failed(&mut self, cause: Cause) -> Option<Duration> {
        let before = self.last.filter(|(last, _)| *last == cause);
        self.last = Some((cause, before.map_or(1, |(_, times)| times + 1)));
        self.wait()
    }

    /// It worked.
    pub fn succeeded(&mut self) {
        self.last = None;
    }

    /// How long to wait before the next attempt; `None` when only a change or a save calls for one.
    pub fn wait(&self) -> Option<Duration> {
        let (cause, times) = self.last?;
        let waits = cause.waits();
        let wait = waits.get(times - 1).or(waits.last())?;
        Some(Duration::from_secs(*wait))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_by_cause_and_start_again_with_another_one() {
        let mut retry = Retry::default();
        assert_eq!(retry.wait(), None);
        let seconds = |wait: Option<Duration>| wait.map_or(0, |wait| wait.as_secs());
        let passing = [2, 10, 30, 60, 60].map(|_| seconds(retry.failed(Cause::Passing)));
        assert_eq!(passing, [2, 10, 30, 60, 60]);
        let panics = [5, 60].map(|_| seconds(retry.failed(Cause::Panic)));
        assert_eq!(panics, [5, 60]);
        assert_eq!(retry.failed(Cause::Written), None);
        assert_eq!(seconds(retry.failed(Cause::Passing)), 2);
        retry.succeeded();
        assert_eq!(retry.wait(), None);
    }
}
