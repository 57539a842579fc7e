//! The program itself.

use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    time::Duration,
};

use serde_json::Value;

use super::PASSWORD;

/// The real binary, serving on a free port.
pub struct Process {
    child: Child,
    pub base: String,
    /// What it printed at the start.
    pub printed: Vec<String>,
}

impl Process {
    pub fn start(dir: &Path) -> Self {
        Self::start_with(dir, &[("CMS_ADMIN_PASSWORD", PASSWORD)])
    }

    pub fn start_with(dir: &Path, environment: &[(&str, &str)]) -> Self {
        Self::of(cms(dir).envs(environment.iter().copied()))
    }

    /// As prepared by [`cms`].
    pub fn of(command: &mut Command) -> Self {
        let mut child = command.arg("serve").stdout(Stdio::piped()).spawn().unwrap();
        // The lines come in one piece; afterwards nobody listens any more.
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut printed = Vec::new();
        loop {
            let mut line = String::new();
            out.read_line(&mut line).unwrap();
            assert!(!line.is_empty(), "it ended: {printed:?}");
            printed.push(line.trim().to_owned());
            if line.starts_with("api") && !out.buffer().contains(&b'\n') {
                break;
            }
            if printed.len() > 3 {
                break;
            }
        }
        let base = printed[0]
            .strip_prefix("site")
            .unwrap()
            .trim()
            .trim_end_matches('/')
            .to_owned();
        Self {
            child,
            base,
            printed,
        }
    }

    /// The most memory it ever had, in bytes.
    pub fn peak_memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.unwrap().trim().trim_end_matches(" kB");
        kib.parse::<u64>().unwrap() * 1024
    }

    /// What a variable of its environment says.
    pub fn variable(&self, name: &str) -> Option<String> {
        let all = std::fs::read(format!("/proc/{}/environ", self.child.id())).unwrap();
        let all = String::from_utf8_lossy(&all).into_owned();
        let mut lines = all.split('\0').filter_map(|line| line.split_once('='));
        let (_, value) = lines.find(|(known, _)| *known == name)?;
        Some(value.to_owned())
    }

    /// SIGKILL.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// SIGTERM, and what came of it.
    pub fn terminate(self) -> ExitStatus {
        self.signal("-TERM");
        self.wait()
    }

    pub fn signal(&self, signal: &str) {
        let id = self.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status().unwrap();
        assert!(sent.success());
    }

    pub fn wait(mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Asks for the state of the site until it is as wanted.
    pub async fn until(&self, mut reached: impl FnMut(&Value) -> bool) {
        let asking = async {
            loop {
                let answer = reqwest::get(format!("{}/api/site/", self.base))
                    .await
                    .unwrap();
                if reached(&answer.json().await.unwrap()) {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(120), asking)
            .await
            .expect("in time");
    }

    /// Until everything saved is live; an error is a failure.
    pub async fn until_live(&self) {
        self.until(|site| {
            assert!(site["last_error"].is_null(), "{site}");
            site["state"] == "idle" && site["published_revision"] == site["revision"]
        })
        .await;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The command `cms` in a folder, on a free port, with nothing else in its environment.
pub fn cms(dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cms"));
    command
        .current_dir(dir)
        .env_clear()
        .envs([("CMS_LISTEN", "127.0.0.1:0"), ("CMS_LOG", "error")]);
    command
}
