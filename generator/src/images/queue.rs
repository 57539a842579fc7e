//! Pictures whose variants wait to be made, the most urgent first.

use std::collections::{BTreeMap, HashMap};

use imaging::Spec;

use super::pending::{Pending, PendingSource};

/// How urgent a picture is: the smallest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// It came while the program ran: somebody is looking at it. The newest first.
    New(std::cmp::Reverse<u64>),
    /// The site's own: few, and on the first page.
    OfTheSite(u64),
    /// What was there when the program started: perhaps thousands, each shown as it was uploaded or as an earlier
    /// version of the program made it.
    Backlog(u64),
}

/// Content hash and what is wanted of it.
type Key = (String, Spec);

/// The pictures that wait. An upload is never behind a backlog: whoever makes variants takes one picture at a time.
#[derive(Debug, Default)]
pub struct Queue {
    waiting: HashMap<Key, PendingSource>,
    /// The same in order.
    order: BTreeMap<Rank, Key>,
    next: u64,
    /// How urgent the one is that was taken last and may still be in the making.
    taken: Option<Rank>,
    /// How many were made since the build that runs has begun: it may have met them before that.
    made: usize,
    /// What comes from now on came while the program ran.
    pub started: bool,
}

impl Queue {
    /// Adds a picture; one that waits already keeps its place.
    pub fn add(&mut self, hash: &str, wanted: &Pending) {
        let number = self.next;
        self.next += 1;
        let rank = match (&wanted.source, self.started) {
            (PendingSource::File(_), _) => Rank::OfTheSite(number),
            (_, true) => Rank::New(std::cmp::Reverse(number)),
            (_, false) => Rank::Backlog(number),
        };
        let key = (hash.to_owned(), wanted.spec.clone());
        if !self.waiting.contains_key(&key) {
            self.order.insert(rank, key.clone());
            self.waiting.insert(key, wanted.source.clone());
        }
    }

    /// Takes the most urgent one out.
    pub fn take(&mut self) -> Option<(String, Pending)> {
        let (rank, key) = self.order.pop_first()?;
        let source = self.waiting.remove(&key)?;
        self.taken = Some(rank);
        let (hash, spec) = key;
        Some((hash, Pending { source, spec }))
    }

    /// The one that was taken last is made (`done`), or cannot be.
    pub fn tried(&mut self, done: bool) {
        self.taken = None;
        self.made += usize::from(done);
    }

    /// A build begins: it meets all that was made until now.
    pub fn begin(&mut self) {
        self.made = 0;
    }

    /// How many the build that has begun may not have met as they will be.
    pub fn unmet(&self) -> usize {
        self.len() + self.made
    }

    /// How many wait or are being made.
    pub fn len(&self) -> usize {
        self.waiting.len() + usize::from(self.taken.is_some())
    }

    /// Whether any of the site's own waits or is being made.
    pub fn has_of_the_site(&self) -> bool {
        let all = Rank::OfTheSite(0)..=Rank::OfTheSite(u64::MAX);
        let taken = self.taken.is_some_and(|rank| all.contains(&rank));
        taken || self.order.range(all).next().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_post(id: i64) -> Pending {
        Pending {
            source: PendingSource::Store(id),
            spec: Spec::default(),
        }
    }

    #[test]
    fn an_upload_is_never_behind_what_was_there_before_it() {
        let mut queue = Queue::default();
        queue.add("backlog", &of_post(1));
        let of_the_site = Pending {
            source: PendingSource::File("hero.jpg".into()),
            spec: Spec::default(),
        };
        queue.add("hero", &of_the_site);
        queue.started = true;
        queue.add("first upload", &of_post(2));
        queue.add("second upload", &of_post(3));
        // Asked for by every generation: it keeps its place.
        queue.add("backlog", &of_post(1));
        assert_eq!(queue.len(), 4);
        assert!(queue.has_of_the_site());
        let order = std::iter::from_fn(|| queue.take().map(|(hash, _)| hash));
        let order: Vec<String> = order.collect();
        assert_eq!(queue.len(), 1, "the last one is being made");
        queue.tried(true);
        assert_eq!(order, ["second upload", "first upload", "hero", "backlog"]);
        assert!(!queue.has_of_the_site());
        queue.add("hero", &of_the_site);
        assert!(
            queue.take().is_some() && queue.has_of_the_site(),
            "being made"
        );
        queue.tried(true);
        assert!(!queue.has_of_the_site());
    }

    #[test]
    fn what_is_made_while_a_build_runs_is_not_settled_by_it() {
        let mut queue = Queue::default();
        queue.begin();
        queue.add("x", &of_post(1));
        assert!(queue.take().is_some());
        queue.tried(true);
        assert_eq!((queue.len(), queue.unmet()), (0, 1));
        queue.begin();
        queue.add("no picture", &of_post(2));
        assert!(queue.take().is_some() && queue.unmet() == 1);
        queue.tried(false);
        assert_eq!(queue.unmet(), 0, "it stays as it was shown");
    }

    #[test]
    fn a_picture_wanted_in_two_ways_is_made_in_both() {
        let mut queue = Queue::default();
        queue.add("x", &of_post(1));
        let wide = Pending {
            spec: Spec::new([1920]),
            ..of_post(1)
        };
        queue.add("x", &wide);
        assert_eq!(queue.len(), 2);
    }
}
