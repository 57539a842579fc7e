//! Connections: accepted while there is room, served with deadlines, finished before the end.
//!
//! HTTP/1 only: a connection is one request at a time, so bounding connections bounds requests. Proxies speak it, too.

use std::{
    convert::Infallible,
    io,
    net::SocketAddr,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use axum::{
    Router,
    body::Body,
    extract::{ConnectInfo, Request},
    response::{IntoResponse as _, Response},
};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener, TcpStream},
    time::Instant,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::ServiceExt as _;

use crate::{
    config::{Config, limits::Limits},
    http::{
        error::ApiError,
        network::{
            connection::Connection,
            gate::{Gate, Kind, Seat},
        },
    },
};

/// What the connections of the reserve are for.
const RESERVE_PATHS: [&str; 3] = ["/healthz", "/readyz", "/metrics"];
/// Most bytes that are buffered in each direction of a connection.
const BUFFER: usize = 64 * 1024;
/// Most bytes of a request's first line and headers.
const MAX_HEAD: usize = 32 * 1024;

/// For a request that was sent just before we were asked to stop.
const LAST_CALL: Duration = Duration::from_secs(1);

/// The other end of a connection.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub SocketAddr);

impl Peer {
    /// By the address that it has in its own network: a listener on `[::]` is told `::ffff:127.0.0.1` of this machine.
    fn of(address: SocketAddr) -> Self {
        Self(SocketAddr::new(address.ip().to_canonical(), address.port()))
    }
}

/// Serves until `stopping`, and then until every request that has begun is answered.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    config: &Config,
    stopping: CancellationToken,
) {
    let gate = Gate::new(config);
    let limits = Arc::new(config.limits.clone());
    let connections = TaskTracker::new();
    loop {
        let (stream, peer) = tokio::select! {
            () = stopping.cancelled() => break,
            accepted = accept(&listener) => accepted,
        };
        // Whoever gets no seat is closed at once: a queue would be held by the same crowd that took the seats.
        if let Some(seat) = gate.admit(peer.ip()) {
            let connection = Served {
                router: router.clone(),
                limits: limits.clone(),
                stopping: stopping.clone(),
                peer,
                begun: Arc::default(),
            };
            connections.spawn(connection.run(stream, seat));
        }
    }
    // New ones are refused by the system from here on.
    drop(listener);
    connections.close();
    connections.wait().await;
}

async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(error) if is_the_clients(&error) => {}
            Err(error) => {
                // Too many open files, mostly: it passes when connections end.
                tracing::error!(%error, "cannot accept a connection");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

fn is_the_clients(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
    )
}

/// One connection and what serves it.
#[derive(Clone)]
struct Served {
    router: Router,
    limits: Arc<Limits>,
    stopping: CancellationToken,
    peer: SocketAddr,
    /// Whether a whole request has come.
    begun: Arc<AtomicBool>,
}

impl Served {
    async fn run(self, stream: TcpStream, seat: Seat) {
        let serving = self.clone().serve(stream, seat.kind);
        match seat.kind {
            Kind::General => serving.await,
            Kind::Reserve => {
                let _ = tokio::time::timeout(self.limits.reserve, serving).await;
            }
        }
        drop(seat);
    }

    async fn serve(self, stream: TcpStream, kind: Kind) {
        let io = TokioIo::new(Connection::new(stream, self.limits.answer));
        let service = service_fn(|request| self.clone().answer(request, kind));
        let mut connection = pin!(protocol(kind, &self.limits).serve_connection(io, service));
        let mut first = pin!(tokio::time::sleep(self.limits.headers));
        let (mut waiting, mut stopping) = (true, false);
        loop {
            tokio::select! {
                // Errors are the client's: gone, too slow, or not HTTP.
                _ = connection.as_mut() => return,
                () = first.as_mut(), if waiting => {
                    waiting = false;
                    if !self.begun.load(Ordering::Relaxed) {
                        return;
                    }
                }
                () = self.stopping.cancelled(), if !stopping => {
                    stopping = true;
                    connection.as_mut().graceful_shutdown();
                    // A connection on which nothing was asked is not waited for.
                    let last_call = Instant::now() + LAST_CALL;
                    if last_call < first.deadline() {
                        first.as_mut().reset(last_call);
                    }
                }
            }
        }
    }

    async fn answer(
        self,
        request: hyper::Request<Incoming>,
        kind: Kind,
    ) -> Result<Response, Infallible> {
        self.begun.store(true, Ordering::Relaxed);
        let mut request: Request = request.map(Body::new);
        if kind == Kind::Reserve && !RESERVE_PATHS.contains(&request.uri().path()) {
            let text = "All connections are taken; try again in a moment.";
            return Ok(ApiError::Unavailable(text).into_response());
        }
        request
            .extensions_mut()
            .insert(ConnectInfo(Peer::of(self.peer)));
        self.router.oneshot(request).await
    }
}

fn protocol(kind: Kind, limits: &Limits) -> http1::Builder {
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        // It runs from the last answer on, so it bounds idleness, too.
        .header_read_timeout(limits.idle.max(limits.headers))
        .keep_alive(kind == Kind::General)
        .max_header_size(MAX_HEAD)
        .max_buf_size(BUFFER);
    builder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_is_known_by_either_kind_of_address() {
        let local = |address: &str| {
            let peer = address.parse().map(Peer::of);
            peer.is_ok_and(|peer| peer.0.ip().is_loopback())
        };
        for address in ["127.0.0.1:1", "[::1]:1", "[::ffff:127.0.0.1]:1"] {
            assert!(local(address), "{address}");
        }
        assert!(!local("[::ffff:203.0.113.1]:1"));
    }
}
