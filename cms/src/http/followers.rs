//! Who may follow the state of the site: so many browsers in all, and so many of one address.

use std::{net::IpAddr, sync::Arc};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{
    config::limits::Limits,
    http::network::shares::{Share, Shares},
};

/// Counts event streams.
#[derive(Debug)]
pub struct Followers {
    seats: Arc<Semaphore>,
    shares: Shares,
    per_address: usize,
    loopback_counts: bool,
}

/// A follower's place, given back when it is dropped.
#[derive(Debug)]
pub struct Seat {
    _permit: OwnedSemaphorePermit,
    _share: Option<Share>,
}

impl Followers {
    /// Within these limits.
    pub fn new(limits: &Limits) -> Self {
        Self {
            seats: Arc::new(Semaphore::new(limits.followers)),
            shares: Shares::default(),
            per_address: limits.followers_per_address,
            loopback_counts: limits.loopback_counts,
        }
    }

    /// A place for this address, if there is one. This machine, which may be a proxy that nobody trusts by name, has no share.
    pub fn admit(&self, address: IpAddr) -> Option<Seat> {
        let bound = !address.is_loopback() || self.loopback_counts;
        let share = if bound {
            Some(self.shares.take(address, self.per_address)?.0)
        } else {
            None
        };
        Some(Seat {
            _permit: self.seats.clone().try_acquire_owned().ok()?,
            _share: share,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn no_address_takes_all_the_seats() {
        let followers = Followers::new(&Limits {
            followers: 5,
            followers_per_address: 2,
            ..Limits::default()
        });
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let mut crowd: Vec<_> = (0..9)
            .filter_map(|_| followers.admit(ip("203.0.113.1")))
            .collect();
        assert_eq!(crowd.len(), 2);
        let other = followers.admit(ip("203.0.113.2")).unwrap();
        crowd.pop();
        let _again = followers.admit(ip("203.0.113.1")).unwrap();
        let local: Vec<_> = (0..2).map(|_| followers.admit(ip("::1"))).collect();
        assert!(local.iter().all(Option::is_some), "it speaks for many");
        assert!(followers.admit(ip("203.0.113.3")).is_none(), "all taken");
        drop(other);
        assert!(followers.admit(ip("203.0.113.3")).is_some());
    }
}
