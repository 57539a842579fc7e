//! The stream under a connection: one whose client does not take its answer is cut.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
};

use socket2::SockRef;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

use crate::{config::limits::Pace, http::network::pace::Progress};

/// What the system may hold of an answer beyond what is on the wire: otherwise it takes megabytes for each client that
/// does not read, and progress could not be seen.
#[cfg(target_os = "linux")]
const UNSENT: u32 = 128 * 1024;

/// A stream that fails when nobody takes what is written.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    writing: Progress,
}

impl Connection {
    /// A stream whose answers are taken at this pace.
    pub fn new(stream: TcpStream, pace: Pace) -> Self {
        if let Err(error) = tune(&stream, pace) {
            tracing::debug!(%error, "a socket keeps the system's settings");
        }
        Self {
            stream,
            writing: Progress::new(pace),
        }
    }

    /// What a write came to; a client that takes too little has had its time.
    fn written(
        &mut self,
        cx: &mut Context<'_>,
        result: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match result {
            Poll::Ready(Ok(bytes)) => self.writing.moved(bytes),
            Poll::Pending if self.writing.poll_overdue(cx).is_ready() => {
                // At once, or the system goes on holding for minutes what nobody takes.
                let _ = SockRef::from(&self.stream).set_linger(Some(std::time::Duration::ZERO));
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            _ => {}
        }
        result
    }
}

fn tune(stream: &TcpStream, pace: Pace) -> io::Result<()> {
    // Small answers go out at once.
    stream.set_nodelay(true)?;
    #[cfg(target_os = "linux")]
    {
        let socket = SockRef::from(stream);
        socket.set_tcp_notsent_lowat(UNSENT)?;
        // Also what was left to the system when the answer was done, and events for one that has vanished.
        socket.set_tcp_user_timeout(Some(pace.window))?;
    }
    Ok(())
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.written(cx, result)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.written(cx, result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// Everything so far is in the system's hands: nothing is waited for.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.writing.rest();
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::{io::Read as _, time::Duration};

    use tokio::{io::AsyncWriteExt as _, net::TcpListener};

    use super::*;

    async fn pair(pace: Pace) -> (Connection, std::net::TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        (Connection::new(stream, pace), client)
    }

    fn pace(window: Duration) -> Pace {
        Pace {
            window,
            bytes: 1024,
        }
    }

    #[tokio::test]
    async fn an_answer_that_nobody_takes_is_given_up() {
        let (mut server, client) = pair(pace(Duration::from_millis(50))).await;
        let error = server.write_all(&vec![0; 64 << 20]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        drop(client);
    }

    #[tokio::test]
    async fn one_that_is_taken_is_written_to_its_end() {
        let (mut server, mut client) = pair(pace(Duration::from_secs(60))).await;
        let reader = tokio::task::spawn_blocking(move || {
            let mut bytes = Vec::new();
            client.read_to_end(&mut bytes).map(|_| bytes.len())
        });
        server.write_all(&vec![0; 16 << 20]).await.unwrap();
        server.shutdown().await.unwrap();
        assert_eq!(reader.await.unwrap().unwrap(), 16 << 20);
    }
}
