//! A site, a target and what goes between them, as a story: `place().dist(&SITE).deploy().await`.

use std::{
    collections::BTreeMap,
    fs,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
};

use cms::{
    config::Config,
    deploy::{DeployError, Job, Outcome, deploy},
};
use generator::Moment;
use jiff::Timestamp;

use crate::service::write;

pub struct Place {
    pub folder: tempfile::TempDir,
    pub job: Job,
}

pub fn place() -> Place {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let target = at("target").to_str().unwrap().parse().unwrap();
    let job = Job::new(&Config::for_testing(folder.path()), target);
    Place { folder, job }
}

impl Place {
    pub fn dist(&self, files: &[(&str, &str)]) -> &Self {
        write(&self.job.dist, files);
        self
    }

    pub fn without(&self, path: &str) -> &Self {
        fs::remove_file(self.job.dist.join(path)).unwrap();
        self
    }

    pub fn target(&self) -> PathBuf {
        self.folder.path().join("target")
    }

    /// What is remembered of the target.
    pub fn record(&self) -> PathBuf {
        let own = fs::read_dir(self.job.data.join("deploy")).unwrap();
        own.map(|entry| entry.unwrap().path())
            .find(|path| {
                path.extension()
                    .is_some_and(|extension| extension == "json")
            })
            .unwrap()
    }

    pub async fn deploy(&self) -> Outcome {
        self.deploy_at(Timestamp::now()).await
    }

    pub async fn deploy_at(&self, now: Timestamp) -> Outcome {
        self.deploy_by(running_since_2001(now)).await
    }

    pub async fn deploy_by(&self, now: Moment) -> Outcome {
        deploy(&self.job, now)
            .await
            .unwrap_or_else(|error| panic!("{error} (is rsync installed?)"))
    }

    pub async fn refused(&self) -> DeployError {
        deploy(&self.job, now()).await.unwrap_err()
    }
}

/// At this time by the clock of a machine that never stopped since.
pub fn running_since_2001(at: Timestamp) -> Moment {
    let wall = at.as_second();
    Moment {
        wall,
        up: wall - 1_000_000_000,
    }
}

pub fn now() -> Moment {
    running_since_2001(Timestamp::now())
}

/// Every file but the marker.
pub fn tree(folder: &Path) -> BTreeMap<String, String> {
    let files = walkdir::WalkDir::new(folder)
        .into_iter()
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().is_file() && entry.file_name() != ".cms-deployment");
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

pub const SITE: [(&str, &str); 5] = [
    ("index.html", "home /assets/a1.css"),
    ("blog/1/index.html", "post"),
    ("assets/a1.css", "a1"),
    ("media/p-480.avif", "picture"),
    ("_headers", "/*"),
];

/// A real rsync daemon on loopback.
pub struct Daemon {
    process: std::process::Child,
    pub port: u16,
}

impl Daemon {
    pub async fn start(folder: &Path, module: &Path) -> Self {
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

impl Daemon {
    /// The folder that it offers.
    pub fn target(&self) -> String {
        format!("rsync://127.0.0.1:{}/site", self.port)
    }
}

/// The other end of a remote shell, on this machine.
pub fn shell(folder: &Path) -> String {
    let shell = folder.join("shell");
    fs::write(&shell, "#!/bin/sh\nshift\nexec \"$@\"\n").unwrap();
    fs::set_permissions(&shell, fs::Permissions::from_mode(0o755)).unwrap();
    shell.display().to_string()
}
