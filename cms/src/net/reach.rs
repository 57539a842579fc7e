//! How far requests may go. What people write into texts must not make this machine ask its own neighbours (server-side
//! request forgery, OWASP ASVS 5.0, 1.3.6).
//!
//! It is the address that is looked at to which the connection is made, not the name: a name may mean another address at
//! the next look.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    pin::Pin,
    task::{Context, Poll},
    vec,
};

use hyper_util::client::legacy::connect::dns::Name;
use tower::Service;

/// Where requests may lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Into every network that this machine is in.
    Anywhere,
    /// To addresses that everybody can reach (the special-purpose registries of IANA, RFC 6890).
    Public,
}

impl Reach {
    /// Whether a host that is written as an address may be asked. A name is looked at when it is resolved.
    pub fn check(self, host: &str) -> io::Result<()> {
        let literal = host.trim_start_matches('[').trim_end_matches(']');
        match literal.parse() {
            Ok(address) if !self.has(address) => Err(not_public()),
            _ => Ok(()),
        }
    }

    fn has(self, address: IpAddr) -> bool {
        self == Self::Anywhere || is_public(address)
    }
}

/// Resolves names as the system does, and leaves out what is out of reach.
#[derive(Debug, Clone, Copy)]
pub struct Resolver(pub Reach);

impl Service<Name> for Resolver {
    type Response = vec::IntoIter<SocketAddr>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Self::Response>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let reach = self.0;
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let (within, beyond): (Vec<_>, Vec<_>) =
                found.partition(|address| reach.has(address.ip()));
            match (within.is_empty(), beyond.is_empty()) {
                (true, false) => Err(not_public()),
                _ => Ok(within.into_iter()),
            }
        })
    }
}

fn not_public() -> io::Error {
    io::Error::other("the address is in a private network")
}

fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let special = match address.octets() {
        // This network, and networks between a provider and its customers.
        [0, ..] | [100, 64..=127, ..] => true,
        // Protocol assignments, and relays from 6to4.
        [192, 0, 0, _] | [192, 88, 99, _] => true,
        // For measuring, and reserved.
        [198, 18..=19, ..] | [240..=255, ..] => true,
        _ => false,
    };
    !(special
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || address.is_multicast())
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(inner) = address.to_ipv4_mapped() {
        return is_public_v4(inner);
    }
    match address.segments() {
        // NAT64: an address of the other kind in its last half.
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            let [[a, b], [c, d]] = [high.to_be_bytes(), low.to_be_bytes()];
            is_public_v4(Ipv4Addr::new(a, b, c, d))
        }
        // Protocol assignments with Teredo, documentation (two), 6to4.
        [0x2001, 0..=0x1ff, ..] | [0x2001, 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] | [0x2002, ..] => {
            false
        }
        // All that is given out to the public so far.
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn only_what_everybody_can_reach_is_public() {
        for address in [
            "8.8.8.8",
            "100.63.0.1",
            "100.128.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "198.20.0.1",
            "223.255.255.255",
        ] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
        for address in [
            "2606:4700::1111",
            "2a00:1450::1",
            "64:ff9b::808:808",
            "::ffff:8.8.8.8",
        ] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
        for address in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.8.9.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.9",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
        for address in [
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::a00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "5f00::1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn hosts_that_are_addresses_are_looked_at_as_they_are_written() {
        for host in ["127.0.0.1", "[::1]", "10.0.0.1"] {
            assert!(Reach::Public.check(host).is_err(), "{host}");
            assert!(Reach::Anywhere.check(host).is_ok(), "{host}");
        }
        assert!(
            Reach::Public.check("site.example").is_ok(),
            "resolved later"
        );
    }

    #[tokio::test]
    async fn names_of_this_machine_are_out_of_reach() {
        let name: Name = "localhost".parse().unwrap();
        let found = Resolver(Reach::Public).call(name.clone()).await;
        assert!(found.is_err());
        assert!(
            Resolver(Reach::Anywhere)
                .call(name)
                .await
                .unwrap()
                .next()
                .is_some()
        );
    }
}
