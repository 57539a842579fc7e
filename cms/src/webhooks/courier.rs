//! Sends what is written, each webhook by itself: one that is slow holds up no other, and nobody else.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::{Request, StatusCode, header, http::response::Parts};
use rusqlite::{Connection, Transaction};
use tokio::{
    sync::{Notify, watch},
    task::{Id, JoinSet},
};
use tokio_util::sync::CancellationToken;

use super::{
    pauses::{self, LONGEST, PAUSES},
    secret,
};
use crate::{
    net::{Body, NetError, Patience, Web},
    people::keys::Keys,
    publishing::status::Status,
    store::{
        Moment, Store,
        audit::{self, Deed, Kind, Who},
        deliveries::{self, Attempt, Due, Reason},
        webhooks,
    },
    time::{clock::Clock, timekeeping::Timekeeper},
};

/// Characters kept of why an attempt failed.
const MAX_DETAIL: usize = 200;
/// Waiting when the store itself does not answer.
const TROUBLE: Duration = Duration::from_secs(15);

/// How long receivers are waited for. They are to answer first and work then.
pub fn patience() -> Patience {
    Patience {
        connect: Duration::from_secs(10),
        answer: Duration::from_secs(15),
        ..Patience::default()
    }
}

/// Sends what is due.
#[derive(Debug)]
pub struct Courier {
    store: Store,
    keys: Keys,
    clock: Clock,
    time: Timekeeper,
    patience: Patience,
    /// Certificates are read when there is somebody to ask.
    web: Mutex<Option<Web>>,
}

impl Courier {
    /// Of a store.
    pub fn new(
        store: Store,
        keys: Keys,
        clock: Clock,
        time: Timekeeper,
        patience: Patience,
    ) -> Self {
        Self {
            store,
            keys,
            clock,
            time,
            patience,
            web: Mutex::default(),
        }
    }

    /// Sends until the service stops: whenever it is woken, the publisher's state changes, or something is due.
    pub async fn run(
        self,
        wake: Arc<Notify>,
        mut status: watch::Receiver<Status>,
        stopping: CancellationToken,
    ) {
        let courier = Arc::new(self);
        // Dropped at the end, with what is under way: it was not noted, so the next start sends it again.
        let mut under_way = JoinSet::new();
        let mut busy: HashMap<Id, i64> = HashMap::new();
        loop {
            let pause = match courier.begin(&mut under_way, &mut busy).await {
                Ok(pause) => pause,
                Err(error) => {
                    let error = format!("{error:#}");
                    tracing::error!(error, "what webhooks are to be told cannot be read");
                    Some(TROUBLE)
                }
            };
            tokio::select! {
                () = stopping.cancelled() => return,
                () = wake.notified() => {}
                Ok(()) = status.changed() => {}
                Some(ended) = under_way.join_next_with_id() => match ended {
                    Ok((id, ())) => {
                        busy.remove(&id);
                    }
                    Err(error) => {
                        tracing::error!(%error, "a delivery to a webhook broke off");
                        // What broke once may do so at once again.
                        tokio::select! {
                            () = stopping.cancelled() => return,
                            () = tokio::time::sleep(TROUBLE) => {
                                busy.remove(&error.id());
                            }
                        }
                    }
                },
                () = tokio::time::sleep(pause.unwrap_or_default()), if pause.is_some() => {}
            }
        }
    }

    /// Begins what is due to webhooks that are not being sent to; how long until there is more.
    async fn begin(
        self: &Arc<Self>,
        under_way: &mut JoinSet<()>,
        busy: &mut HashMap<Id, i64>,
    ) -> anyhow::Result<Option<Duration>> {
        let now = self.time.now();
        let (due, next) = self
            .store
            .read(move |store| {
                let due = deliveries::due(store, now, LONGEST)?.into_iter();
                let since = due.map(|due| Ok((due_since(store, &due)?, due)));
                let due = since.collect::<rusqlite::Result<Vec<_>>>()?;
                Ok::<_, anyhow::Error>((due, deliveries::next_due(store, now)?))
            })
            .await?;
        for (since, due) in due {
            if busy.values().any(|webhook| *webhook == due.webhook_id) {
                continue;
            }
            let (courier, webhook) = (Arc::clone(self), due.webhook_id);
            let task = under_way.spawn(async move { courier.deliver(due, since).await });
            busy.insert(task.id(), webhook);
        }
        let wait = next.map(|next| (next - now).clamp(0, LONGEST).unsigned_abs());
        Ok(wait.map(Duration::from_millis))
    }

    /// One attempt, and the note of what came of it.
    async fn deliver(&self, due: Due, since: Option<i64>) {
        let attempt = self.attempt(&due).await;
        // Until it is noted: what was sent is not sent again because the store was busy.
        while let Err(error) = self.note(&due, since, &attempt).await {
            let error = format!("{error:#}");
            tracing::error!(error, "what came of a delivery cannot be noted");
            tokio::time::sleep(TROUBLE).await;
        }
    }

    async fn attempt(&self, due: &Due) -> Attempt {
        let answer = self.send(due).await;
        let failure = match &answer {
            Ok(answer) if answer.status.is_success() => None,
            Ok(answer) if answer.status == StatusCode::GONE => {
                Some((Reason::Gone, "410".to_owned()))
            }
            Ok(answer) => Some((Reason::Status, answer.status.to_string())),
            Err((reason, detail)) => Some((*reason, detail.chars().take(MAX_DETAIL).collect())),
        };
        let answer = answer.ok();
        // Whoever asks for more time than we would leave gets it, within bounds.
        let asked = answer
            .as_ref()
            .and_then(|answer| pauses::asked(answer, self.clock.now()));
        let is_final =
            |(reason, _): &(Reason, String)| matches!(reason, Reason::Gone | Reason::Secret);
        let tried_before = usize::try_from(due.attempts).unwrap_or(usize::MAX);
        let pause = match &failure {
            Some(failure) if !is_final(failure) => PAUSES.get(tried_before),
            _ => None,
        };
        Attempt {
            status: answer.map(|answer| answer.status.as_u16()),
            failure,
            next_at: pause.map(|pause| {
                let pause = asked.unwrap_or_default().clamp(*pause, LONGEST);
                self.time.now() + pause
            }),
            at: self.clock.now().as_millisecond(),
        }
    }

    /// What it is answered with.
    async fn send(&self, due: &Due) -> Result<Parts, (Reason, String)> {
        let (id, keys) = (due.webhook_id, self.keys.clone());
        let found = self.store.read(move |store| {
            let url = webhooks::by_id(store, id)?.map(|webhook| webhook.url);
            Ok::<_, anyhow::Error>((url, secret::open(store, &keys, id)?))
        });
        let broken = |error: anyhow::Error| (Reason::Broken, format!("{error:#}"));
        let (Some(url), Some(secret)) = found.await.map_err(broken)? else {
            let detail = "the secret does not open with these keys";
            return Err((Reason::Secret, detail.to_owned()));
        };
        // By the machine's clock, which receivers compare with theirs; each attempt has its own.
        let seconds = self.clock.seconds();
        let signature = secret::sign(&secret, &due.event, seconds, &due.body).map_err(broken)?;
        let body = Full::new(Bytes::from(due.body.clone()));
        let body: Body = body.map_err(|never| match never {}).boxed_unsync();
        let request = Request::post(url)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::CONTENT_LENGTH, due.body.len())
            .header("webhook-id", &due.event)
            .header("webhook-timestamp", seconds)
            .header("webhook-signature", signature)
            .body(body)
            .map_err(|error| broken(error.into()))?;
        let answer = match self.web() {
            Ok(web) => web.head(request).await,
            Err(error) => Err(error),
        };
        answer.map_err(|error| {
            let reason = match error {
                NetError::Slow(_) => Reason::Timeout,
                NetError::Unreachable(_) | NetError::Settings(_) => Reason::Unreachable,
                NetError::Broken(_) | NetError::TooMuch(_) => Reason::Broken,
            };
            (reason, error.to_string())
        })
    }

    fn web(&self) -> Result<Web, NetError> {
        let mut web = self.web.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(web) = &*web {
            return Ok(web.clone());
        }
        let made = Web::new(self.patience)?;
        *web = Some(made.clone());
        Ok(made)
    }

    async fn note(&self, due: &Due, since: Option<i64>, attempt: &Attempt) -> anyhow::Result<()> {
        let Due { id, webhook_id, .. } = *due;
        let due = due.clone();
        let now = Moment {
            wall: attempt.at,
            time: self.time.now(),
        };
        let reason = attempt.failure.as_ref().map(|(reason, _)| *reason);
        if let (Some(reason), None) = (reason, attempt.next_at) {
            let (reason, status) = (reason.name(), attempt.status);
            // Without the address, which may hold a secret.
            tracing::warn!(
                webhook = webhook_id,
                delivery = id,
                reason,
                status,
                "a delivery to a webhook was given up"
            );
        }
        let attempt = attempt.clone();
        let note = move |store: &Transaction<'_>| {
            // Somebody asked meanwhile that it goes out once more: what comes of that counts.
            if due_since(store, &due)? == since {
                deliveries::tried(store, id, &attempt)?;
            }
            if reason == Some(Reason::Gone) {
                deliveries::give_up(store, webhook_id, Reason::Gone)?;
                if webhooks::disable(store, webhook_id, now.wall)? {
                    let gone = webhooks::by_id(store, webhook_id)?;
                    let label = gone.map(|gone| gone.label()).unwrap_or_default();
                    let deed = Deed::about(Kind::WebhookDisabled, label);
                    audit::record(store, &Who::default(), &deed, now)?;
                }
            }
            if reason.is_none() {
                webhooks::enable(store, webhook_id)?;
            }
            Ok::<_, anyhow::Error>(())
        };
        self.store.write(note).await
    }
}

/// Since when it is due, by the store's time.
fn due_since(store: &Connection, due: &Due) -> rusqlite::Result<Option<i64>> {
    let line = deliveries::find(store, due.webhook_id, due.id)?;
    Ok(line.and_then(|line| line.next_at))
}
