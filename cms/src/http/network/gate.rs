//! Who may connect: so many at a time, so many from one address, and a few more for health checks.

use std::{net::IpAddr, sync::Arc};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::shares::{Share, Shares};
use crate::config::Config;

/// An address that holds more connections than this gets none of the reserve: it is part of the crowd.
const CROWD: usize = 8;

/// Counts connections.
#[derive(Debug)]
pub struct Gate {
    general: Arc<Semaphore>,
    reserved: Arc<Semaphore>,
    reserved_local: Arc<Semaphore>,
    shares: Shares,
    per_address: usize,
    trusted: Vec<IpAddr>,
    loopback_counts: bool,
}

/// What a connection is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Everything.
    General,
    /// Health checks only.
    Reserve,
}

/// A connection's place, given back when it is dropped.
#[derive(Debug)]
pub struct Seat {
    /// What it is good for.
    pub kind: Kind,
    _permit: OwnedSemaphorePermit,
    _share: Option<Share>,
}

impl Gate {
    /// As configured.
    pub fn new(config: &Config) -> Self {
        let seats = |count: usize| Arc::new(Semaphore::new(count.min(Semaphore::MAX_PERMITS)));
        Self {
            general: seats(config.max_connections.max(1)),
            reserved: seats(config.limits.reserved),
            reserved_local: seats(config.limits.reserved_local),
            shares: Shares::default(),
            per_address: config.max_connections_per_address.max(1),
            trusted: config.trusted_proxies.clone(),
            loopback_counts: config.limits.loopback_counts,
        }
    }

    /// A place for a connection from this address, if there is one.
    pub fn admit(&self, address: IpAddr) -> Option<Seat> {
        let address = address.to_canonical();
        let local = address.is_loopback() && !self.loopback_counts;
        // Whoever speaks for many has no share: a proxy bounds its own clients.
        let trusted = local || self.trusted.contains(&address);
        let (share, held) = if trusted {
            (None, 0)
        } else {
            self.shares
                .take(address, self.per_address)
                .map(|(share, held)| (Some(share), held))?
        };
        let (kind, permit) = match self.general.clone().try_acquire_owned() {
            Ok(permit) => (Kind::General, permit),
            Err(_) if held > CROWD => return None,
            Err(_) => {
                let reserve = if trusted {
                    &self.reserved_local
                } else {
                    &self.reserved
                };
                (Kind::Reserve, reserve.clone().try_acquire_owned().ok()?)
            }
        };
        Some(Seat {
            kind,
            _permit: permit,
            _share: share,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn gate(change: impl FnOnce(&mut Config)) -> Gate {
        let mut config = Config::for_testing(std::path::Path::new("."));
        change(&mut config);
        Gate::new(&config)
    }

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn an_address_has_a_share_which_comes_back() {
        let gate = gate(|config| config.max_connections_per_address = 2);
        let mut seats = vec![
            gate.admit(ip("203.0.113.1")).unwrap(),
            gate.admit(ip("::ffff:203.0.113.1")).unwrap(),
        ];
        assert!(gate.admit(ip("203.0.113.1")).is_none());
        assert!(gate.admit(ip("203.0.113.2")).is_some());
        seats.pop();
        assert!(gate.admit(ip("203.0.113.1")).is_some());
        drop(seats);
        assert!(gate.shares.is_empty(), "nothing is left");
    }

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        let gate = gate(|config| config.max_connections_per_address = 1);
        let _one = gate.admit(ip("2001:db8:0:1::1")).unwrap();
        assert!(gate.admit(ip("2001:db8:0:1:ffff::2")).is_none());
        assert!(gate.admit(ip("2001:db8:0:2::1")).is_some());
    }

    #[test]
    fn this_machine_and_trusted_proxies_speak_for_many() {
        let gate = gate(|config| {
            config.max_connections_per_address = 1;
            config.trusted_proxies = vec![ip("10.0.0.1")];
        });
        for address in ["127.0.0.1", "::1", "10.0.0.1"] {
            let seats: Vec<_> = (0..5).map(|_| gate.admit(ip(address)).unwrap()).collect();
            assert!(seats.iter().all(|seat| seat.kind == Kind::General));
        }
    }

    #[test]
    fn the_reserve_is_not_for_the_crowd() {
        let gate = gate(|config| {
            config.max_connections = 20;
            config.limits.reserved = 2;
            config.limits.reserved_local = 1;
        });
        let crowd: Vec<_> = (0..20).map(|_| gate.admit(ip("203.0.113.1"))).collect();
        assert!(
            crowd
                .iter()
                .flatten()
                .all(|seat| seat.kind == Kind::General)
        );
        assert!(gate.admit(ip("203.0.113.1")).is_none());
        let monitor = gate.admit(ip("203.0.113.2")).unwrap();
        assert_eq!(monitor.kind, Kind::Reserve);
        let _second = gate.admit(ip("203.0.113.3")).unwrap();
        assert!(gate.admit(ip("203.0.113.4")).is_none(), "all taken");
        // Strangers cannot take what is kept for this machine.
        assert_eq!(gate.admit(ip("127.0.0.1")).unwrap().kind, Kind::Reserve);
        drop(crowd);
        assert_eq!(gate.admit(ip("203.0.113.1")).unwrap().kind, Kind::General);
    }
}
