//! A machine's clock that is wrong deletes nothing and keeps nobody out.

use std::{path::Path, time::Duration};

use cms::{
    config::Config,
    http::app::{self, App},
    ops::collector::{Collected, ENTRIES, collect},
    store::{
        creations::{self, Creation},
        families::{self, NewFamily},
        images,
        messages::{self, NewMessage},
    },
    time::clock::Clock,
};
use imaging::Limits;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const YEAR: i64 = 365 * 24 * 60 * 60;

fn start(folder: &Path, clock: &Clock) -> App {
    app::open(Config::for_testing(folder), clock.clone(), false).unwrap()
}

fn write<T>(app: &App, write: impl FnOnce(&rusqlite::Transaction<'_>) -> anyhow::Result<T>) -> T {
    app.store.write_blocking(write).unwrap()
}

fn message(app: &App) -> i64 {
    let message = NewMessage {
        name: "A".into(),
        email: "a@example.az".into(),
        phone: String::new(),
        subject: "tax".into(),
        message: "?".into(),
    };
    let now = cms::store::Moment {
        wall: app.clock.now().as_millisecond(),
        time: app.time.now(),
    };
    write(app, |store| {
        Ok(messages::insert(store, &message, now, false)?)
    })
}

/// An image nobody uses, the key of a request, a sign-in.
fn other_things_that_age(app: &App) -> i64 {
    let mut png = std::io::Cursor::new(Vec::new());
    let image = image::RgbImage::new(4, 4);
    image.write_to(&mut png, image::ImageFormat::Png).unwrap();
    let picture = cms::media::uploads::accept(&png.into_inner(), &Limits::default()).unwrap();
    let now = app.time.now();
    write(app, |store| {
        store.execute_batch(
            "INSERT INTO users (id, name, password_hash, created_at) VALUES (1, 'a', 'x', 0);
             INSERT INTO posts (id, revision, category, featured, trending, author, date, title_az, title_en, title_ru,
                 excerpt_az, excerpt_en, excerpt_ru, content_az, content_en, content_ru)
             VALUES (1, 1, 'audit', 0, 0, 'a', 0, '', '', '', '', '', '', '', '', '');",
        )?;
        families::start(
            store,
            &NewFamily {
                id: "f".into(),
                user_id: 1,
                address: String::new(),
                agent: String::new(),
            },
            "hash",
            now,
            now + 14 * DAY.as_millis() as i64,
        )?;
        let creation = Creation {
            post_id: 1,
            request: None,
        };
        creations::insert(store, "key", &creation, now)?;
        Ok(images::insert(store, &picture, now)?)
    })
}

/// What is left of an image, the messages, the key and the sign-in.
fn left(app: &App, image: i64) -> (bool, usize, bool, bool) {
    let read = |store: &rusqlite::Connection| -> anyhow::Result<_> {
        Ok((
            images::exists(store, image)?,
            messages::list(store, false)?.len(),
            creations::find(store, "key")?.is_some(),
            families::find(store, "hash")?.is_some(),
        ))
    };
    app.store.read_blocking(read).unwrap()
}

async fn collect_hourly(app: &App, hours: u32) -> Collected {
    let mut all = Collected::default();
    for _ in 0..hours {
        app.clock.advance(DAY / 24);
        let round = collect(&app.store, &app.time, &app.config).await.unwrap();
        all.images += round.images;
        all.messages += round.messages;
        all.unseen.extend(round.unseen);
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn starts_with_a_wrong_clock_delete_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::manual();
    let app = start(folder.path(), &clock);
    message(&app);
    let image = other_things_that_age(&app);
    collect_hourly(&app, 1).await;
    drop(app);
    for ahead in [YEAR, -2 * YEAR, 40 * YEAR, -50 * YEAR] {
        clock.set_ahead(ahead);
        let app = start(folder.path(), &clock);
        let collected = collect_hourly(&app, 5).await;
        assert_eq!(collected, Collected::default(), "started {ahead} s ahead");
        assert_eq!(left(&app, image), (true, 1, true, true), "{ahead}");
        clock.set_ahead(-ahead);
        assert_eq!(collect_hourly(&app, 5).await, Collected::default());
    }
    let app = start(folder.path(), &clock);
    assert_eq!(left(&app, image), (true, 1, true, true));
    // Ages go on as they should: it has been 41 hours so far.
    let week = collect_hourly(&app, 7 * 24 - 40).await;
    assert_eq!((week.images, week.messages), (1, 0));
    collect_hourly(&app, 8 * 24).await;
    assert_eq!(left(&app, image), (false, 1, false, false));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_of_a_month_counts_after_three_days() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::manual();
    let app = start(folder.path(), &clock);
    let image = other_things_that_age(&app);
    collect_hourly(&app, 1).await;
    drop(app);
    clock.advance(DAY * 30);
    let app = start(folder.path(), &clock);
    assert_eq!(collect_hourly(&app, 71).await.images, 0);
    assert_eq!(collect_hourly(&app, 2).await.images, 1);
    assert_eq!(left(&app, image), (false, 0, false, false));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_has_read_goes_in_time_but_not_without_a_trace() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::manual();
    let app = start(folder.path(), &clock);
    let (unread, read, sent) = (message(&app), message(&app), message(&app));
    write(&app, |store| {
        messages::mark_read(store, &[read], 0)?;
        Ok(messages::relayed(store, sent, 0)?)
    });
    clock.advance(DAY * 340);
    let warned = collect(&app.store, &app.time, &app.config).await.unwrap();
    assert_eq!((warned.messages, warned.expiring), (0, vec![unread]));
    clock.advance(DAY * 26);
    let gone = collect(&app.store, &app.time, &app.config).await.unwrap();
    assert_eq!((gone.messages, gone.unseen), (3, vec![unread]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_came_under_a_wrong_clock_lives_as_long_as_others() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::manual();
    let app = start(folder.path(), &clock);
    clock.set_ahead(-30 * YEAR);
    message(&app);
    clock.set_ahead(31 * YEAR);
    message(&app);
    clock.set_ahead(-YEAR);
    assert_eq!(collect_hourly(&app, 24 * 10).await.messages, 0);
    clock.advance(DAY * 354);
    collect(&app.store, &app.time, &app.config).await.unwrap();
    assert_eq!(left(&app, 0).1, 2);
    clock.advance(DAY * 2);
    assert_eq!(
        collect(&app.store, &app.time, &app.config)
            .await
            .unwrap()
            .messages,
        2
    );
}

#[test]
fn a_retry_noted_under_a_wrong_clock_is_due() {
    let folder = tempfile::tempdir().unwrap();
    let store = cms::store::Store::open(&folder.path().join("cms.db")).unwrap();
    let hour = DAY.as_millis() as i64 / 24;
    let due = store.write_blocking(|store| {
        store.execute(
            "INSERT INTO messages (received_at, name, email, phone, subject, message, relay_at) VALUES (0, '', '', '', '', '', ?1)",
            [1_000 * hour],
        )?;
        let due = |now| Ok::<_, rusqlite::Error>(messages::due(store, now, 6 * hour, 9)?.len());
        Ok::<_, anyhow::Error>([due(hour)?, due(994 * hour)?, due(1_000 * hour)?])
    });
    assert_eq!(due.unwrap(), [1, 0, 1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shortened_record_goes_in_pieces_between_which_others_save() {
    let folder = tempfile::tempdir().unwrap();
    let app = start(folder.path(), &Clock::manual());
    let old = 2 * ENTRIES + 1;
    write(&app, |store| {
        let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
             INSERT INTO audit (at, kept_from, kind, name, subject, address)
             SELECT i, i, 'signed_in', 'a', '', '' FROM n";
        Ok(store.execute(many, [old as i64])?)
    });
    let count = |store: &rusqlite::Transaction<'_>| {
        let count = store.query_row("SELECT count(*) FROM audit", [], |row| row.get(0));
        anyhow::Ok(count.map(|count: i64| count)?)
    };
    // Whoever comes second is next, whatever is left to delete.
    let collecting = collect(&app.store, &app.time, &app.config);
    let (collected, left) = tokio::join!(collecting, app.store.write(count));
    let found = (collected.unwrap().entries, left.unwrap());
    assert_eq!(found, (old, old as i64));
    assert_eq!(write(&app, count), 0);
}
