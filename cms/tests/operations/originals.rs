//! Pictures in object storage: with a real S3 server that fails, with the service and with the real command.

use std::{collections::BTreeSet, fs, path::Path, process::Output};

use cms::{
    config::Config,
    net::Patience,
    ops::{
        archive,
        moving::{Moved, Mover},
    },
    originals::{OriginalError, Originals},
    store::{
        Store, images, library,
        originals::{self as places, Sum},
    },
};
use tokio::{
    process::Command,
    task::spawn_blocking,
    time::{Duration, sleep, timeout},
};

use crate::{
    archive::picture,
    bucket::{Bucket, Fault, KEY, SECRET},
    service::Service,
};

const DAY: i64 = 24 * 60 * 60 * 1000;

fn insert(store: &Store, shade: u8, created: i64) -> i64 {
    let insert = |store: &rusqlite::Transaction<'_>| {
        anyhow::Ok(images::insert(store, &picture(shade), created)?)
    };
    store.write_blocking(insert).unwrap()
}

fn sums(store: &Store) -> (i64, i64) {
    let read = |store: &rusqlite::Connection| anyhow::Ok(places::sums(store)?);
    let (here, away): (Sum, Sum) = store.read_blocking(read).unwrap();
    (here.images, away.images)
}

fn aim(bucket: &Bucket, config: &mut Config) {
    config.originals.originals = Some(bucket.target("/pictures").parse().unwrap());
    config.deploy.s3.s3_access_key_id = Some(KEY.into());
    config.deploy.s3.s3_secret_access_key = Some(SECRET.into());
}

fn key(shade: u8) -> String {
    format!("pictures/{}", picture(shade).hash)
}

/// A store with two pictures, and the way to a bucket.
pub struct Case {
    folder: tempfile::TempDir,
    pub bucket: Bucket,
    originals: Originals,
    ids: [i64; 2],
}

pub async fn case() -> Case {
    let (folder, bucket) = (tempfile::tempdir().unwrap(), Bucket::start().await);
    let mut config = Config::for_testing(folder.path());
    aim(&bucket, &mut config);
    let store = Store::open(&config.store_file()).unwrap();
    let ids = [insert(&store, 1, 5), insert(&store, 2, 6)];
    let patience = Patience {
        retries: 1,
        pause: Duration::from_millis(1),
        ..Patience::DEFAULT
    };
    Case {
        originals: Originals::open(store, &config, patience).unwrap(),
        folder,
        bucket,
        ids,
    }
}

impl Case {
    /// Lets a mover do something, on a thread that may wait.
    async fn act<T: Send + 'static>(
        &self,
        act: impl FnOnce(&Mover<'_>) -> T + Send + 'static,
    ) -> T {
        let (originals, data) = (self.originals.clone(), self.folder.path().join("data"));
        spawn_blocking(move || act(&Mover::begin(&originals, &data).unwrap().unwrap()))
            .await
            .unwrap()
    }

    async fn out(&self) -> anyhow::Result<Moved> {
        self.act(|mover| mover.out(i64::MAX, &|| false)).await
    }

    async fn bytes(&self, id: i64) -> Result<Vec<u8>, OriginalError> {
        let originals = self.originals.clone();
        let read = spawn_blocking(move || originals.whole(id));
        Ok(read.await.unwrap()?.unwrap().1)
    }

    async fn archive(&self) -> Vec<u8> {
        let originals = self.originals.clone();
        let write = move || {
            let mut bytes = Vec::new();
            archive::export(&originals, &mut bytes).unwrap();
            bytes
        };
        spawn_blocking(write).await.unwrap()
    }

    async fn cms(&self, arguments: &[&str]) -> Output {
        self.cms_with(arguments, &[]).await
    }

    pub async fn cms_with(&self, arguments: &[&str], more: &[(&str, &str)]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_cms"))
            .args(arguments)
            .current_dir(self.folder.path())
            .env_clear()
            .env("CMS_LOG", "error")
            .env("CMS_ORIGINALS", self.bucket.target("/pictures"))
            .env("CMS_S3_ACCESS_KEY_ID", KEY)
            .env("CMS_S3_SECRET_ACCESS_KEY", SECRET)
            .envs(more.iter().copied())
            .output()
            .await
            .unwrap()
    }
}

pub fn said(output: &Output) -> String {
    let (out, errors) = (&output.stdout, &output.stderr);
    String::from_utf8_lossy(&[&out[..], &errors[..]].concat()).into_owned()
}

fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

#[tokio::test]
async fn what_went_is_read_archived_and_returns_to_the_byte() {
    let case = case().await;
    let archived = case.archive().await;
    let moved = case.out().await.unwrap();
    assert_eq!((moved.images, sums(case.originals.store())), (2, (0, 2)));
    let there: BTreeSet<String> = [1, 2].map(|shade| picture(shade).hash).into();
    assert_eq!(names(&case.bucket.file("pictures")), there);
    assert_eq!(case.bucket.said(&key(1))["content_type"], "image/png");
    assert_eq!(case.bytes(case.ids[1]).await.unwrap(), picture(2).bytes);
    assert!(case.archive().await == archived);
    assert_eq!(case.act(|mover| mover.check().unwrap().images).await, 2);

    assert_eq!(case.act(|mover| mover.back().unwrap().images).await, 2);
    assert_eq!(sums(case.originals.store()), (2, 0));
    assert!(case.archive().await == archived);
    // A backup of yesterday names them there.
    assert_eq!(names(&case.bucket.file("pictures")), there);
}

#[tokio::test]
async fn what_did_not_arrive_whole_stays_in_the_store() {
    for fault in [Fault::SlowDown, Fault::Cut, Fault::Half, Fault::CutAfter] {
        let case = case().await;
        case.bucket
            .fails(move |method, _| (method == "PUT").then_some(fault));
        let error = case.out().await.unwrap_err();
        assert!(
            format!("{error:#}").contains("sending a picture"),
            "{error:#}"
        );
        assert_eq!(sums(case.originals.store()), (2, 0), "{fault:?}");
        // Nor what nobody can say of that it arrived.
        case.bucket
            .fails(|method, _| (method == "GET").then_some(Fault::SlowDown));
        assert!(case.out().await.is_err());
        assert_eq!(sums(case.originals.store()), (2, 0), "{fault:?}");
        case.bucket.works();
        assert_eq!(case.out().await.unwrap().images, 2);
    }
}

#[tokio::test]
async fn what_is_lost_or_damaged_there_is_named_and_never_taken_for_the_picture() {
    let case = case().await;
    let third = insert(case.originals.store(), 3, 7);
    case.out().await.unwrap();
    fs::remove_file(case.bucket.file(&key(1))).unwrap();
    let other = picture(9).bytes;
    fs::write(case.bucket.file(&key(2)), &other[..other.len() - 1]).unwrap();
    let failed = |moved: Moved| moved.failed.iter().map(|(id, _)| *id).collect::<Vec<_>>();
    assert_eq!(
        failed(case.act(|mover| mover.check().unwrap()).await),
        case.ids
    );
    assert!(matches!(
        case.bytes(case.ids[0]).await,
        Err(OriginalError::Missing { .. })
    ));
    assert!(matches!(
        case.bytes(case.ids[1]).await,
        Err(OriginalError::Damaged { .. })
    ));
    let back = case.act(|mover| mover.back().unwrap()).await;
    assert_eq!((back.images, failed(back)), (1, case.ids.to_vec()));
    assert_eq!(sums(case.originals.store()), (1, 2));
    assert_eq!(case.bytes(third).await.unwrap(), picture(3).bytes);
    let checked = case.cms(&["originals", "check"]).await;
    assert!(!checked.status.success());
    assert!(
        said(&checked).contains(&format!("image {}: ", case.ids[1])),
        "{}",
        said(&checked)
    );
}

#[tokio::test]
async fn only_what_nothing_names_for_so_long_is_removed_there() {
    let case = case().await;
    case.out().await.unwrap();
    let store = case.originals.store();
    let delete = |id: i64| {
        let delete = |store: &rusqlite::Transaction<'_>| anyhow::Ok(library::delete(store, id)?);
        store.write_blocking(delete).unwrap();
    };
    case.ids.into_iter().for_each(delete);
    // Somebody else's, of which the store knows nothing.
    case.bucket.put("pictures/notes.txt", "x");
    let tidy = |now: i64| case.act(move |mover| mover.tidy(now, now - 90 * DAY).unwrap());
    assert_eq!(tidy(1000).await, 0, "noted now");
    assert_eq!(tidy(1000 + 89 * DAY).await, 0);
    // The same picture comes again, and goes there.
    let again = insert(store, 2, 8);
    case.out().await.unwrap();
    assert_eq!(tidy(1000 + 90 * DAY).await, 1);
    let there = [picture(2).hash, "notes.txt".to_owned()];
    assert_eq!(names(&case.bucket.file("pictures")), there.into());
    assert_eq!(case.bytes(again).await.unwrap(), picture(2).bytes);
    assert_eq!(tidy(1000 + 900 * DAY).await, 0);
}

#[tokio::test]
async fn the_service_moves_what_is_a_day_old_and_shows_it() {
    let bucket = Bucket::start().await;
    let service = Service::with(|config| {
        aim(&bucket, config);
        let store = Store::open(&config.store_file()).unwrap();
        insert(&store, 1, 0);
        // In the year 2500.
        insert(&store, 2, 16_725_225_600_000);
    })
    .await;
    let moved = async {
        while sums(&service.app.store) != (1, 1) {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(Duration::from_secs(30), moved).await.unwrap();
    let address = service.url("/api/blog/images/1/");
    let get = || async { reqwest::get(&address).await.unwrap() };
    let shown = get().await;
    assert_eq!(shown.status(), 200);
    assert_eq!(shown.headers()["content-type"], "image/png");
    assert!(
        shown.headers()["cache-control"]
            .to_str()
            .unwrap()
            .contains("immutable")
    );
    let tag = shown.headers()["etag"].clone();
    assert_eq!(shown.bytes().await.unwrap(), picture(1).bytes);

    bucket.fails(|method, _| (method == "GET").then_some(Fault::Denied));
    let refused = get().await;
    assert_eq!(refused.status(), 503);
    let problem: serde_json::Value = refused.json().await.unwrap();
    assert!(
        problem["detail"]
            .as_str()
            .unwrap()
            .contains("object storage"),
        "{problem}"
    );
    // Who has it needs nobody.
    let client = reqwest::Client::new().get(&address);
    let known = client.header("if-none-match", tag).send().await.unwrap();
    assert_eq!(known.status(), 304);
    bucket.works();
    assert_eq!(get().await.status(), 200);
}

#[tokio::test]
async fn the_command_moves_both_ways_and_says_where_pictures_are() {
    let case = case().await;
    let out = case.cms(&["originals", "out", "--shrink"]).await;
    assert!(said(&out).starts_with("2 pictures ("), "{}", said(&out));
    let status = said(&case.cms(&["originals", "status"]).await);
    assert!(status.contains("in the store: 0 pictures"), "{status}");
    assert!(status.contains("pictures?endpoint="), "{status}");
    let checked = case.cms(&["originals", "check"]).await;
    assert!(checked.status.success(), "{}", said(&checked));
    let back = case.cms(&["originals", "in"]).await;
    assert!(
        said(&back).contains("back into the store"),
        "{}",
        said(&back)
    );
    assert_eq!(sums(case.originals.store()), (2, 0));
    let tidied = case.cms(&["originals", "tidy"]).await;
    assert!(said(&tidied).starts_with("0 removed"), "{}", said(&tidied));

    // Never where everyone can read them, and never nowhere.
    let site = case.bucket.target("");
    let refused = case.cms(&["originals", "out", "--deploy-to", &site]).await;
    assert!(
        said(&refused).contains("which everyone can read"),
        "{}",
        said(&refused)
    );
    assert!(!refused.status.success());
    let refused = case.cms(&["deploy", "--force", &site]).await;
    assert!(
        said(&refused).contains("which everyone can read"),
        "{}",
        said(&refused)
    );
    assert!(!refused.status.success());
}

#[tokio::test]
async fn a_picture_that_is_not_what_it_was_keeps_none_of_the_others_back() {
    let case = case().await;
    let damaged = case.ids[0];
    let damage = move |store: &rusqlite::Transaction<'_>| {
        let sql = "UPDATE images SET bytes = zeroblob(length(bytes)) WHERE id = ?1";
        Ok::<_, anyhow::Error>(store.execute(sql, [damaged])?)
    };
    assert_eq!(case.originals.store().write_blocking(damage).unwrap(), 1);
    let moved = case.out().await.unwrap();
    assert_eq!((moved.images, sums(case.originals.store())), (1, (1, 1)));
    let failed: Vec<i64> = moved.failed.iter().map(|(id, _)| *id).collect();
    assert_eq!(failed, [damaged]);
    let again = case.cms(&["originals", "out"]).await;
    assert!(!again.status.success());
    assert!(
        said(&again).contains(&format!("image {damaged}: ")),
        "{}",
        said(&again)
    );
    assert_eq!(
        case.bytes(case.ids[1]).await.unwrap(),
        picture(2).bytes,
        "what came after it went"
    );
}

#[tokio::test]
async fn two_do_not_move_at_once_and_a_place_that_is_not_said_is_an_error() {
    let case = case().await;
    case.out().await.unwrap();
    let (originals, data) = (case.originals.clone(), case.folder.path().join("data"));
    let alone = Mover::begin(&originals, &data).unwrap().unwrap();
    let refused = case.cms(&["originals", "in"]).await;
    assert!(
        said(&refused).contains("another cms process"),
        "{}",
        said(&refused)
    );
    drop(alone);
    let here = Originals::here(case.originals.store().clone());
    assert!(matches!(
        here.whole(case.ids[0]),
        Err(OriginalError::NoPlace)
    ));
    assert!(Mover::begin(&here, &data).is_err());
}
