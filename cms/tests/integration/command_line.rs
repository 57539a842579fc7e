//! The binary as an operator meets it.

use generator::Lang;
use std::{
    collections::BTreeMap,
    io::{Read as _, Write as _},
    path::Path,
    process::{Output, Stdio},
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use cms::store::{Store, posts as rows};
use serde_json::json;

use crate::support::{PASSWORD, Process, cms, copy_site, password_sign_in, png, skipped};

fn run(dir: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = cms(dir)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that does not ask may have ended already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

#[track_caller]
pub fn succeeds(dir: &Path, arguments: &[&str], input: &str) -> String {
    let output = run(dir, arguments, input);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
pub fn fails(dir: &Path, arguments: &[&str], input: &str, reason: &str) {
    let output = run(dir, arguments, input);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains(reason), "{said}");
}

fn tree(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    walkdir::WalkDir::new(dir)
        .into_iter()
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let name = entry
                .path()
                .strip_prefix(dir)
                .unwrap()
                .to_string_lossy()
                .into_owned();
            (name, std::fs::read(entry.path()).unwrap())
        })
        .collect()
}

/// Of the files beside the store one needs what only its user may write.
#[test]
fn who_may_not_see_or_write_a_store_is_told_what_to_do() {
    use std::os::unix::{fs::PermissionsExt as _, process::CommandExt as _};
    const NOBODY: u32 = 65534;
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    assert!(Process::start(dir.path()).terminate().success());
    let mode = |path: &str, mode: u32| {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(dir.path().join(path), permissions).unwrap();
    };
    let check = || {
        let mut command = cms(dir.path());
        let done = command.arg("check").uid(NOBODY).gid(NOBODY).output();
        let done = match done {
            Err(_) => {
                skipped("being somebody else needs root");
                return None;
            }
            Ok(done) => done,
        };
        assert_eq!(done.status.code(), Some(1));
        Some(String::from_utf8(done.stderr).unwrap())
    };
    mode("", 0o755);
    for (folder, file, reason) in [
        (0o700, 0o600, "cannot look for data/cms.db"),
        (0o755, 0o600, "data/cms.db cannot be read by"),
        (0o755, 0o644, "data/cms.db cannot be read by"),
    ] {
        mode("data", folder);
        mode("data/cms.db", file);
        let Some(said) = check() else { return };
        let told = said.contains(reason) && said.contains("as the user whose store it is");
        assert!(told, "{folder:o} {file:o}: {said}");
    }
}

#[test]
fn users_are_added_listed_and_given_new_passwords() {
    let dir = tempfile::tempdir().unwrap();
    fails(
        dir.path(),
        &["user", "add", "leyla"],
        "short\n",
        "at least 8 characters",
    );
    succeeds(dir.path(), &["user", "add", "leyla"], "long enough\n");
    fails(
        dir.path(),
        &["user", "add", "leyla"],
        "long enough\n",
        "there is a user leyla already",
    );
    fails(
        dir.path(),
        &["user", "passwd", "nobody"],
        "long enough\n",
        "there is no user nobody",
    );
    succeeds(dir.path(), &["user", "passwd", "leyla"], "even longer\n");
    assert_eq!(succeeds(dir.path(), &["user", "list"], ""), "leyla\n");
    succeeds(dir.path(), &["key", "rotate"], "");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_start_shows_a_password_once_and_a_stop_is_clean() {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let process = Process::start_with(dir.path(), &[]);
    let line = process.printed.last().unwrap().clone();
    let password = line
        .strip_prefix("created the user admin with the password ")
        .expect(&line);
    let password = password.split_whitespace().next().unwrap().to_owned();
    let http = reqwest::Client::new();
    password_sign_in(&http, &process.base, &password).await;
    fails(
        dir.path(),
        &["generate"],
        "",
        "in use by another cms process",
    );
    // What it brings back, a service would take out again.
    let place = "s3://pictures?endpoint=http://127.0.0.1:9&region=eu";
    fails(
        dir.path(),
        &["originals", "in", "--originals", place],
        "",
        "in use by another cms process",
    );
    assert!(
        process.terminate().success(),
        "it finishes what it has begun"
    );

    let again = Process::start_with(dir.path(), &[]);
    assert_eq!(again.printed.len(), 3, "{:?}", again.printed);
    password_sign_in(&http, &again.base, &password).await;
    again.until_live().await;
    assert!(again.terminate().success());
}

#[test]
fn sample_posts_are_imported_and_a_build_from_nothing_is_the_same() {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let said = succeeds(dir.path(), &["import", "content/posts", "--if-empty"], "");
    assert!(said.starts_with("imported "), "{said}");
    let again = succeeds(dir.path(), &["import", "content/posts", "--if-empty"], "");
    assert!(again.contains("nothing imported"), "{again}");
    succeeds(dir.path(), &["generate"], "");
    succeeds(dir.path(), &["generate", "--full", "--out", "other"], "");
    let (kept, fresh) = (
        tree(&dir.path().join("dist")),
        tree(&dir.path().join("other")),
    );
    assert!(kept.contains_key("blog/1/index.html") && kept.contains_key("ru/feed.xml"));
    assert_eq!(
        kept.keys().collect::<Vec<_>>(),
        fresh.keys().collect::<Vec<_>>()
    );
    for (name, bytes) in &kept {
        assert!(*bytes == fresh[name], "{name} differs");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn posts_imported_beside_a_server_go_live_without_a_save() {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let process = Process::start(dir.path());
    process.until_live().await;
    let page = dir.path().join("dist/blog/1/index.html");
    assert!(!page.exists());
    succeeds(dir.path(), &["import", "content/posts"], "");
    process.until(|site| site["published_revision"] == 1).await;
    assert!(page.exists());
}

#[test]
fn one_post_is_told_as_one() {
    let dir = tempfile::tempdir().unwrap();
    let posts =
        json!([{"id": 7, "date": "2025-03-05T08:00:00Z", "title_az": "Yeddi", "author": "A"}]);
    std::fs::write(dir.path().join("posts.json"), posts.to_string()).unwrap();
    let said = succeeds(dir.path(), &["import", "posts.json"], "");
    assert_eq!(said, "imported 1 post\n");
    let said = succeeds(dir.path(), &["export", "all.tar"], "");
    assert!(said.starts_with("1 post, 0 images and "), "{said}");
}

#[test]
fn posts_in_the_apis_json_are_imported_under_their_numbers() {
    let dir = tempfile::tempdir().unwrap();
    let picture = STANDARD.encode(png(7));
    let posts = json!([
        {"id": 7, "date": "2025-03-05T08:00:00Z", "title_az": " Yeddi ", "author": "A", "featured": true,
         "content_az": format!("<p onclick=\"x()\">a<img src=\"data:image/png;base64,{picture}\"></p><script>x()</script>")},
        {"id": 3, "date": "2025-03-04T08:00:00Z", "title_az": "Üç", "author": "B", "category": "hr",
         "image_id": 9, "image": "/api/blog/images/9/"},
        {"id": 8, "date": "2025-03-06T08:00:00Z", "title_az": "Səkkiz", "author": "B", "image": "/api/blog/images/1/"},
        {"id": 9, "date": "2025-03-07T08:00:00Z", "title_az": "Doqquz", "author": "B", "image": "/api/blog/images/8/"},
    ]);
    let write = |name: &str, value: &serde_json::Value| {
        std::fs::write(dir.path().join(name), value.to_string()).unwrap();
    };
    write("posts.json", &posts);
    let said = succeeds(dir.path(), &["import", "posts.json"], "");
    assert!(said.contains("post 3: there is no image 9"), "{said}");
    assert!(said.contains("post 9: there is no image 8"), "{said}");
    assert!(said.ends_with("imported 4 posts\n"), "{said}");
    let store = Store::open(&dir.path().join("data/cms.db")).unwrap();
    let found = store
        .read_blocking(|store| {
            let mut found = Vec::new();
            rows::each(store, &rows::Filter::default(), |stored| {
                found.push(stored.post);
                Ok::<_, anyhow::Error>(())
            })?;
            found.sort_by_key(|post| post.id);
            Ok::<_, anyhow::Error>(found)
        })
        .unwrap();
    assert_eq!(
        found.iter().map(|post| post.id).collect::<Vec<_>>(),
        [3, 7, 8, 9]
    );
    let covers = [0, 2, 3].map(|at| (found[at].image_id, &found[at].image));
    assert_eq!(covers, [(None, &None), (Some(1), &None), (None, &None)]);
    assert_eq!(found[1].title.get(Lang::AZ), "Yeddi");
    assert_eq!(
        found[1].content.get(Lang::AZ),
        "<p>a<img src=\"/api/blog/images/1/\"></p>"
    );
    fails(
        dir.path(),
        &["import", "posts.json"],
        "",
        "there are posts already",
    );
    let fresh = ["--data", "fresh", "import", "bad.json"];
    write("bad.json", &json!({"id": 1}));
    fails(dir.path(), &fresh, "", "bad.json is not an array of posts");
    write("bad.json", &json!([posts[0], posts[0]]));
    fails(dir.path(), &fresh, "", "bad.json: post 7");
    // One more than JSON carries exactly; after the highest that SQLite knows there is no next one.
    for number in [0, 1 << 53, i64::MAX] {
        let mut post = posts[0].clone();
        post["id"] = number.into();
        write("bad.json", &json!([post]));
        fails(
            dir.path(),
            &fresh,
            "",
            "a post's number is 1 to 9007199254740991",
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_content_file_that_breaks_while_serving_is_told_and_mended() {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let process = Process::start_with(dir.path(), &[("CMS_ADMIN_PASSWORD", PASSWORD)]);
    // Pages change once more when the variants of pictures are there.
    process
        .until(|site| site["last_build"]["images_pending"] == 0 && site["state"] == "idle")
        .await;
    let page = std::fs::read_to_string(dir.path().join("dist/en/index.html")).unwrap();
    let file = dir.path().join("content/en/firm.toml");
    let good = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, format!("nonsense_key = 1\n{good}")).unwrap();
    process
        .until(|site| {
            let message = site["last_error"]["message"].as_str().unwrap_or_default();
            message.starts_with("content/en/firm.toml:1") && message.contains("nonsense_key")
        })
        .await;
    assert_eq!(
        std::fs::read_to_string(dir.path().join("dist/en/index.html")).unwrap(),
        page
    );
    std::fs::write(&file, good).unwrap();
    process
        .until(|site| site["last_error"].is_null() && site["state"] == "idle")
        .await;
}

#[tokio::test]
async fn health_is_what_the_running_service_says() {
    let dir = tempfile::tempdir().unwrap();
    copy_site(dir.path());
    let service = Process::start(dir.path());
    let address = service.base.trim_start_matches("http://").to_owned();
    let port = address.rsplit(':').next().unwrap();
    service.until_live().await;
    succeeds(dir.path(), &["health", "--listen", &address], "");
    succeeds(
        dir.path(),
        &["health", "--listen", &format!("0.0.0.0:{port}")],
        "",
    );
    drop(service);
    fails(
        dir.path(),
        &["health", "--listen", &address],
        "",
        "nothing answers",
    );
}

#[test]
fn a_service_that_answers_something_else_is_not_healthy() {
    let dir = tempfile::tempdir().unwrap();
    let other = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = other.local_addr().unwrap().to_string();
    let answering = std::thread::spawn(move || {
        let (mut stream, _) = other.accept().unwrap();
        let mut asked = [0; 1024];
        assert!(stream.read(&mut asked).unwrap() > 0);
        stream
            .write_all(b"HTTP/1.1 503 Service Unavailable\r\n\r\n")
            .unwrap();
    });
    fails(
        dir.path(),
        &["health", "--listen", &address],
        "",
        "503 Service Unavailable",
    );
    answering.join().unwrap();
}

#[test]
fn a_server_lets_the_allocator_give_memory_back_unless_somebody_has_chosen() {
    let setting = "MALLOC_MMAP_THRESHOLD_";
    let dir = tempfile::tempdir().unwrap();
    let process = Process::start(dir.path());
    assert_eq!(process.variable(setting).as_deref(), Some("131072"));
    process.kill();
    let process = Process::start_with(dir.path(), &[(setting, "1048576")]);
    assert_eq!(process.variable(setting).as_deref(), Some("1048576"));
    process.kill();
}

#[test]
fn a_first_password_with_which_nobody_could_sign_in_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let long = "x".repeat(1025);
    let mut serving = cms(dir.path())
        .args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--admin-password",
            &long,
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Nothing, and the end: it never says where it listens.
    let mut first = [0];
    let told = serving.stdout.take().unwrap().read(&mut first).unwrap();
    serving.kill().unwrap();
    assert_eq!(told, 0);
    let output = serving.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("more than 1024 bytes"), "{said}");
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(succeeds(dir.path(), &["user", "list"], ""), "");
}
