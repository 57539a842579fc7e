//! A disk without room, or one that may only be read: nothing is lost or half there, everyone is told, and it goes on by itself.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use reqwest::{Client, Response, StatusCode};
use serde_json::{Value, json};

use crate::support::{
    Disk, Draft, PASSWORD, Process, cms, copy_site, password_sign_in, problem, skipped,
};

mod answers;
mod copies;
mod out_of_place;
mod scripts;

/// A disk as servers have, which the kernel makes read-only when it finds a mistake on it.
struct Ext4(Disk, PathBuf);

impl Ext4 {
    fn new(at: PathBuf) -> Option<Self> {
        let image = at.with_extension("img");
        fs::create_dir_all(&at).unwrap();
        let file = fs::File::create(&image).unwrap();
        file.set_len(64 << 20).unwrap();
        let made = does("mkfs.ext4", &["-q"], &[&image]);
        if !(made && Self::mount(&image, &at)) {
            skipped("mounting a disk from a file needs root and a loop device");
            return None;
        }
        Some(Self(Disk::mounted(at), image))
    }

    fn mount(image: &Path, at: &Path) -> bool {
        does("mount", &["-o", "loop,errors=remount-ro"], &[image, at])
    }

    /// As at a real mistake; `false` where the kernel cannot be asked to.
    fn breaks(&self) -> bool {
        let mounts = fs::read_to_string("/proc/self/mounts").unwrap();
        let at = self.0.path().to_str().unwrap();
        let line = mounts
            .lines()
            .find(|line| line.split(' ').nth(1) == Some(at));
        let device = line.and_then(|line| line.split(' ').next()?.strip_prefix("/dev/"));
        let trigger = format!("/sys/fs/ext4/{}/trigger_fs_error", device.unwrap());
        let told = fs::write(trigger, "a test");
        told.is_ok()
    }

    /// As an operator does it, with the service stopped.
    fn is_repaired(&self) {
        assert!(does("umount", &[], &[self.0.path()]));
        // It ends with 1 when it has mended something.
        does("e2fsck", &["-fy"], &[&self.1]);
        assert!(Self::mount(&self.1, self.0.path()));
    }
}

fn does(program: &str, options: &[&str], paths: &[&Path]) -> bool {
    let done = Command::new(program).args(options).args(paths).output();
    done.is_ok_and(|done| done.status.success())
}

/// A service with a site, one of whose folders is on a small disk, and somebody who is signed in.
struct Case {
    dir: tempfile::TempDir,
    process: Process,
    access: String,
}

impl Case {
    /// When it has nothing to do.
    async fn begin(dir: tempfile::TempDir) -> Self {
        copy_site(dir.path());
        let case = Self::serve(dir).await;
        case.until_idle().await;
        case
    }

    async fn serve(dir: tempfile::TempDir) -> Self {
        let process = serve(dir.path());
        let access = password_sign_in(&Client::new(), &process.base, PASSWORD).await;
        Self {
            dir,
            process,
            access,
        }
    }

    async fn on_small_disk(folder: &str) -> Option<(Disk, Self)> {
        let dir = tempfile::tempdir().unwrap();
        let disk = Disk::small(dir.path().join(folder), "64m")?;
        Some((disk, Self::begin(dir).await))
    }

    async fn until_idle(&self) {
        let idle =
            |site: &Value| site["state"] == "idle" && site["last_build"]["images_pending"] == 0;
        self.process.until(idle).await;
    }

    async fn save(&self, title: &str) -> Response {
        save(&self.process, &self.access, title).await
    }

    async fn sign_in(&self) -> Response {
        let body = json!({"username": "admin", "password": PASSWORD});
        let request = Client::new().post(format!("{}/api/auth/token/", self.process.base));
        request.json(&body).send().await.unwrap()
    }

    async fn posts(&self) -> usize {
        let url = format!("{}/api/blog/posts/?fields=summary", self.process.base);
        let posts: Vec<Value> = reqwest::get(url).await.unwrap().json().await.unwrap();
        posts.len()
    }

    /// What the log says of a store that cannot be written.
    fn told(&self) -> Vec<String> {
        let log = fs::read_to_string(self.dir.path().join("log")).unwrap();
        let lines = log
            .lines()
            .filter(|line| line.contains("the store cannot be written"));
        lines.map(str::to_owned).collect()
    }

    fn page(&self, path: &str) -> String {
        fs::read_to_string(self.dir.path().join("dist").join(path)).unwrap()
    }
}

/// A service whose log is kept, warnings too.
fn serve(dir: &Path) -> Process {
    let log = fs::File::create(dir.join("log")).unwrap();
    let mut command = cms(dir);
    command.envs([("CMS_ADMIN_PASSWORD", PASSWORD), ("CMS_LOG", "warn")]);
    command.stderr(log);
    Process::of(&mut command)
}

async fn save(process: &Process, access: &str, title: &str) -> Response {
    let text = format!("<p>{}</p>", "uzun mətn ".repeat(40_000));
    let form = Draft::new(title).with("content_az", &text).form();
    let request = Client::new().post(format!("{}/api/blog/posts/", process.base));
    let request = request.bearer_auth(access).multipart(form);
    request.send().await.unwrap()
}

async fn ready(process: &Process) -> Response {
    reqwest::get(format!("{}/readyz", process.base))
        .await
        .unwrap()
}

async fn until_ready(process: &Process) {
    let asking = async {
        while ready(process).await.status() != StatusCode::OK {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let asked = tokio::time::timeout(Duration::from_secs(60), asking);
    asked.await.expect("ready by itself");
}

fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = walkdir::WalkDir::new(folder).into_iter().flatten();
    let files = entries.filter(|entry| entry.file_type().is_file());
    let files = files.filter(|entry| entry.file_name() != ".ballast");
    let file = |entry: walkdir::DirEntry| (entry.path().to_owned(), fs::read(entry.path()));
    files
        .map(file)
        .map(|(path, read)| (path, read.unwrap()))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_save_without_room_is_refused_in_words_and_the_next_one_goes_live() {
    let Some((disk, case)) = Case::on_small_disk("data").await else {
        return;
    };
    assert_eq!(case.save("Before").await.status(), 201);
    case.process.until_live().await;
    case.until_idle().await;
    let before = tree(&case.dir.path().join("dist"));
    assert_eq!(ready(&case.process).await.status(), StatusCode::OK);

    disk.fill();
    let (status, code, said) = problem(case.save("Lost").await).await;
    assert_eq!((status, code.as_str()), (507, "full"));
    let detail = said["detail"].as_str().unwrap();
    assert!(detail.contains("nothing was saved"), "{detail}");
    let (status, code, _) = problem(case.sign_in().await).await;
    assert_eq!((status, code.as_str()), (507, "full"));
    let (status, _, said) = problem(ready(&case.process).await).await;
    let detail = said["detail"].as_str().unwrap();
    assert!(status == 503 && detail.contains("disk is full"), "{said}");
    let figures = reqwest::get(format!("{}/metrics", case.process.base)).await;
    let figures = figures.unwrap().text().await.unwrap();
    assert!(figures.contains("\ncms_store_unwritable 1\n"), "{figures}");
    let told = case.told();
    assert!(
        told.len() == 1 && told[0].contains("data/cms.db"),
        "{told:?}"
    );
    assert_eq!(case.posts().await, 1, "nothing is half there");
    assert!(tree(&case.dir.path().join("dist")) == before);

    disk.free();
    until_ready(&case.process).await;
    assert_eq!(case.save("After").await.status(), 201);
    case.process.until_live().await;
    assert!(case.page("en/blog/2/index.html").contains("After"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_the_kernel_makes_read_only_is_called_that_and_nothing_saved_is_lost() {
    let dir = tempfile::tempdir().unwrap();
    let Some(disk) = Ext4::new(dir.path().join("data")) else {
        return;
    };
    let case = Case::begin(dir).await;
    assert_eq!(case.save("Before").await.status(), 201);
    case.process.until_live().await;
    case.until_idle().await;

    if !disk.breaks() {
        skipped("this kernel breaks no file system when it is asked to");
        return;
    }
    for refused in [case.save("Lost").await, case.sign_in().await] {
        let (status, code, said) = problem(refused).await;
        assert_eq!((status, code.as_str()), (503, "unavailable"));
        let detail = said["detail"].as_str().unwrap();
        assert!(detail.contains("takes no changes"), "{detail}");
    }
    let (status, _, said) = problem(ready(&case.process).await).await;
    let detail = said["detail"].as_str().unwrap();
    assert!(status == 503 && detail.contains("read-only"), "{said}");
    let told = case.told();
    assert!(
        told.len() == 1 && told[0].contains("is read-only"),
        "{told:?}"
    );
    assert_eq!(case.posts().await, 1, "reading goes on");
    let page = reqwest::get(format!("{}/en/blog/1/", case.process.base)).await;
    assert_eq!(page.unwrap().status(), 200);

    let Case { dir, process, .. } = case;
    process.terminate();
    disk.is_repaired();
    let case = Case::serve(dir).await;
    assert_eq!(case.posts().await, 1);
    assert_eq!(case.save("After").await.status(), 201);
    case.process.until_live().await;
    assert!(case.page("en/blog/2/index.html").contains("After"));
}

/// A file too many is none of the disk's, whatever is opened last.
#[test]
fn too_many_open_files_are_called_that() {
    let dir = tempfile::tempdir().unwrap();
    assert!(serve(dir.path()).terminate().success());
    let limited = |(command, files): (&str, usize)| {
        let mut shell = Command::new("sh");
        let command = format!("ulimit -n {files}; exec \"$0\" {command}");
        shell
            .arg("-c")
            .arg(command)
            .arg(cms(dir.path()).get_program());
        shell
            .current_dir(dir.path())
            .env_clear()
            .stdin(Stdio::null());
        shell
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    for command in ["user list", "backup"] {
        let running: Vec<_> = (4..12).map(|files| limited((command, files))).collect();
        let ended = running.into_iter().map(|child| child.wait_with_output());
        let said = ended.map(|ended| String::from_utf8_lossy(&ended.unwrap().stderr).into_owned());
        let said: Vec<String> = said.filter(|said| !said.is_empty()).collect();
        let says = |text: &str| said.iter().any(|said| said.contains(text));
        assert!(says("too many files are open"), "{said:#?}");
        assert!(!says("read-only"), "{said:#?}");
        // Whoever asked is told, once: the log of what was tried meanwhile says no more.
        assert!(!says("ERROR"), "{said:#?}");
        let told = |said: &&String| said.contains("unable to open");
        let told_why = |said: &String| said.contains("too many files are open");
        assert!(said.iter().filter(told).all(told_why), "{said:#?}");
    }
}

#[test]
fn a_service_that_has_no_room_at_its_start_says_which_file_and_comes_up_once_there_is() {
    let dir = tempfile::tempdir().unwrap();
    let Some(disk) = Disk::small(dir.path().join("data"), "8m") else {
        return;
    };
    assert!(serve(dir.path()).terminate().success());
    disk.fill();
    let started = cms(dir.path()).arg("serve").output().unwrap();
    let said = String::from_utf8_lossy(&started.stderr).into_owned();
    // Not 2, after which nobody starts it again.
    assert_eq!(started.status.code(), Some(1), "{said}");
    assert!(
        said.contains("cannot write data/cms.db: the disk is full"),
        "{said}"
    );
    disk.free();
    assert!(serve(dir.path()).terminate().success());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_without_room_stays_as_it_was_and_follows_by_itself() {
    let Some((disk, case)) = Case::on_small_disk("dist").await else {
        return;
    };
    let before = tree(disk.path());

    disk.fill();
    assert_eq!(case.save("Later").await.status(), 201);
    let mut told = Value::Null;
    case.process
        .until(|site| {
            told = site["last_error"].clone();
            site["state"] == "failed"
        })
        .await;
    assert_eq!(told["problems"][0]["code"], "disk-full", "{told}");
    let said = told["message"].as_str().unwrap();
    assert!(said.contains("the site stays as it was"), "{told}");
    assert!(tree(disk.path()) == before);
    let log = fs::read_to_string(case.dir.path().join("log")).unwrap();
    let named = |line: &&str| line.contains("the generation failed") && line.contains("dist");
    assert!(log.lines().any(|line| named(&line)), "{log}");

    disk.free();
    case.process
        .until(|site| site["state"] == "idle" && site["published_revision"] == site["revision"])
        .await;
    assert!(case.page("en/blog/1/index.html").contains("Later"));
}
