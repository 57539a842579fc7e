//! The listening socket with a bound on open connections.

use std::{
    io,
    net::SocketAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    extract::connect_info::Connected,
    serve::{IncomingStream, Listener},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, Sleep, sleep},
};

/// A connection that has not said anything by then is closed.
const FIRST_BYTE: Duration = Duration::from_secs(15);
/// One on which nothing moved for so long is closed: longer than any request may take, so that only idle ones go.
const IDLE: Duration = Duration::from_secs(75);

/// Accepts while there is room; others wait in the operating system's queue.
#[derive(Debug)]
pub struct BoundedListener {
    inner: TcpListener,
    gate: Arc<Semaphore>,
}

impl BoundedListener {
    /// At most `connections` at a time.
    pub fn new(inner: TcpListener, connections: usize) -> Self {
        Self {
            inner,
            gate: Arc::new(Semaphore::new(connections.clamp(1, Semaphore::MAX_PERMITS))),
        }
    }
}

impl Listener for BoundedListener {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        // The semaphore is never closed; without a permit there would only be no bound.
        let permit = self.gate.clone().acquire_owned().await.ok();
        let (stream, address) = Listener::accept(&mut self.inner).await;
        // Small answers go out at once.
        let _ = stream.set_nodelay(true);
        (Connection::new(stream, permit, FIRST_BYTE, IDLE), address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Listener::local_addr(&self.inner)
    }
}

/// The other end of a connection.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub SocketAddr);

impl Connected<IncomingStream<'_, BoundedListener>> for Peer {
    fn connect_info(stream: IncomingStream<'_, BoundedListener>) -> Self {
        Self(*stream.remote_addr())
    }
}

/// A connection that counts until it is closed, and is closed when nothing moves on it: otherwise a thousand silent
/// ones would keep everybody else out.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    deadline: Pin<Box<Sleep>>,
    idle: Duration,
    _permit: Option<OwnedSemaphorePermit>,
}

impl Connection {
    fn new(
        stream: TcpStream,
        permit: Option<OwnedSemaphorePermit>,
        first_byte: Duration,
        idle: Duration,
    ) -> Self {
        Self {
            stream,
            deadline: Box::pin(sleep(first_byte)),
            idle,
            _permit: permit,
        }
    }

    /// Something moved: the deadline starts anew.
    fn moved<T>(&mut self, result: Poll<T>) -> Poll<T> {
        if result.is_ready() {
            let next = Instant::now() + self.idle;
            self.deadline.as_mut().reset(next);
        }
        result
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(cx, buf);
        if read.is_pending() && self.deadline.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        self.moved(read)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.moved(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.moved(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::{future::poll_fn, io::Write as _};

    use super::*;

    async fn pair(first_byte: Duration, idle: Duration) -> (Connection, std::net::TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        (Connection::new(stream, None, first_byte, idle), client)
    }

    async fn read(connection: &mut Connection) -> io::Result<Vec<u8>> {
        let mut bytes = [0; 16];
        let mut buffer = ReadBuf::new(&mut bytes);
        poll_fn(|cx| Pin::new(&mut *connection).poll_read(cx, &mut buffer)).await?;
        Ok(buffer.filled().to_vec())
    }

    #[tokio::test]
    async fn a_silent_connection_is_closed() {
        let (mut server, _client) = pair(Duration::from_millis(20), Duration::from_secs(60)).await;
        let error = read(&mut server).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn one_that_spoke_is_closed_when_it_falls_silent() {
        let (mut server, mut client) =
            pair(Duration::from_secs(60), Duration::from_millis(20)).await;
        client.write_all(b"GET").unwrap();
        assert_eq!(read(&mut server).await.unwrap(), b"GET");
        let error = read(&mut server).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
}
