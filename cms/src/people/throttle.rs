//! Slows guessing down: failed sign-ins are counted by address and by name in a sliding window.
//!
//! Devices and networks from which the user signed in before are counted by themselves, so that guessing from anywhere else
//! does not lock the user out, and one that was stolen is not worth more than any other place.
//!
//! An attempt is counted before the password is looked at, so that parallel guesses cannot slip past, and
//! taken back when it succeeds.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
    net::IpAddr,
    sync::{Mutex, PoisonError},
};

use crate::net::network;

/// Seconds a failure counts.
const WINDOW: i64 = 15 * 60;
/// Failures by one name within the window.
pub const BY_NAME: usize = 10;
/// Failures from one address within the window.
pub const BY_ADDRESS: usize = 30;
/// Names, and addresses, kept before some are swept out.
const CAPACITY: usize = 5_000;

/// Counts failures; shared by all requests. Seconds are those of a clock that never jumps.
#[derive(Debug, Default)]
pub struct Throttle {
    counters: Mutex<Counters>,
}

#[derive(Debug, Default)]
struct Counters {
    names: HashMap<[u8; 32], VecDeque<i64>>,
    addresses: HashMap<IpAddr, VecDeque<i64>>,
    known: HashMap<[u8; 32], VecDeque<i64>>,
}

/// Whether the user is known to sign in from there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// Anyone.
    Stranger,
    /// By this device or network of the user.
    Known([u8; 32]),
}

/// An attempt that was let through; it counts as a failure unless [`Throttle::succeeded`] takes it back.
#[derive(Debug, Clone, Copy)]
pub struct Attempt {
    name: [u8; 32],
    address: IpAddr,
    trust: Trust,
    at: i64,
}

impl Throttle {
    /// Lets an attempt through, or says after how many seconds the next one may come.
    pub fn attempt(
        &self,
        name: &str,
        address: IpAddr,
        trust: Trust,
        now: i64,
    ) -> Result<Attempt, u64> {
        let attempt = Attempt {
            // Names are hashed: they may be secrets typed into the wrong box.
            name: *blake3::hash(name.as_bytes()).as_bytes(),
            address: network(address),
            trust,
            at: now,
        };
        let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        match counters.count(&attempt) {
            0 => Ok(attempt),
            wait => Err(wait.unsigned_abs()),
        }
    }

    /// The attempt was good: it does not count. A stranger's name starts afresh; what others guess while the user signs in
    /// from a known place goes on counting.
    pub fn succeeded(&self, attempt: &Attempt) {
        let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        if let Trust::Known(place) = attempt.trust {
            counters.known.remove(&place);
            return;
        }
        counters.names.remove(&attempt.name);
        Counters::forget_one(&mut counters.addresses, &attempt.address, attempt.at);
    }

    /// The attempt came half of the way: it is neither counted nor does it make anything else forgotten, or whoever has the
    /// password could guess codes for ever.
    pub fn took_back(&self, attempt: &Attempt) {
        let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        let at = attempt.at;
        if let Trust::Known(place) = attempt.trust {
            Counters::forget_one(&mut counters.known, &place, at);
            return;
        }
        Counters::forget_one(&mut counters.names, &attempt.name, at);
        Counters::forget_one(&mut counters.addresses, &attempt.address, at);
    }
}

impl Counters {
    /// The last of what is counted for a key goes.
    fn forget_one<K: Hash + Eq>(counters: &mut HashMap<K, VecDeque<i64>>, key: &K, at: i64) {
        if let Some(times) = counters.get_mut(key)
            && let Some(index) = times.iter().rposition(|time| *time == at)
        {
            times.remove(index);
        }
    }

    /// Counts an attempt, or returns the seconds to wait.
    fn count(&mut self, attempt: &Attempt) -> i64 {
        let now = attempt.at;
        sweep(&mut self.names, now);
        sweep(&mut self.addresses, now);
        sweep(&mut self.known, now);
        if let Trust::Known(place) = attempt.trust {
            let wait = wait(&mut self.known, &place, BY_NAME, now);
            if wait == 0 {
                self.known.entry(place).or_default().push_back(now);
            }
            return wait;
        }
        let by_name = wait(&mut self.names, &attempt.name, BY_NAME, now);
        let by_address = wait(&mut self.addresses, &attempt.address, BY_ADDRESS, now);
        let wait = by_name.max(by_address);
        if wait == 0 {
            self.names.entry(attempt.name).or_default().push_back(now);
            let address = self.addresses.entry(attempt.address);
            address.or_default().push_back(now);
        }
        wait
    }
}

/// Bounds the memory: first goes what no longer counts, then the half that failed least. Whoever fills the table with
/// names tried once does not make it forget the name that is really guessed.
fn sweep<K: Hash + Eq>(counters: &mut HashMap<K, VecDeque<i64>>, now: i64) {
    if counters.len() < CAPACITY {
        return;
    }
    counters.retain(|_, times| times.back().is_some_and(|last| now - last < WINDOW));
    if counters.len() < CAPACITY {
        return;
    }
    let rank = |times: &VecDeque<i64>| (times.len(), times.back().copied());
    let mut ranks: Vec<_> = counters.values().map(rank).collect();
    let middle = ranks.len() / 2;
    let (_, median, _) = ranks.select_nth_unstable(middle);
    let median = *median;
    counters.retain(|_, times| rank(times) > median);
}

/// Seconds until the oldest of too many failures leaves the window; 0 when there is room.
fn wait<K: Hash + Eq>(
    counters: &mut HashMap<K, VecDeque<i64>>,
    key: &K,
    limit: usize,
    now: i64,
) -> i64 {
    let Some(times) = counters.get_mut(key) else {
        return 0;
    };
    while times.front().is_some_and(|time| now - time >= WINDOW) {
        times.pop_front();
    }
    match times.front() {
        Some(oldest) if times.len() >= limit => WINDOW - (now - oldest),
        _ => 0,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const ANYONE: Trust = Trust::Stranger;
    const NOW: i64 = 1_750_000_000;

    fn address(n: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, n])
    }

    #[test]
    fn a_name_is_refused_from_everywhere_until_the_window_moves() {
        let throttle = Throttle::default();
        for n in 0..BY_NAME {
            assert!(
                throttle
                    .attempt("admin", address(n as u8), ANYONE, NOW)
                    .is_ok()
            );
        }
        assert_eq!(
            throttle
                .attempt("admin", address(99), ANYONE, NOW + 10)
                .unwrap_err(),
            890
        );
        assert!(
            throttle
                .attempt("other", address(99), ANYONE, NOW + 10)
                .is_ok()
        );
        assert!(
            throttle
                .attempt("admin", address(99), ANYONE, NOW + WINDOW)
                .is_ok()
        );
    }

    #[test]
    fn an_address_is_refused_for_every_name() {
        let throttle = Throttle::default();
        for n in 0..BY_ADDRESS {
            assert!(
                throttle
                    .attempt(&n.to_string(), address(1), ANYONE, 0)
                    .is_ok()
            );
        }
        assert!(throttle.attempt("new", address(1), ANYONE, 1).is_err());
        assert!(throttle.attempt("new", address(2), ANYONE, 1).is_ok());
    }

    #[test]
    fn success_takes_the_attempt_back() {
        let throttle = Throttle::default();
        for _ in 0..BY_ADDRESS * 3 {
            let attempt = throttle.attempt("admin", address(1), ANYONE, 0).unwrap();
            throttle.succeeded(&attempt);
        }
    }

    #[test]
    fn half_of_the_way_neither_counts_nor_frees() {
        for trust in [ANYONE, Trust::Known([1; 32])] {
            let throttle = Throttle::default();
            let attempt = |at| throttle.attempt("admin", address(1), trust, at);
            for n in 1..BY_NAME {
                assert!(attempt(n as i64).is_ok());
            }
            for _ in 0..BY_ADDRESS * 3 {
                throttle.took_back(&attempt(100).unwrap());
            }
            assert!(attempt(101).is_ok());
            assert!(attempt(102).is_err(), "those before still count");
        }
    }

    #[test]
    fn a_network_of_ipv6_counts_as_one_address() {
        let throttle = Throttle::default();
        for n in 0..BY_ADDRESS {
            let host = format!("2001:db8::{n:x}").parse().unwrap();
            assert!(throttle.attempt(&n.to_string(), host, ANYONE, 0).is_ok());
        }
        assert!(
            throttle
                .attempt("x", "2001:db8::ffff".parse().unwrap(), ANYONE, 0)
                .is_err()
        );
        assert!(
            throttle
                .attempt("x", "2001:db8:1::1".parse().unwrap(), ANYONE, 0)
                .is_ok()
        );
    }

    #[test]
    fn memory_is_bounded() {
        let throttle = Throttle::default();
        for n in 0..30_000_u32 {
            let _ = throttle.attempt(
                &n.to_string(),
                IpAddr::from(n.to_be_bytes()),
                ANYONE,
                i64::from(n / 100),
            );
        }
        let counters = throttle.counters.lock().unwrap();
        assert!(counters.names.len() <= CAPACITY && counters.addresses.len() <= CAPACITY);
    }

    #[test]
    fn a_flood_of_other_names_does_not_free_the_one_that_is_guessed() {
        let throttle = Throttle::default();
        for n in 0..BY_NAME {
            assert!(
                throttle
                    .attempt("admin", address(n as u8), ANYONE, 0)
                    .is_ok()
            );
        }
        for n in 0..50_000_u32 {
            let _ = throttle.attempt(&n.to_string(), IpAddr::from(n.to_be_bytes()), ANYONE, 1);
        }
        assert!(throttle.attempt("admin", address(200), ANYONE, 2).is_err());
    }

    /// Names in the order in which they were tried, one a second, and what a sweep at that time leaves of them.
    fn swept(names: usize, now: i64) -> Vec<usize> {
        let tried = (0..names).map(|name| (name, VecDeque::from([name as i64])));
        let mut counters: HashMap<usize, VecDeque<i64>> = tried.collect();
        sweep(&mut counters, now);
        let mut left: Vec<usize> = counters.into_keys().collect();
        left.sort_unstable();
        left
    }

    #[test]
    fn a_full_table_loses_what_no_longer_counts() {
        let last = CAPACITY as i64 - 1;
        let left = swept(CAPACITY, last);
        assert_eq!(left.first(), Some(&(CAPACITY - WINDOW as usize)));
        assert_eq!(
            left.len(),
            WINDOW as usize,
            "what was tried within the window is still there"
        );
    }

    #[test]
    fn a_table_full_of_what_counts_loses_the_older_half() {
        let tried = (0..CAPACITY).map(|name| (name, VecDeque::from([(name / 100) as i64])));
        let mut counters: HashMap<usize, VecDeque<i64>> = tried.collect();
        sweep(&mut counters, (CAPACITY / 100) as i64);
        assert!(
            counters.len() > CAPACITY / 2 - 200 && counters.len() <= CAPACITY / 2,
            "{}",
            counters.len()
        );
        assert!(counters.contains_key(&(CAPACITY - 1)));
    }

    #[test]
    fn a_table_with_room_is_not_walked() {
        assert_eq!(
            swept(CAPACITY - 1, 10 * CAPACITY as i64).len(),
            CAPACITY - 1
        );
    }

    #[test]
    fn a_known_place_is_counted_by_itself() {
        let throttle = Throttle::default();
        let (home, stolen) = (Trust::Known([1; 32]), Trust::Known([2; 32]));
        for n in 0..BY_NAME {
            assert!(
                throttle
                    .attempt("admin", address(n as u8), ANYONE, 0)
                    .is_ok()
            );
            assert!(throttle.attempt("admin", address(1), stolen, 0).is_ok());
        }
        assert!(throttle.attempt("admin", address(99), ANYONE, 1).is_err());
        assert!(throttle.attempt("admin", address(1), stolen, 1).is_err());
        let good = throttle.attempt("admin", address(1), home, 1).unwrap();
        throttle.succeeded(&good);
        assert!(
            throttle.attempt("admin", address(99), ANYONE, 2).is_err(),
            "the owner's sign-in does not let strangers guess on"
        );
    }
}
