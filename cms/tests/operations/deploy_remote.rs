//! To a real rsync daemon and through a remote shell.

use std::{fs, path::Path};

use crate::{
    deploy_place::{Daemon, Place, SITE, place, shell, tree},
    service::write,
};

#[tokio::test]
async fn a_real_daemon_gets_the_site() {
    let mut place = place();
    let daemon = Daemon::start(place.folder.path(), &place.target()).await;
    place.job.target = daemon.target().parse().unwrap();
    place.dist(&SITE).deploy().await;
    assert_eq!(
        tree(&place.target()),
        SITE.map(|(path, text)| (path.into(), text.into())).into()
    );
    place
        .dist(&[("index.html", "again")])
        .without("blog/1/index.html");
    let outcome = place.deploy().await;
    assert_eq!((outcome.sent, outcome.removed), (1, 1));
    assert_eq!(tree(&place.target())["index.html"], "again");
    assert!(!place.target().join("blog").exists());
}

#[tokio::test]
async fn a_remote_shell_gets_the_site() {
    let mut place = place();
    place.job.shell = Some(shell(place.folder.path()));
    place.job.target = format!("web:{}", place.target().display()).parse().unwrap();
    place.dist(&SITE).deploy().await;
    place.dist(&[("index.html", "again"), ("blog/2/index.html", "second")]);
    assert_eq!(place.deploy().await.sent, 2);
    assert_eq!(tree(&place.target())["index.html"], "again");
    assert_eq!(tree(&place.target())["blog/2/index.html"], "second");
}

/// Somebody emptied the machine, or put another in its place: its folder is gone, and not only what lay in it.
async fn a_folder_that_is_gone_is_filled_again(place: &Place, folder: &Path) {
    place.dist(&SITE).deploy().await;
    fs::remove_dir_all(folder).unwrap();
    place.dist(&[("index.html", "again")]);
    assert_eq!(place.deploy().await.sent, SITE.len());
    assert_eq!(tree(folder)["index.html"], "again");
}

#[tokio::test]
async fn a_folder_that_is_gone_from_a_daemon_is_filled_again() {
    let mut place = place();
    let module = place.folder.path().join("module");
    let daemon = Daemon::start(place.folder.path(), &module).await;
    place.job.target = format!("{}/www", daemon.target()).parse().unwrap();
    a_folder_that_is_gone_is_filled_again(&place, &module.join("www")).await;
}

#[tokio::test]
async fn a_folder_that_is_gone_behind_a_shell_is_filled_again() {
    let mut place = place();
    place.job.shell = Some(shell(place.folder.path()));
    place.job.target = format!("web:{}", place.target().display()).parse().unwrap();
    a_folder_that_is_gone_is_filled_again(&place, &place.target()).await;
}

/// Names that mean something to rsync, to a shell or to whoever reads its lines.
const NAMES: [&str; 13] = [
    "gone/a*b.html",
    "gone/b[1].html",
    "gone/c?.html",
    "gone/back\\slash.html",
    "gone/both\\*.html",
    "gone/-dash.html",
    "gone/two words.html",
    "gone/new\nline.html",
    "gone/\\#012.html",
    "gone/ə ş.html",
    "#hash.html",
    ";semi.html",
    "-rf.html",
];
/// Would go as well if a name were a pattern.
const OTHERS: [&str; 5] = [
    "gone/axb.html",
    "gone/b1.html",
    "gone/cc.html",
    "gone/backslash.html",
    "hash.html",
];

async fn exactly_the_list_is_removed(place: &mut Place) {
    // Most of the pages go.
    place.job.force = true;
    let pages = NAMES.map(|name| (name, "ours"));
    place.dist(&SITE).dist(&pages).deploy().await;
    write(&place.target(), &OTHERS.map(|name| (name, "theirs")));
    for name in NAMES {
        place.without(name);
    }
    place.job.dry_run = true;
    let trial = place.deploy().await;
    place.job.verify = true;
    let whole = place.deploy().await;
    assert_eq!((trial.left_alone, whole.left_alone), (0, OTHERS.len()));
    for name in NAMES {
        let line = format!("*deleting   {name}");
        assert!(
            trial.changes.contains(&line),
            "{name} in {:?}",
            trial.changes
        );
    }
    (place.job.dry_run, place.job.verify) = (false, false);
    assert_eq!(place.deploy().await.removed, NAMES.len());
    let mut wanted: Vec<String> = SITE.map(|(path, _)| path.to_owned()).into();
    wanted.extend(OTHERS.map(str::to_owned));
    wanted.sort();
    assert_eq!(
        tree(&place.target()).into_keys().collect::<Vec<_>>(),
        wanted
    );
}

#[tokio::test]
async fn exactly_the_list_is_removed_from_a_folder() {
    exactly_the_list_is_removed(&mut place()).await;
}

#[tokio::test]
async fn exactly_the_list_is_removed_through_a_shell() {
    let mut place = place();
    place.job.shell = Some(shell(place.folder.path()));
    place.job.target = format!("web:{}", place.target().display()).parse().unwrap();
    exactly_the_list_is_removed(&mut place).await;
}

#[tokio::test]
async fn exactly_the_list_is_removed_from_a_daemon() {
    let mut place = place();
    let daemon = Daemon::start(place.folder.path(), &place.target()).await;
    place.job.target = daemon.target().parse().unwrap();
    exactly_the_list_is_removed(&mut place).await;
}
