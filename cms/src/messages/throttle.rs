//! Bounds how much can be sent: by one network, by its neighbourhood, and in all.
//!
//! The last part of what all together may send is kept for networks that have sent nothing yet, so a few networks that send
//! as much as they may do not keep a visitor out.

use std::{
    collections::VecDeque,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    sync::{Mutex, PoisonError},
};

/// Seconds a message counts.
const WINDOW: i64 = 10 * 60;
/// Bits of an address, IPv4 and IPv6, and messages from all that share them: one visitor, one organisation, one provider.
const SHARES: [(u32, u32, usize); 3] = [(32, 64, 5), (24, 48, 15), (16, 32, 45)];
/// Messages from everyone within the window, as long as they are not the first of their network.
pub const IN_ALL: usize = 300;
/// Messages from everyone, first ones included.
pub const WITH_FIRST_ONES: usize = 1_000;

/// Counts messages; shared by all requests. Seconds are those of a clock that never jumps.
#[derive(Debug, Default)]
pub struct ContactThrottle {
    /// Sender and second, oldest first; never more than [`WITH_FIRST_ONES`].
    recent: Mutex<VecDeque<(IpAddr, i64)>>,
}

impl ContactThrottle {
    /// Counts a message, or says after how many seconds the next one may come.
    pub fn admit(&self, address: IpAddr, now: i64) -> Result<(), u64> {
        let address = address.to_canonical();
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        while recent.front().is_some_and(|(_, at)| now - at >= WINDOW) {
            recent.pop_front();
        }
        match oldest_in_the_way(&recent, address) {
            Some(at) => Err((WINDOW - (now - at)).max(1).unsigned_abs()),
            None => {
                recent.push_back((address, now));
                Ok(())
            }
        }
    }
}

/// The message whose time must be over before this address may send another.
fn oldest_in_the_way(recent: &VecDeque<(IpAddr, i64)>, address: IpAddr) -> Option<i64> {
    let of_share = |(v4, v6, most): (u32, u32, usize)| {
        let own = prefix(address, v4, v6);
        let times = recent
            .iter()
            .filter(|(from, _)| prefix(*from, v4, v6) == own)
            .map(|(_, at)| *at);
        let times: Vec<i64> = times.collect();
        let oldest = (times.len() >= most)
            .then(|| times.first().copied())
            .flatten();
        (oldest, times.is_empty())
    };
    let shares = SHARES.map(of_share);
    let is_first = shares[1].1;
    let most = if is_first { WITH_FIRST_ONES } else { IN_ALL };
    let everyone = recent.front().filter(|_| recent.len() >= most);
    let shares = shares.iter().filter_map(|(oldest, _)| *oldest);
    shares.chain(everyone.map(|(_, at)| *at)).max()
}

/// The first bits of an address.
fn prefix(address: IpAddr, v4_bits: u32, v6_bits: u32) -> IpAddr {
    match address {
        IpAddr::V4(v4) => {
            let mask = u32::MAX.checked_shl(32 - v4_bits).unwrap_or(0);
            Ipv4Addr::from_bits(v4.to_bits() & mask).into()
        }
        IpAddr::V6(v6) => {
            let mask = u128::MAX.checked_shl(128 - v6_bits).unwrap_or(0);
            Ipv6Addr::from_bits(v6.to_bits() & mask).into()
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Each in a provider of its own.
    fn address(n: u32) -> IpAddr {
        IpAddr::from(n.rotate_right(16).to_be_bytes())
    }

    fn admitted(throttle: &ContactThrottle, from: impl Iterator<Item = IpAddr>) -> usize {
        from.filter(|address| throttle.admit(*address, 0).is_ok())
            .count()
    }

    #[test]
    fn one_network_is_slowed_down() {
        let throttle = ContactThrottle::default();
        for second in 0..SHARES[0].2 as i64 {
            assert_eq!(throttle.admit(address(1), second), Ok(()));
        }
        assert_eq!(throttle.admit(address(1), 10), Err(590));
        assert_eq!(throttle.admit(address(2), 10), Ok(()));
        assert_eq!(throttle.admit(address(1), WINDOW), Ok(()));
        assert_eq!(throttle.admit(address(1), WINDOW), Err(1));
    }

    #[test]
    fn neighbours_share() {
        let throttle = ContactThrottle::default();
        let site = |n: u16, host: u16| IpAddr::from([0x2001, 0xdb8, 7, n, 0, 0, 0, host]);
        let sent = admitted(&throttle, (0..100).map(|n| site(n, n)));
        assert_eq!(sent, SHARES[1].2, "a /48");
        let provider = |n: u16| IpAddr::from([0x2001, 0xdb8, n, 1, 0, 0, 0, 1]);
        let sent = admitted(&throttle, (0..100).map(provider));
        assert_eq!(SHARES[1].2 + sent, SHARES[2].2, "a /32");
        let company = admitted(&throttle, (0..100).map(|n| IpAddr::from([192, 0, 2, n])));
        assert_eq!(company, SHARES[1].2, "a /24");
    }

    #[test]
    fn sixty_networks_that_send_all_they_may_keep_nobody_out() {
        let throttle = ContactThrottle::default();
        let busy = |n: u32| IpAddr::from([0x2a00 + n as u16, 1, 1, 1, 0, 0, 0, 1]);
        let sent = admitted(&throttle, (0..60).flat_map(|n| vec![busy(n); 20]));
        assert_eq!(sent, IN_ALL);
        assert!(throttle.admit(busy(0), 1).is_err());
        assert_eq!(admitted(&throttle, (1..200).map(address)), 199, "visitors");
    }

    #[test]
    fn all_together_are_bounded() {
        let throttle = ContactThrottle::default();
        assert_eq!(admitted(&throttle, (0..5000).map(address)), WITH_FIRST_ONES);
        assert_eq!(throttle.admit(address(6000), WINDOW), Ok(()));
    }
}
