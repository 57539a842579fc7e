//! Notices a client that moves too little for too long. Not only one that is silent: a byte a minute would keep a
//! connection for ever.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use tokio::time::{Instant, Sleep, sleep_until};

use crate::config::limits::Pace;

/// Watches one direction of a connection while the other side is waited for.
#[derive(Debug)]
pub struct Progress {
    pace: Pace,
    moved: usize,
    /// The end of the present window, while the other side is waited for.
    window: Option<Pin<Box<Sleep>>>,
}

impl Progress {
    /// Nothing is waited for yet.
    pub fn new(pace: Pace) -> Self {
        Self {
            pace,
            moved: 0,
            window: None,
        }
    }

    /// So many bytes moved.
    pub fn moved(&mut self, bytes: usize) {
        self.moved = self.moved.saturating_add(bytes);
    }

    /// Nothing is waited for any more.
    pub fn rest(&mut self) {
        self.moved = 0;
        self.window = None;
    }

    /// To be asked whenever the other side must be waited for: ready once a whole window brought too little.
    pub fn poll_overdue(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if self.window.is_none() {
            self.moved = 0;
        }
        let pace = self.pace;
        let window = self
            .window
            .get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + pace.window)));
        while window.as_mut().poll(cx).is_ready() {
            if self.moved < pace.bytes {
                return Poll::Ready(());
            }
            self.moved = 0;
            window.as_mut().reset(Instant::now() + pace.window);
        }
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use std::{future::poll_fn, time::Duration};

    use tokio::time::{advance, timeout};

    use super::*;

    const PACE: Pace = Pace {
        window: Duration::from_secs(20),
        bytes: 100,
    };

    async fn overdue_at_once(progress: &mut Progress) -> bool {
        timeout(Duration::ZERO, poll_fn(|cx| progress.poll_overdue(cx)))
            .await
            .is_ok()
    }

    #[tokio::test(start_paused = true)]
    async fn silence_and_a_byte_a_minute_are_overdue_and_a_slow_line_is_not() {
        for (step, expected) in [
            (0, true),
            (1, true),
            (99, true),
            (100, false),
            (5_000, false),
        ] {
            let mut progress = Progress::new(PACE);
            let mut overdue = overdue_at_once(&mut progress).await;
            for _ in 0..10 {
                progress.moved(step);
                advance(PACE.window).await;
                overdue |= overdue_at_once(&mut progress).await;
            }
            assert_eq!(overdue, expected, "{step} bytes in a window");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn time_in_which_nothing_is_waited_for_does_not_count() {
        let mut progress = Progress::new(PACE);
        assert!(!overdue_at_once(&mut progress).await);
        progress.rest();
        advance(PACE.window * 10).await;
        assert!(!overdue_at_once(&mut progress).await);
        advance(PACE.window).await;
        assert!(overdue_at_once(&mut progress).await);
    }
}
