//! The loop behind the mailer.

use std::{sync::Arc, time::Duration};

use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::mailer::Mailer;
use crate::{
    store::{Store, messages},
    time::{clock::millis, timekeeping::Timekeeper},
};

/// Messages taken from the store at a time.
const BATCH: u32 = 20;
/// Characters kept of what a server said.
const MAX_ERROR: usize = 500;
const MINUTE: i64 = 60_000;
/// Milliseconds between tries, at most.
const LONGEST: i64 = 6 * 60 * MINUTE;
/// Waiting when the store itself does not answer.
const STORE_TROUBLE: Duration = Duration::from_secs(60);

/// What one round did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Relayed {
    /// Accepted by the server.
    pub sent: usize,
    /// To be tried again.
    pub failed: usize,
}

/// Sends every message that is due at `now` (the store's time).
pub async fn relay_due(
    mailer: &Mailer,
    store: &Store,
    store_id: &str,
    now: i64,
) -> anyhow::Result<Relayed> {
    let mut done = Relayed::default();
    loop {
        let due = store
            .read(move |store| Ok::<_, anyhow::Error>(messages::due(store, now, LONGEST, BATCH)?))
            .await?;
        if due.is_empty() {
            return Ok(done);
        }
        for message in due {
            let (id, attempts) = (message.id, message.attempts);
            match mailer.send(&message, store_id).await {
                Ok(()) => {
                    store
                        .write(move |store| {
                            Ok::<_, anyhow::Error>(messages::relayed(store, id, now)?)
                        })
                        .await?;
                    done.sent += 1;
                }
                Err(error) => {
                    tracing::warn!(
                        id,
                        attempts,
                        error = logged(&error),
                        "a message could not be relayed; `cms messages` tells what the server said"
                    );
                    let text: String = format!("{error:#}").chars().take(MAX_ERROR).collect();
                    let next = now + wait(attempts);
                    let note = move |store: &rusqlite::Transaction<'_>| {
                        Ok::<_, anyhow::Error>(messages::relay_failed(store, id, next, &text)?)
                    };
                    store.write(note).await?;
                    done.failed += 1;
                }
            }
        }
    }
}

/// The kind of failure alone: what servers say often names people and their addresses.
fn logged(error: &anyhow::Error) -> String {
    match error.downcast_ref::<lettre::transport::smtp::Error>() {
        Some(error) => match error.status() {
            Some(code) => format!("the server answered {code}"),
            None if error.is_timeout() => "the server did not answer in time".into(),
            None => "the connection failed".into(),
        },
        None => "no e-mail can be made of it".into(),
    }
}

/// Milliseconds until the next try after so many failures.
fn wait(failures: u32) -> i64 {
    2_i64
        .checked_pow(failures)
        .and_then(|factor| factor.checked_mul(MINUTE))
        .map_or(LONGEST, |wait| wait.min(LONGEST))
}

/// Relays until the service stops.
pub async fn run(
    mailer: Mailer,
    store: Store,
    store_id: String,
    time: Timekeeper,
    waiting: Arc<Notify>,
    stopping: CancellationToken,
) {
    loop {
        let now = time.now();
        let pause = match round(&mailer, &store, &store_id, now).await {
            Ok(next) => next.map(|next| {
                Duration::from_millis((next - now).clamp(1_000, LONGEST).unsigned_abs())
            }),
            Err(error) => {
                tracing::error!(
                    error = format!("{error:#}"),
                    "the relay cannot use the store"
                );
                Some(STORE_TROUBLE)
            }
        };
        tokio::select! {
            () = stopping.cancelled() => return,
            () = waiting.notified() => {}
            () = tokio::time::sleep(pause.unwrap_or(Duration::MAX / 4)), if pause.is_some() => {}
        }
    }
}

/// Sends what is due; returns when the next message is.
async fn round(
    mailer: &Mailer,
    store: &Store,
    store_id: &str,
    now: i64,
) -> anyhow::Result<Option<i64>> {
    // What goes out now could not be noted, and would go out again and again.
    if store.unwritable().is_some() {
        return Ok(Some(now + millis(STORE_TROUBLE)));
    }
    let done = relay_due(mailer, store, store_id, now).await?;
    if done.sent > 0 {
        tracing::info!(sent = done.sent, "messages relayed");
    }
    store
        .read(|store| Ok::<_, anyhow::Error>(messages::next_due(store)?))
        .await
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{config::mail, small_disk::Disk, store};

    #[test]
    fn waiting_doubles_up_to_six_hours() {
        let minutes: Vec<i64> = [0, 1, 2, 8, 9, 63, 64, u32::MAX]
            .iter()
            .map(|n| wait(*n) / MINUTE)
            .collect();
        assert_eq!(minutes, [1, 2, 4, 256, 360, 360, 360, 360]);
    }

    #[tokio::test]
    async fn nothing_goes_out_while_it_cannot_be_noted() {
        let folder = tempfile::tempdir().unwrap();
        let Some(disk) = Disk::small(folder.path().to_owned(), "8m") else {
            return;
        };
        let store = Store::open(&disk.path().join("cms.db")).unwrap();
        let write = |length: usize| {
            let message = messages::NewMessage {
                name: "A".into(),
                email: "a@example.az".into(),
                phone: String::new(),
                subject: "tax".into(),
                message: "?".repeat(length),
            };
            let now = store::Moment { wall: 0, time: 0 };
            store.write_blocking(|store| anyhow::Ok(messages::insert(store, &message, now, true)?))
        };
        write(1).unwrap();
        let settings = mail::Settings {
            smtp_url: Some("smtp://127.0.0.1:1".into()),
            mail_to: vec!["a@example.az".into()],
            ..mail::Settings::default()
        };
        let mailer = Mailer::new(&settings).unwrap().unwrap();
        let attempts = || {
            let due = store.read_blocking(|store| anyhow::Ok(messages::due(store, 1, LONGEST, 9)?));
            due.unwrap().first().map(|message| message.attempts)
        };

        disk.fill();
        write(1 << 16).unwrap_err();
        let next = round(&mailer, &store, "a", 1).await.unwrap();
        assert_eq!((next, attempts()), (Some(60_001), Some(0)));

        disk.free();
        write(1).unwrap();
        round(&mailer, &store, "a", 1).await.unwrap();
        assert_eq!(attempts(), None, "tried, and not due before a minute");
    }
}
