//! Whose folders they are: what is not ours stays, whoever else writes is met, nothing leads outside.

use generator::Lang;
use std::fs;
use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, Stdio};

use crate::images::png;
use crate::support::{SiteTest, generator_command, post, state};

/// A process that has the site open, once it says so.
struct Watching {
    child: Child,
    /// A program whose words nobody takes ends.
    _said: Lines<BufReader<ChildStdout>>,
}

impl Watching {
    fn start(site: &SiteTest) -> Watching {
        let mut child = generator_command(site, "watch")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap().starts_with("watching")));
        Watching {
            child,
            _said: lines,
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn build_into(site: &SiteTest, dist: &str, cache: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_generator"));
    let folders = [
        ("--content", site.path("content")),
        ("--templates", site.path("templates")),
        (
            "--out",
            if dist == "." {
                dist.into()
            } else {
                site.path(dist)
            },
        ),
        ("--cache", site.path(cache)),
    ];
    command.arg("build").env_remove("CMS_PUBLIC_URL");
    for (flag, folder) in folders {
        command.arg(flag).arg(folder);
    }
    command
}

#[track_caller]
fn refused(site: &SiteTest, dist: &str, cache: &str, reason: &str) {
    let done = build_into(site, dist, cache).output().unwrap();
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(!done.status.success() && said.contains(reason), "{said}");
}

#[test]
fn a_second_program_is_refused_and_told_who_has_the_folder() {
    let site = SiteTest::new();
    site.write_sample_post(1, "Stays", None);
    let watching = Watching::start(&site);
    std::os::unix::fs::symlink(site.path("dist"), site.path("link")).unwrap();
    let before = site.state();
    fs::remove_file(site.path("content/posts/1.toml")).unwrap();
    let who = format!("in use by generator, process {}", watching.child.id());
    refused(&site, "dist", "other-cache", &who);
    refused(&site, "link", "other-cache", &who);
    refused(&site, "other-dist", "cache", &who);
    assert!(before.keys().any(|file| file == "blog/1/index.html"));
    assert!(!site.path("other-dist/index.html").exists());
    drop(watching);
    let built = generator_command(&site, "build").output().unwrap();
    assert!(built.status.success(), "the lock ends with the process");
    site.assert_gone("blog/1/index.html");
}

#[test]
fn what_people_put_into_dist_stays_and_is_named() {
    let mut site = SiteTest::new().posts([post(1), post(2)]);
    site.build();
    let theirs = [
        "dist/google0815.html",
        "dist/blog/notes.txt",
        "dist/media/photo-1700000000.jpg",
        "dist/.well-known/security.txt",
    ];
    for file in theirs {
        site.write(file, "theirs");
    }
    site.restart();
    site.posts.remove(2);
    let report = site.build();
    let warned = report
        .warnings
        .iter()
        .find(|warning| warning.code == "foreign-file");
    assert!(warned.unwrap().message.starts_with("3 files"), "{warned:?}");
    site.assert_gone("blog/2/index.html");
    for file in theirs {
        assert!(site.path(file).exists(), "{file}");
        fs::remove_file(site.path(file)).unwrap();
    }
    site.assert_same_as_from_nothing();
}

#[test]
fn pages_of_another_version_are_removed_because_they_are_recorded() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.build();
    site.restart();
    // As if an earlier version had written it: a name that this one does not give.
    fs::rename(
        site.path("dist/about/index.html"),
        site.path("dist/about/old.html"),
    )
    .unwrap();
    site.change(
        "cache/manifest.jsonl",
        "\"about/index.html\"",
        "\"about/old.html\"",
    );
    site.build();
    site.assert_gone("about/old.html");
    site.assert_same_as_from_nothing();
}

#[test]
fn links_in_dist_lead_neither_a_removal_nor_a_page_outside() {
    let mut site = SiteTest::new().posts([post(1), post(2)]);
    site.build();
    let away = site.path("someones/blog");
    fs::create_dir_all(away.parent().unwrap()).unwrap();
    fs::rename(site.path("dist/blog"), &away).unwrap();
    std::os::unix::fs::symlink(&away, site.path("dist/blog")).unwrap();
    let before = state(&away);
    site.posts.remove(2);
    site.edit(1, |post| post.title.set(Lang::AZ, "Başqa"));
    for _ in 0..2 {
        let said = site.errors().join("\n");
        assert!(
            said.contains("dist/blog") && said.contains("a link or a file"),
            "{said}"
        );
        assert_eq!(state(&away), before);
        site.restart();
    }
    fs::remove_file(site.path("dist/blog")).unwrap();
    site.build();
    assert_eq!(state(&away), before);
    site.assert_same_as_from_nothing();
}

#[test]
fn a_folder_where_a_page_belongs_is_not_emptied() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.build();
    site.restart();
    fs::remove_file(site.path("dist/about/index.html")).unwrap();
    site.write("dist/about/index.html/thesis.txt", "years of work");
    assert!(site.errors()[0].contains("about/index.html"));
    assert!(site.exists("about/index.html/thesis.txt"));
    fs::remove_file(site.path("dist/about/index.html/thesis.txt")).unwrap();
    site.build();
    site.assert_same_as_from_nothing();
}

#[test]
fn the_program_itself_refuses_folders_that_are_not_for_writing() {
    let site = SiteTest::new();
    let before = state(&site.path("content"));
    refused(&site, "content", "cache", "is the content");
    refused(&site, "", "cache", "contains the content");
    refused(&site, "templates/out", "cache", "lies in the templates");
    refused(&site, "dist", "dist/cache", "overlaps the cache");
    let mut here = build_into(&site, ".", "cache");
    fs::create_dir(site.path("home")).unwrap();
    let done = here.current_dir(site.path("home")).output().unwrap();
    assert!(String::from_utf8_lossy(&done.stderr).contains("is the working directory"));
    assert_eq!(fs::read_dir(site.path("home")).unwrap().count(), 0);
    assert_eq!(state(&site.path("content")), before);
}

#[test]
fn a_dist_that_was_made_anew_while_the_program_runs_is_filled_again() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.images.0.insert(7, png(60, 30).into());
    site.edit(1, |post| post.image_id = Some(7));
    site.build();
    fs::remove_dir_all(site.path("dist")).unwrap();
    site.build();
    site.assert_same_as_from_nothing();
    fs::remove_dir_all(site.path("cache")).unwrap();
    site.edit(1, |post| post.title.set(Lang::EN, "After"));
    site.build();
    site.assert_same_as_from_nothing();
}

/// As volumes of a container are: two mounts of one device, between which nothing can be renamed.
#[test]
fn the_site_may_be_on_a_mount_of_its_own() {
    let mounts = |script: &str| {
        let mut command = Command::new("unshare");
        command.args(["--map-root-user", "--mount", "sh", "-c", script, "sh"]);
        command.env_remove("CMS_PUBLIC_URL");
        command
    };
    if !mounts("true").status().is_ok_and(|status| status.success()) {
        eprintln!("this machine lets nobody mount; not tried");
        return;
    }
    let site = SiteTest::new();
    fs::create_dir_all(site.path("dist")).unwrap();
    for title in ["Elsewhere", "Changed"] {
        site.write_sample_post(1, title, None);
        let plain = build_into(&site, "dist", "cache");
        let done = mounts("mount --bind \"$1\" \"$1\" && shift && exec \"$@\"")
            .arg(site.path("dist"))
            .arg(plain.get_program())
            .args(plain.get_args())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.success(), "{said}");
        assert!(site.read("blog/1/index.html").contains(title));
    }
    assert!(!site.state().keys().any(|file| file.contains("stage")));
}
