//! Whose requests count as those of one.

use std::net::{IpAddr, Ipv6Addr};

/// What counts as one address: of IPv6 the first 64 bits, which one customer usually has to themselves.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 => v4,
    }
}
