//! Receivers that fail, each in its way: what is tried again, when, and what is given up; and that nobody else waits.

use std::{sync::Arc, time::Duration};

use cms::{
    net::Patience,
    people::keys::Keys,
    publishing::{announcement, status::Status},
    store::{
        Moment, Store,
        deliveries::{self, Delivery, Reason, State},
        revisions,
    },
    time::{clock::Clock, timekeeping::Timekeeper},
    webhooks::{
        courier::{self, Courier},
        desk,
        pauses::{LONGEST, PAUSES},
    },
};
use reqwest::StatusCode;
use rusqlite::Transaction;
use serde_json::json;
use tempfile::TempDir;
use tokio::sync::{Notify, watch};
use tokio_util::sync::CancellationToken;

use crate::{
    support::{Answer, Draft, Receiver, TestApp},
    webhooks::{WEBHOOKS, is},
};

/// A courier with a store of its own, and a clock that only the test moves.
struct Round {
    store: Store,
    clock: Clock,
    time: Timekeeper,
    wake: Arc<Notify>,
    keys: Keys,
    stop: CancellationToken,
    _status: watch::Sender<Status>,
    _dir: TempDir,
}

impl Round {
    fn start(patience: Patience) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&dir.path().join("cms.db")).unwrap();
        let clock = Clock::manual();
        let time = Timekeeper::open(&store, clock.clone()).unwrap();
        let known = store.read_blocking(|store| Ok::<_, anyhow::Error>(revisions::read(store)?));
        let (status, seen) = watch::channel(Status::new(known.unwrap()));
        let (wake, stop, keys) = (Arc::default(), CancellationToken::new(), Keys::random());
        let courier = Courier::new(
            store.clone(),
            keys.clone(),
            clock.clone(),
            time.clone(),
            patience,
        );
        tokio::spawn(courier.run(Arc::clone(&wake), seen, stop.clone()));
        Self {
            store,
            clock,
            time,
            wake,
            keys,
            stop,
            _status: status,
            _dir: dir,
        }
    }

    fn now(&self) -> Moment {
        Moment {
            wall: self.clock.now().as_millisecond(),
            time: self.time.now(),
        }
    }

    fn write<T>(&self, write: impl FnOnce(&Transaction<'_>) -> T) -> T {
        let done = self
            .store
            .write_blocking(|store| Ok::<_, anyhow::Error>(write(store)));
        done.unwrap()
    }

    /// Another webhook; its number.
    fn hook(&self, receiver: &Receiver) -> i64 {
        let added = |store: &Transaction<'_>| {
            desk::add(store, &self.keys, &receiver.url(), "leyla", self.now()).unwrap()
        };
        self.write(added).0.id
    }

    /// Something to tell everybody.
    fn event(&self) {
        let event = announcement::test(None, self.clock.now());
        self.write(|store| deliveries::add(store, &event, self.now()).unwrap());
        self.wake.notify_one();
    }

    /// Time passes.
    fn passes(&self, millis: i64) {
        self.clock
            .advance(Duration::from_millis(millis.unsigned_abs()));
        self.wake.notify_one();
    }

    async fn log_when(&self, webhook: i64, wanted: impl Fn(&Delivery) -> bool) -> Delivery {
        let asking = async {
            loop {
                let log = self.write(|store| deliveries::list(store, webhook, 1).unwrap());
                if let Some(line) = log.into_iter().next().filter(&wanted) {
                    return line;
                }
                tokio::task::yield_now().await;
            }
        };
        let found = tokio::time::timeout(Duration::from_secs(120), asking).await;
        found.expect("in time")
    }
}

impl Drop for Round {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_tried_for_a_day_under_one_id_and_then_given_up() {
    let round = Round::start(courier::patience());
    let receiver = Receiver::start().await;
    let webhook = round.hook(&receiver);
    receiver.answers([
        Answer::Status(500),
        Answer::Cut,
        Answer::Elsewhere,
        Answer::Status(404),
        Answer::Status(429),
        Answer::Status(503),
        Answer::Cut,
        Answer::Status(500),
    ]);
    round.event();
    for (tried, pause) in (1..).zip(PAUSES) {
        let line = round.log_when(webhook, |line| line.attempts == tried).await;
        assert_eq!(line.state, State::Pending, "{tried}");
        assert_eq!(line.next_at, Some(round.now().time + pause));
        // A moment too early nothing is due, whatever the machine's clock is set to.
        round.clock.set_ahead(if tried % 2 == 0 {
            400 * 86_400
        } else {
            -400 * 86_400
        });
        round.passes(pause - 1);
        let now = round.now().time;
        let due = |store: &Transaction<'_>| deliveries::due(store, now, LONGEST).unwrap();
        assert_eq!(round.write(due), []);
        round.passes(1);
    }
    let line = round.log_when(webhook, |line| line.attempts == 8).await;
    assert_eq!((line.state, line.next_at), (State::Failed, None));
    assert_eq!(
        (line.status, line.reason),
        (Some(500), Some(Reason::Status))
    );
    let calls = receiver.calls();
    assert_eq!(calls.len(), 8);
    assert!(calls.iter().all(|call| call.id() == line.event));
    assert!(
        calls.iter().all(|call| call.path == "/told"),
        "no redirect is followed"
    );
    let times: Vec<_> = calls
        .iter()
        .map(|call| &call.headers["webhook-timestamp"])
        .collect();
    assert!(
        times.windows(2).all(|pair| pair[0] != pair[1]),
        "each attempt has its own"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receiver_that_asks_for_time_gets_it_within_bounds() {
    let round = Round::start(courier::patience());
    let receiver = Receiver::start().await;
    let webhook = round.hook(&receiver);
    receiver.answers([
        Answer::Later(429, "60"),
        // Sooner than we would.
        Answer::Later(503, "1"),
        Answer::Later(503, "Thu, 31 Dec 2099 23:59:59 GMT"),
        Answer::Later(500, "9000"),
    ]);
    round.event();
    for (tried, pause) in (1..).zip([60_000, PAUSES[1], LONGEST, PAUSES[3]]) {
        let line = round.log_when(webhook, |line| line.attempts == tried).await;
        assert_eq!(line.next_at, Some(round.now().time + pause), "{tried}");
        round.passes(pause);
    }
    let line = round.log_when(webhook, |line| line.attempts == 5).await;
    assert_eq!(line.state, State::Delivered);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_answer_or_is_not_there_is_tried_again_and_an_endless_answer_is_one() {
    let round = Round::start(Patience {
        answer: Duration::from_secs(8),
        ..courier::patience()
    });
    let (silent, endless) = (Receiver::start().await, Receiver::start().await);
    silent.answers([Answer::Never]);
    endless.answers([Answer::Endless]);
    let (first, second) = (round.hook(&silent), round.hook(&endless));
    let gone = Receiver::start().await;
    let third = round.hook(&gone);
    drop(gone);
    round.event();
    let line = round.log_when(first, |line| line.attempts == 1).await;
    assert_eq!(
        (line.state, line.reason),
        (State::Pending, Some(Reason::Timeout))
    );
    let line = round.log_when(second, |line| line.attempts == 1).await;
    assert_eq!((line.state, line.status), (State::Delivered, Some(200)));
    let line = round.log_when(third, |line| line.attempts == 1).await;
    assert_eq!(line.state, State::Pending);
    assert!(
        matches!(line.reason, Some(Reason::Unreachable | Reason::Broken)),
        "{line:?}"
    );
    assert!(
        line.detail
            .is_some_and(|detail| detail.chars().count() <= 200)
    );
    round.passes(PAUSES[0]);
    round
        .log_when(first, |line| line.state == State::Delivered)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wait_that_was_noted_under_a_wrong_clock_is_over() {
    let round = Round::start(courier::patience());
    let receiver = Receiver::start().await;
    let webhook = round.hook(&receiver);
    let event = announcement::test(None, round.clock.now());
    let later = Moment {
        time: round.now().time + 400 * 24 * 3_600_000,
        ..round.now()
    };
    round.write(|store| deliveries::add(store, &event, later).unwrap());
    round.wake.notify_one();
    round
        .log_when(webhook, |line| line.state == State::Delivered)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_is_bounded_in_number_and_age() {
    let round = Round::start(courier::patience());
    let receiver = Receiver::start().await;
    let webhook = round.hook(&receiver);
    let now = round.now();
    round.write(|store| {
        let add = |count: i64| {
            for _ in 0..count {
                let event = announcement::test(None, round.clock.now());
                deliveries::add(store, &event, now).unwrap();
            }
        };
        let ids = || -> Vec<i64> {
            let all = deliveries::list(store, webhook, 9_999).unwrap();
            all.iter().map(|delivery| delivery.id).collect()
        };
        add(deliveries::MOST + 5);
        // What is still to be told is neither too old for it nor too much.
        deliveries::forget_before(store, now.time + 1).unwrap();
        assert_eq!(ids().len(), 105);
        add(deliveries::MOST_UNTOLD - 100);
        let untold = ids();
        assert_eq!((untold.len(), untold[0], untold[999]), (1_000, 1_005, 6));
        // Of what needs no attempt any more the newest stay, for a time.
        deliveries::give_up(store, webhook, Reason::Gone).unwrap();
        add(1);
        let kept = ids();
        assert_eq!((kept.len(), kept[0], kept[99]), (100, 1_006, 907));
        deliveries::forget_before(store, now.time + 1).unwrap();
        assert_eq!(ids(), [1_006]);
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_slow_holds_up_neither_others_nor_saves() {
    let app = TestApp::with_site().await;
    let owner = app.sign_in().await;
    let (slow, quick) = (Receiver::start().await, Receiver::start().await);
    slow.answers([Answer::Never]);
    let (webhook, _) = owner.hooked(&slow).await;
    owner.hooked(&quick).await;
    owner.created(Draft::new("First")).await;
    slow.until(1).await;
    app.until_live().await;
    quick.until(1).await;
    owner.created(Draft::new("Second")).await;
    app.until_live().await;
    quick.until(2).await;
    // What came after it waits for its turn, and is not lost.
    owner.log_when(webhook, |log| log.len() == 2).await;
    let calls = slow.until(2).await;
    assert_ne!(calls[0].id(), calls[1].id());
}

#[tokio::test(flavor = "multi_thread")]
async fn who_says_that_it_is_gone_is_told_no_more_until_a_test_arrives() {
    let app = TestApp::with_site().await;
    let owner = app.sign_in().await;
    let receiver = Receiver::start().await;
    let (webhook, _) = owner.hooked(&receiver).await;
    receiver.answers([Answer::Status(410)]);
    owner.created(Draft::new("First")).await;
    let log = owner.log_when(webhook, |log| is(log, "failed")).await;
    assert_eq!(
        (&log[0]["reason"], &log[0]["status"]),
        (&json!("gone"), &json!(410))
    );
    assert!(owner.read(WEBHOOKS).await[0]["disabled_at"].is_string());
    let record = owner.read("/api/audit/?kind=webhook_disabled").await;
    assert_eq!(record.as_array().unwrap().len(), 1);
    owner.created(Draft::new("Second")).await;
    app.until_live().await;
    assert_eq!(
        owner.log_when(webhook, |_| true).await.len(),
        1,
        "nothing is written for it"
    );
    let test = format!("{WEBHOOKS}{webhook}/test/");
    assert_eq!(owner.posts(&test).await, StatusCode::ACCEPTED);
    owner.log_when(webhook, |log| is(log, "delivered")).await;
    assert!(owner.read(WEBHOOKS).await[0]["disabled_at"].is_null());
    owner.created(Draft::new("Third")).await;
    let told = receiver.until(3).await.remove(2);
    assert_eq!(told.json()["type"], "site.published");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sent_again_while_it_is_on_its_way_goes_out_once_more() {
    let round = Round::start(Patience {
        answer: Duration::from_secs(2),
        ..courier::patience()
    });
    let receiver = Receiver::start().await;
    let webhook = round.hook(&receiver);
    receiver.answers([Answer::Never]);
    round.event();
    receiver.until(1).await;
    round.passes(1);
    round.write(|store| desk::again(store, webhook, 1, round.now()).unwrap());
    receiver.until(2).await;
    let line = round.log_when(webhook, |line| line.state == State::Delivered);
    assert_eq!(line.await.attempts, 1);
}
