//! Bounds how much can be sent: by one network, and in all.

use std::{
    collections::VecDeque,
    net::IpAddr,
    sync::{Mutex, PoisonError},
};

use crate::auth::throttle::network;

/// Seconds a message counts.
const WINDOW: i64 = 10 * 60;
/// Messages from one network within the window.
pub const BY_ADDRESS: usize = 5;
/// Messages from everyone within the window: what staff could still read.
pub const IN_ALL: usize = 300;

/// Counts messages; shared by all requests.
#[derive(Debug, Default)]
pub struct ContactThrottle {
    /// Sender and second, oldest first; never more than [`IN_ALL`].
    recent: Mutex<VecDeque<(IpAddr, i64)>>,
}

impl ContactThrottle {
    /// Counts a message, or says after how many seconds the next one may come.
    pub fn admit(&self, address: IpAddr, now: i64) -> Result<(), u64> {
        let address = network(address);
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        while recent.front().is_some_and(|(_, at)| now - at >= WINDOW) {
            recent.pop_front();
        }
        let own: Vec<i64> = recent
            .iter()
            .filter(|(from, _)| *from == address)
            .map(|(_, at)| *at)
            .collect();
        let oldest = if recent.len() >= IN_ALL {
            recent.front().map(|(_, at)| *at)
        } else {
            None
        };
        let oldest = if own.len() >= BY_ADDRESS {
            own.first().copied()
        } else {
            oldest
        };
        match oldest {
            Some(at) => Err((WINDOW - (now - at)).max(1).unsigned_abs()),
            None => {
                recent.push_back((address, now));
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(n: u32) -> IpAddr {
        IpAddr::from(n.to_be_bytes())
    }

    #[test]
    fn one_network_is_slowed_down() {
        let throttle = ContactThrottle::default();
        for second in 0..BY_ADDRESS as i64 {
            assert_eq!(throttle.admit(address(1), second), Ok(()));
        }
        assert_eq!(throttle.admit(address(1), 10), Err(590));
        assert_eq!(throttle.admit(address(2), 10), Ok(()));
        assert_eq!(throttle.admit(address(1), WINDOW), Ok(()));
        assert_eq!(throttle.admit(address(1), WINDOW), Err(1));
    }

    #[test]
    fn all_together_are_bounded() {
        let throttle = ContactThrottle::default();
        let admitted = (0..2000)
            .filter(|n| throttle.admit(address(*n), 0).is_ok())
            .count();
        assert_eq!(admitted, IN_ALL);
        assert_eq!(throttle.admit(address(5000), WINDOW), Ok(()));
    }
}
