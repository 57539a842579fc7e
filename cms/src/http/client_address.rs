//! Whose request it is, also behind a proxy.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Once,
};

use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{HeaderMap, request::Parts},
};

use crate::http::{app::App, error::ApiError, network::listener::Peer};

const FORWARDED_FOR: &str = "x-forwarded-for";

/// The visitor's address: the peer's, or what trusted proxies say about it.
#[derive(Debug, Clone, Copy)]
pub struct ClientAddress(pub IpAddr);

impl FromRequestParts<App> for ClientAddress {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let peer = parts
            .extensions
            .get::<ConnectInfo<Peer>>()
            .map(|info| info.0.0.ip());
        let peer = peer.unwrap_or(IpAddr::from([0, 0, 0, 0]));
        let trusted = &app.config.trusted_proxies;
        if is_unnamed_proxy(peer, &parts.headers, trusted) {
            TOLD.call_once(|| {
                tracing::warn!(
                    proxy = %peer,
                    "a proxy passes requests on and is not in CMS_TRUSTED_PROXIES: its visitors count as one where sign-ins and messages are throttled"
                );
            });
        }
        Ok(Self(resolve(peer, &parts.headers, trusted)))
    }
}

/// Once is enough: it does not change until the next start.
static TOLD: Once = Once::new();

/// Whether somebody in our own networks speaks for others without being named for it. From elsewhere anyone may write the header.
fn is_unnamed_proxy(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> bool {
    let is_ours = match peer {
        IpAddr::V4(peer) => peer.is_loopback() || peer.is_private(),
        IpAddr::V6(peer) => peer.is_loopback() || peer.is_unique_local(),
    };
    is_ours && headers.contains_key(FORWARDED_FOR) && !trusted.contains(&peer)
}

/// Walks `X-Forwarded-For` from the right, past the proxies we trust; anyone else could have written the rest.
fn resolve(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> IpAddr {
    let mut address = peer;
    let hops: Vec<&str> = headers
        .get_all(FORWARDED_FOR)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .collect();
    for hop in hops.iter().rev() {
        if !trusted.contains(&address) {
            break;
        }
        match named(hop.trim()) {
            Some(next) => address = next,
            None => break,
        }
    }
    address
}

/// The address that a proxy names: some write the port behind it, and brackets around one of IPv6.
fn named(hop: &str) -> Option<IpAddr> {
    let bracketed = hop.strip_prefix('[').and_then(|hop| hop.strip_suffix(']'));
    let alone = bracketed.unwrap_or(hop).parse::<IpAddr>();
    let address = alone.or_else(|_| hop.parse().map(|named: SocketAddr| named.ip()));
    Some(address.ok()?.to_canonical())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use axum::http::header;

    use super::*;

    fn seen(peer: &str, forwarded: &str, trusted: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", forwarded.parse().unwrap());
        let trusted: Vec<IpAddr> = trusted.iter().map(|ip| ip.parse().unwrap()).collect();
        resolve(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn the_header_counts_only_from_trusted_proxies() {
        assert_eq!(seen("203.0.113.9", "198.51.100.1", &[]), "203.0.113.9");
        assert_eq!(
            seen("10.0.0.1", "198.51.100.1", &["10.0.0.1"]),
            "198.51.100.1"
        );
        assert_eq!(
            seen("10.0.0.1", "6.6.6.6, 198.51.100.1", &["10.0.0.1"]),
            "198.51.100.1"
        );
        assert_eq!(
            seen(
                "10.0.0.1",
                "198.51.100.1, 10.0.0.2",
                &["10.0.0.1", "10.0.0.2"]
            ),
            "198.51.100.1"
        );
        assert_eq!(seen("10.0.0.1", "nonsense", &["10.0.0.1"]), "10.0.0.1");
    }

    #[test]
    fn a_client_is_known_also_by_an_address_with_a_port() {
        for (hop, client) in [
            ("198.51.100.1:51234", "198.51.100.1"),
            ("2001:db8::7", "2001:db8::7"),
            ("[2001:db8::7]", "2001:db8::7"),
            ("[2001:db8::7]:51234", "2001:db8::7"),
            ("::ffff:198.51.100.1", "198.51.100.1"),
            ("6.6.6.6, 198.51.100.1:1, 10.0.0.2:2", "198.51.100.1"),
            ("198.51.100.1:x", "10.0.0.1"),
            ("unknown", "10.0.0.1"),
            ("", "10.0.0.1"),
        ] {
            assert_eq!(
                seen("10.0.0.1", hop, &["10.0.0.1", "10.0.0.2"]),
                client,
                "{hop}"
            );
        }
    }

    #[test]
    fn a_proxy_that_nobody_named_is_noticed_in_our_own_networks() {
        let headers = HeaderMap::from_iter([(
            header::HeaderName::from_static(FORWARDED_FOR),
            header::HeaderValue::from_static("198.51.100.1"),
        )]);
        let noticed = |peer: &str, headers: &HeaderMap, trusted: &[IpAddr]| {
            is_unnamed_proxy(peer.parse().unwrap(), headers, trusted)
        };
        for peer in ["127.0.0.1", "::1", "10.89.7.2", "192.168.1.1", "fd00::2"] {
            assert!(noticed(peer, &headers, &[]), "{peer}");
            assert!(!noticed(peer, &headers, &[peer.parse().unwrap()]), "{peer}");
            assert!(!noticed(peer, &HeaderMap::new(), &[]), "{peer}");
        }
        for peer in ["203.0.113.9", "2001:db8::9"] {
            assert!(!noticed(peer, &headers, &[]), "{peer}");
        }
    }
}
