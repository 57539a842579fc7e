//! `cms health`.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream},
    time::Duration,
};

use anyhow::{Context as _, bail};

use crate::config::Config;

/// Longer than a service at work ever takes.
const PATIENCE: Duration = Duration::from_secs(5);
/// The first line of an answer, with room to spare.
const LONGEST: u64 = 1024;

/// Asks the service at `--listen` whether it is ready; for images that have no other program to ask with.
pub fn health(config: &Config) -> anyhow::Result<()> {
    let address = reachable(config.listen);
    let line = ask(address).with_context(|| format!("nothing answers at {address}"))?;
    match line.split(' ').nth(1) {
        Some("200") => Ok(()),
        _ => bail!("not ready: {address} answers {line}"),
    }
}

/// Who listens everywhere is met at home.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let home = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(home, listen.port())
}

/// The status line of `/readyz`.
fn ask(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let request = format!("GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut line = String::new();
    BufReader::new(stream.take(LONGEST)).read_line(&mut line)?;
    Ok(line.trim_end().to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn who_listens_everywhere_is_asked_at_home() {
        for (listens, asked) in [
            ("0.0.0.0:8080", "127.0.0.1:8080"),
            ("[::]:8080", "[::1]:8080"),
            ("10.0.0.7:80", "10.0.0.7:80"),
        ] {
            assert_eq!(
                reachable(listens.parse().unwrap()),
                asked.parse().unwrap(),
                "{listens}"
            );
        }
    }
}
