//! Slows guessing down: failed sign-ins are counted by address and by name in a sliding window.
//!
//! An attempt is counted before the password is looked at, so that parallel guesses cannot slip past, and
//! taken back when it succeeds.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
    net::{IpAddr, Ipv6Addr},
    sync::{Mutex, PoisonError},
};

/// Seconds a failure counts.
const WINDOW: i64 = 15 * 60;
/// Failures by one name within the window.
pub const BY_NAME: usize = 10;
/// Failures from one address within the window.
pub const BY_ADDRESS: usize = 30;
/// Names, and addresses, kept before some are swept out.
const CAPACITY: usize = 5_000;

/// Counts failures; shared by all requests.
#[derive(Debug, Default)]
pub struct Throttle {
    counters: Mutex<Counters>,
}

#[derive(Debug, Default)]
struct Counters {
    names: HashMap<[u8; 32], VecDeque<i64>>,
    addresses: HashMap<IpAddr, VecDeque<i64>>,
}

/// An attempt that was let through; it counts as a failure unless [`Throttle::succeeded`] takes it back.
#[derive(Debug, Clone, Copy)]
pub struct Attempt {
    name: [u8; 32],
    address: IpAddr,
    at: i64,
}

impl Throttle {
    /// Lets an attempt through, or says after how many seconds the next one may come.
    pub fn attempt(&self, name: &str, address: IpAddr, now: i64) -> Result<Attempt, u64> {
        // Names are hashed: they may be secrets typed into the wrong box.
        let name = *blake3::hash(name.as_bytes()).as_bytes();
        let address = network(address);
        let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        sweep(&mut counters.names, now);
        sweep(&mut counters.addresses, now);
        let wait = wait(&mut counters.names, &name, BY_NAME, now).max(wait(
            &mut counters.addresses,
            &address,
            BY_ADDRESS,
            now,
        ));
        if wait > 0 {
            return Err(wait.unsigned_abs());
        }
        counters.names.entry(name).or_default().push_back(now);
        counters
            .addresses
            .entry(address)
            .or_default()
            .push_back(now);
        Ok(Attempt {
            name,
            address,
            at: now,
        })
    }

    /// The attempt was good: it does not count, and the name starts afresh.
    pub fn succeeded(&self, attempt: &Attempt) {
        let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        counters.names.remove(&attempt.name);
        if let Some(times) = counters.addresses.get_mut(&attempt.address)
            && let Some(index) = times.iter().rposition(|time| *time == attempt.at)
        {
            times.remove(index);
        }
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

/// One visitor usually owns a whole /64 of IPv6.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 => v4,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn address(n: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, n])
    }

    #[test]
    fn a_name_is_refused_from_everywhere_until_the_window_moves() {
        let throttle = Throttle::default();
        for n in 0..BY_NAME {
            assert!(throttle.attempt("admin", address(n as u8), 100).is_ok());
        }
        assert_eq!(
            throttle.attempt("admin", address(99), 110).unwrap_err(),
            890
        );
        assert!(throttle.attempt("other", address(99), 110).is_ok());
        assert!(throttle.attempt("admin", address(99), 100 + WINDOW).is_ok());
    }

    #[test]
    fn an_address_is_refused_for_every_name() {
        let throttle = Throttle::default();
        for n in 0..BY_ADDRESS {
            assert!(throttle.attempt(&n.to_string(), address(1), 0).is_ok());
        }
        assert!(throttle.attempt("new", address(1), 1).is_err());
        assert!(throttle.attempt("new", address(2), 1).is_ok());
    }

    #[test]
    fn success_takes_the_attempt_back() {
        let throttle = Throttle::default();
        for _ in 0..BY_ADDRESS * 3 {
            let attempt = throttle.attempt("admin", address(1), 0).unwrap();
            throttle.succeeded(&attempt);
        }
    }

    #[test]
    fn a_network_of_ipv6_counts_as_one_address() {
        let throttle = Throttle::default();
        for n in 0..BY_ADDRESS {
            let host = format!("2001:db8::{n:x}").parse().unwrap();
            assert!(throttle.attempt(&n.to_string(), host, 0).is_ok());
        }
        assert!(
            throttle
                .attempt("x", "2001:db8::ffff".parse().unwrap(), 0)
                .is_err()
        );
        assert!(
            throttle
                .attempt("x", "2001:db8:1::1".parse().unwrap(), 0)
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
            assert!(throttle.attempt("admin", address(n as u8), 0).is_ok());
        }
        for n in 0..50_000_u32 {
            let _ = throttle.attempt(&n.to_string(), IpAddr::from(n.to_be_bytes()), 1);
        }
        assert!(throttle.attempt("admin", address(200), 2).is_err());
    }
}
