//! With the real rsync, to a folder and to a daemon.

use std::{
    collections::BTreeMap,
    fs,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::Duration,
};

use cms::deploy::{DeployError, Job, Outcome, deploy};
use jiff::{SignedDuration, Timestamp};

use crate::service::write;

const DAY: SignedDuration = SignedDuration::from_hours(24);

struct Place {
    folder: tempfile::TempDir,
    job: Job,
}

fn place() -> Place {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let Ok(target) = at("target").to_str().unwrap().parse();
    let job = Job {
        dist: at("dist"),
        data: at("data"),
        target,
        shell: None,
        force: false,
        dry_run: false,
    };
    Place { folder, job }
}

impl Place {
    fn dist(&self, files: &[(&str, &str)]) -> &Self {
        write(&self.job.dist, files);
        self
    }

    fn without(&self, path: &str) -> &Self {
        fs::remove_file(self.job.dist.join(path)).unwrap();
        self
    }

    fn target(&self) -> PathBuf {
        self.folder.path().join("target")
    }

    async fn deploy(&self) -> Outcome {
        self.deploy_at(Timestamp::now()).await
    }

    async fn deploy_at(&self, now: Timestamp) -> Outcome {
        deploy(&self.job, now)
            .await
            .unwrap_or_else(|error| panic!("{error} (is rsync installed?)"))
    }

    async fn refused(&self) -> DeployError {
        deploy(&self.job, Timestamp::now()).await.unwrap_err()
    }
}

fn tree(folder: &Path) -> BTreeMap<String, String> {
    let files = walkdir::WalkDir::new(folder)
        .into_iter()
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().is_file());
    files
        .map(|entry| {
            let name = entry
                .path()
                .strip_prefix(folder)
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned();
            (name, fs::read_to_string(entry.path()).unwrap())
        })
        .collect()
}

const SITE: [(&str, &str); 5] = [
    ("index.html", "home /assets/a1.css"),
    ("blog/1/index.html", "post"),
    ("assets/a1.css", "a1"),
    ("media/p-480.avif", "picture"),
    ("_headers", "/*"),
];

#[tokio::test]
async fn the_target_becomes_the_site() {
    let place = place();
    place.dist(&SITE).dist(&[(".gitkeep", "")]);
    let outcome = place.deploy().await;
    assert_eq!(
        (outcome.pages, outcome.files, outcome.sent, outcome.removed),
        (2, 5, 5, 0)
    );
    assert_eq!(
        tree(&place.target()),
        SITE.map(|(path, text)| (path.into(), text.into())).into()
    );

    place
        .dist(&[
            ("index.html", "home /assets/b2.css"),
            ("assets/b2.css", "b2"),
        ])
        .without("blog/1/index.html");
    let kept = fs::metadata(place.target().join("_headers")).unwrap().ino();
    let outcome = place.deploy().await;
    assert_eq!(
        (outcome.sent, outcome.removed),
        (2, 1),
        "only what changed travels"
    );
    assert_eq!(
        fs::metadata(place.target().join("_headers")).unwrap().ino(),
        kept
    );
    assert!(!place.target().join("blog/1").exists());
    assert_eq!(place.deploy().await.sent, 0);
}

#[tokio::test]
async fn assets_stay_for_a_day_after_the_last_page_that_named_them() {
    let place = place();
    let start = Timestamp::now();
    place.dist(&SITE).deploy_at(start).await;
    place.without("assets/a1.css").deploy_at(start + DAY).await;
    assert!(place.target().join("assets/a1.css").exists());
    place
        .deploy_at(start + DAY + DAY - SignedDuration::from_secs(1))
        .await;
    assert!(place.target().join("assets/a1.css").exists());
    place.deploy_at(start + DAY + DAY).await;
    assert!(!place.target().join("assets/a1.css").exists());
}

#[tokio::test]
async fn an_empty_or_shrunken_site_is_refused() {
    let mut place = place();
    assert!(matches!(place.refused().await, DeployError::Empty(_)));
    let more = ["a.html", "b.html", "c.html", "d.html", "e.html", "f.html"];
    place.dist(&SITE).dist(&more.map(|page| (page, "")));
    place.deploy().await;
    let before = tree(&place.target());
    for page in more {
        place.without(page);
    }
    assert!(matches!(
        place.refused().await,
        DeployError::Shrunken { before: 8, now: 2 }
    ));
    fs::rename(
        place.job.dist.join("index.html"),
        place.job.dist.join("x.html"),
    )
    .unwrap();
    assert!(matches!(place.refused().await, DeployError::Empty(_)));
    assert_eq!(tree(&place.target()), before, "a refusal touches nothing");
    place.job.force = true;
    place.deploy().await;
    assert!(!place.target().join("a.html").exists());
}

#[tokio::test]
async fn a_folder_of_something_else_is_not_cleaned_up() {
    let mut place = place();
    write(
        &place.target(),
        &[
            ("letters/mother.txt", "dear"),
            (".well-known/acme", "token"),
        ],
    );
    place.dist(&SITE);
    let refused = place.refused().await;
    assert!(
        matches!(&refused, DeployError::TooManyRemovals { count: 1, .. }),
        "{refused}"
    );
    assert_eq!(tree(&place.target()).len(), 2);
    place.job.force = true;
    place.deploy().await;
    assert!(!place.target().join("letters").exists());
    assert!(
        place.target().join(".well-known/acme").exists(),
        "certificates are not ours"
    );
}

#[tokio::test]
async fn a_dry_run_changes_nothing() {
    let mut place = place();
    place.dist(&SITE).deploy().await;
    let before = tree(&place.target());
    place
        .dist(&[("index.html", "changed")])
        .without("blog/1/index.html")
        .dist(&[("new.html", "")]);
    place.job.dry_run = true;
    let outcome = place.deploy().await;
    assert_eq!((outcome.sent, outcome.removed), (2, 1));
    assert!(
        outcome
            .changes
            .iter()
            .any(|line| line.ends_with("blog/1/index.html")),
        "{:?}",
        outcome.changes
    );
    assert_eq!(tree(&place.target()), before);
}

#[tokio::test]
async fn failures_say_what_happened_and_not_where() {
    let mut place = place();
    place.dist(&SITE);
    let Ok(target) = "rsync://127.0.0.1:1/nowhere".parse();
    place.job.target = target;
    let error = place.refused().await;
    assert!(matches!(error, DeployError::Rsync { .. }), "{error}");
    assert!(!error.public_text().contains("127.0.0.1"));
    assert!(!error.needs_a_person());
}

#[tokio::test]
async fn it_waits_for_a_generation_and_for_nobody_else() {
    let place = place();
    place.dist(&SITE).deploy().await;
    let other = fs::File::create(place.job.data.join("deploy/lock")).unwrap();
    other.lock().unwrap();
    assert!(matches!(place.refused().await, DeployError::Busy));
    drop(other);

    let generation = cms::dist_lock::hold(&place.job.data).unwrap();
    place.dist(&[("index.html", "half a generation")]);
    let waiting = place.deploy();
    tokio::pin!(waiting);
    let early = tokio::time::timeout(Duration::from_millis(50), &mut waiting).await;
    assert!(early.is_err(), "it did not wait");
    place.dist(&[("index.html", "the whole generation")]);
    drop(generation);
    waiting.await;
    assert_eq!(tree(&place.target())["index.html"], "the whole generation");
}

/// Each generation renames its asset and changes every page; posts come and go.
fn generation(number: usize) -> Vec<(String, String)> {
    let asset = format!("assets/{number}.css");
    let posts: Vec<usize> = (number..number + 40).collect();
    let links: String = posts
        .iter()
        .map(|post| format!("/blog/{post}/index.html "))
        .collect();
    let mut files = vec![
        (asset.clone(), "x".repeat(2_000)),
        (
            "index.html".into(),
            format!("<html> /{asset} {links}</html>"),
        ),
    ];
    for post in posts {
        files.push((
            format!("blog/{post}/index.html"),
            format!("<html> /{asset} /index.html {}</html>", "y".repeat(500)),
        ));
    }
    files
}

fn publish(dist: &Path, number: usize) {
    let files = generation(number);
    let wanted: Vec<(&str, &str)> = files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    write(dist, &wanted);
    for path in tree(dist)
        .into_keys()
        .filter(|path| !files.iter().any(|(wanted, _)| wanted == path))
    {
        fs::remove_file(dist.join(path)).unwrap();
    }
}

/// Every page whole, everything it names there. What changes while a page is being looked at is looked at again.
fn broken(target: &Path) -> Option<String> {
    for (page, text) in pages(target) {
        if !(text.starts_with("<html>") && text.ends_with("</html>")) {
            return Some(format!("{page} is not whole"));
        }
        let missing = text
            .split_whitespace()
            .filter(|word| word.starts_with('/'))
            .find(|link| !target.join(&link[1..]).exists());
        let same = fs::read_to_string(target.join(&page)).is_ok_and(|now| now == text);
        if let (Some(link), true) = (missing, same) {
            return Some(format!("{page} names {link}"));
        }
    }
    None
}

fn pages(target: &Path) -> Vec<(String, String)> {
    let entries = walkdir::WalkDir::new(target).into_iter().flatten();
    let hidden = |entry: &walkdir::DirEntry| {
        entry
            .path()
            .components()
            .any(|part| part.as_os_str().to_string_lossy().starts_with(".~"))
    };
    entries
        .filter(|entry| entry.file_name() == "index.html" && !hidden(entry))
        .filter_map(|entry| {
            let text = fs::read_to_string(entry.path()).ok()?;
            Some((
                entry.path().strip_prefix(target).ok()?.to_str()?.to_owned(),
                text,
            ))
        })
        .collect()
}

#[test]
fn a_crawler_never_sees_the_target_broken() {
    let place = place();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    publish(&place.job.dist, 0);
    runtime.block_on(place.deploy());
    let (target, done, rounds) = (place.target(), AtomicBool::new(false), AtomicUsize::new(0));
    let crawl = || {
        while !done.load(Ordering::SeqCst) {
            if let Some(problem) = broken(&target) {
                return Some(problem);
            }
            rounds.fetch_add(1, Ordering::SeqCst);
        }
        None
    };
    let problem = std::thread::scope(|scope| {
        let crawler = scope.spawn(crawl);
        let deployer = scope.spawn(|| {
            for number in 1..9 {
                publish(&place.job.dist, number * 3);
                runtime.block_on(place.deploy());
            }
        });
        let deployed = deployer.join();
        done.store(true, Ordering::SeqCst);
        deployed.unwrap();
        crawler.join().unwrap()
    });
    assert_eq!(problem, None);
    assert!(rounds.load(Ordering::SeqCst) > 10, "the crawler hardly ran");
}

/// A real rsync daemon on loopback.
struct Daemon {
    process: std::process::Child,
    port: u16,
}

impl Daemon {
    async fn start(folder: &Path, module: &Path) -> Self {
        fs::create_dir_all(module).unwrap();
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let config = folder.join("rsyncd.conf");
        // Started by root it would otherwise write as nobody.
        let owner = fs::metadata(folder).unwrap().uid();
        let text = format!(
            "use chroot = no\nuid = {owner}\n[site]\npath = {}\nread only = no\n",
            module.display()
        );
        fs::write(&config, text).unwrap();
        let process = std::process::Command::new("rsync")
            .args(["--daemon", "--no-detach", "--address=127.0.0.1"])
            .arg(format!("--port={port}"))
            .arg(format!("--config={}", config.display()))
            .spawn()
            .expect("rsync cannot be started; install it");
        while tokio::net::TcpStream::connect(("127.0.0.1", port))
            .await
            .is_err()
        {
            tokio::task::yield_now().await;
        }
        Self { process, port }
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[tokio::test]
async fn a_real_daemon_gets_the_site() {
    let mut place = place();
    let daemon = Daemon::start(place.folder.path(), &place.target()).await;
    let Ok(target) = format!("rsync://127.0.0.1:{}/site", daemon.port).parse();
    place.job.target = target;
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

/// The other end of a remote shell, on this machine.
#[tokio::test]
async fn a_remote_shell_gets_the_site() {
    use std::os::unix::fs::PermissionsExt as _;
    let mut place = place();
    let shell = place.folder.path().join("shell");
    fs::write(&shell, "#!/bin/sh\nshift\nexec \"$@\"\n").unwrap();
    fs::set_permissions(&shell, fs::Permissions::from_mode(0o755)).unwrap();
    place.job.shell = Some(shell.display().to_string());
    let Ok(target) = format!("web:{}", place.target().display()).parse();
    place.job.target = target;
    place.dist(&SITE).deploy().await;
    place.dist(&[("index.html", "again")]);
    assert_eq!(place.deploy().await.sent, 1);
    assert_eq!(tree(&place.target())["index.html"], "again");
}
