//! The body of a request as the layers see it: it must keep coming, and what is left of a refused one is read to its end.
//!
//! A server that answers and closes while the client is still sending makes browsers report a network error instead
//! of the answer: an editor whose session has expired while a picture is on its way would never see the 401. So the
//! answer goes out at once, and the rest of the body is thrown away as it comes, within reason.

use std::{
    io,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
    time::Duration,
};

use axum::body::{Body, BodyDataStream, Bytes, HttpBody as _};
use futures_util::{Stream, StreamExt as _};

use crate::{config::limits::Pace, http::network::pace::Progress};

/// A body that can be taken up again by someone else; clones are the same body.
#[derive(Debug, Clone)]
pub struct RequestBody(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    body: BodyDataStream,
    progress: Progress,
    reading: Reading,
}

/// How far a body has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// Nobody has asked for it.
    Untouched,
    /// Whoever reads it has what came so far and is busy with that.
    Here,
    /// Whoever reads it waits for the client.
    Awaited,
    /// The client kept us waiting for too long.
    Overdue,
    /// Everything has come, or nothing more will.
    Ended,
}

impl RequestBody {
    /// A body that must come at this pace while it is waited for.
    pub fn new(body: Body, pace: Pace) -> Self {
        Self(Arc::new(Mutex::new(State {
            body: body.into_data_stream(),
            progress: Progress::new(pace),
            reading: Reading::Untouched,
        })))
    }

    /// The body for whoever reads it.
    pub fn share(&self) -> Body {
        Body::from_stream(self.clone())
    }

    /// Whether its reader waits for the client, or did so in vain. Then nothing has been done with the request yet:
    /// handlers read a body to its end before they act.
    pub fn is_missing(&self) -> bool {
        matches!(self.state().reading, Reading::Awaited | Reading::Overdue)
    }

    /// Whether the client kept us waiting for too long.
    pub fn is_overdue(&self) -> bool {
        self.state().reading == Reading::Overdue
    }

    /// Throws away what is still to come, for so long and up to so many bytes; then the connection is closed. Whether
    /// it has to be closed at once: after a body that came too slowly, or that a `hesitant` client was not asked for.
    pub fn drain(self, patience: Duration, limit: usize, hesitant: bool) -> bool {
        let (reading, ended) = {
            let state = self.state();
            (state.reading, state.body.is_end_stream())
        };
        match reading {
            Reading::Overdue => return true,
            Reading::Untouched if hesitant && !ended => return true,
            Reading::Ended => {}
            _ if ended => {}
            _ => {
                tokio::spawn(tokio::time::timeout(patience, self.read_up_to(limit)));
            }
        }
        false
    }

    async fn read_up_to(mut self, limit: usize) {
        let mut total = 0;
        while let Some(Ok(bytes)) = self.next().await {
            total += bytes.len();
            if total > limit {
                return;
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, axum::Error>>> {
        if self.reading == Reading::Overdue {
            return Poll::Ready(Some(Err(overdue())));
        }
        let next = self.body.poll_next_unpin(cx);
        self.reading = match &next {
            Poll::Ready(Some(Ok(bytes))) => {
                self.progress.moved(bytes.len());
                Reading::Here
            }
            Poll::Ready(_) => Reading::Ended,
            Poll::Pending if self.progress.poll_overdue(cx).is_ready() => {
                self.reading = Reading::Overdue;
                return Poll::Ready(Some(Err(overdue())));
            }
            Poll::Pending => Reading::Awaited,
        };
        next
    }
}

impl Stream for RequestBody {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.state().poll(cx)
    }
}

fn overdue() -> axum::Error {
    axum::Error::new(io::Error::new(
        io::ErrorKind::TimedOut,
        "the body came too slowly",
    ))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use futures_util::stream;
    use tokio::time::{Instant, sleep};

    use super::*;

    const PACE: Pace = Pace {
        window: Duration::from_secs(20),
        bytes: 100,
    };

    /// `count` pieces of `size` bytes, one every ten seconds.
    fn trickle(count: usize, size: usize) -> Body {
        Body::from_stream(
            stream::unfold(0, move |sent| async move {
                sleep(Duration::from_secs(10)).await;
                let piece = Ok::<_, io::Error>(Bytes::from(vec![0; size]));
                (sent < count).then_some((piece, sent + 1))
            })
            .fuse(),
        )
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_keeps_its_pace_or_is_given_up() {
        let body = RequestBody::new(trickle(100, 80), PACE);
        assert_eq!(read_all(&body).await.unwrap(), 8_000);
        assert!(!body.is_missing());
        let started = Instant::now();
        let body = RequestBody::new(trickle(1_000_000, 1), PACE);
        assert!(read_all(&body).await.is_err());
        assert!(body.is_overdue() && body.is_missing());
        assert!(started.elapsed() <= 3 * PACE.window);
    }

    async fn read_all(body: &RequestBody) -> Result<usize, axum::Error> {
        let mut pieces = body.share().into_data_stream();
        let mut total = 0;
        while let Some(piece) = pieces.next().await {
            total += piece?.len();
        }
        Ok(total)
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_left_is_read_up_to_its_bounds() {
        for (patience, limit, expected) in
            [(60, 10_000, 6), (10_000, 1_000, 11), (10_000, 2_500, 25)]
        {
            let body = RequestBody::new(trickle(25, 100), PACE);
            let mut rest = body.clone();
            let reading = body.read_up_to(limit);
            let _ = tokio::time::timeout(Duration::from_secs(patience), reading).await;
            let mut left = 0;
            while let Some(Ok(_)) = rest.next().await {
                left += 1;
            }
            assert!(
                (25 - left as i64 - expected).abs() <= 1,
                "{left} of 25 left"
            );
        }
    }
}
