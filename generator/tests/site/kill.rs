//! Invariant 2 when the process is killed: `generator build` gets SIGKILL at many different moments.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use notify::event::{EventKind, ModifyKind, RenameMode};
use notify::{RecursiveMode, Watcher};

use crate::images::png;
use crate::support::{FileState, SiteTest, generator_command, state};

/// Kills, spread over everything a build does to the disk.
const KILLS: usize = 12;
const POSTS: i64 = 9;

/// Changes every page, the style sheet, a file of the media, a picture, and which posts there are.
fn become_edition(site: &SiteTest, edition: u32) {
    site.write(
        "templates/styles/base.css",
        &format!("body {{ margin: {edition}px }}"),
    );
    site.write(
        "content/media/logo.svg",
        &format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{edition}\" height=\"1\"/>"),
    );
    let picture = png(40 + edition, 20);
    for picture_of in [1, 2] {
        let path = site.path(&format!("content/posts/images/{picture_of}.png"));
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, &picture).unwrap();
    }
    let (kept, gone) = match edition % 2 {
        0 => (POSTS, POSTS + 1),
        _ => (POSTS + 1, POSTS),
    };
    for id in (1..POSTS).chain([kept]) {
        let image = (id < 3).then(|| format!("{id}.png"));
        site.write_sample_post(id, &format!("Edition {edition} of {id}"), image.as_deref());
    }
    let _ = std::fs::remove_file(site.path(&format!("content/posts/{gone}.toml")));
}

/// One message for each file that is staged, moved into place or removed.
fn moments(site: &SiteTest) -> (notify::RecommendedWatcher, Receiver<()>) {
    let (sender, moments) = channel();
    let count = move |event: notify::Result<notify::Event>| {
        let counts = event.is_ok_and(|event| {
            matches!(
                event.kind,
                EventKind::Create(_)
                    | EventKind::Modify(ModifyKind::Name(RenameMode::To))
                    | EventKind::Remove(_)
            )
        });
        if counts {
            let _ = sender.send(());
        }
    };
    let mut watcher = notify::recommended_watcher(count).unwrap();
    for folder in ["dist", "cache"] {
        watcher
            .watch(&site.path(folder), RecursiveMode::Recursive)
            .unwrap();
    }
    (watcher, moments)
}

/// Builds in a process of its own that is killed at the `at`-th moment; returns how many there were.
fn build_killed_at(site: &SiteTest, at: usize) -> usize {
    let (_watcher, moments) = moments(site);
    let mut child = generator_command(site, "build")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut seen = 0;
    loop {
        match moments.recv_timeout(Duration::from_millis(20)) {
            Ok(()) => seen += 1,
            Err(RecvTimeoutError::Timeout) if child.try_wait().unwrap().is_none() => {}
            Err(_) => break,
        }
        if seen == at {
            child.kill().unwrap();
        }
    }
    child.wait().unwrap();
    seen
}

#[track_caller]
fn build(site: &SiteTest) {
    let built = generator_command(site, "build").output().unwrap();
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
}

/// Every page is whole, and the assets and media that pages and styles name exist.
#[track_caller]
pub fn assert_whole(dist: &Path, when: &str) -> usize {
    let files = state(dist);
    let mut references = 0;
    for (name, file) in &files {
        let page = name.ends_with(".html");
        if !page && !name.ends_with(".css") {
            continue;
        }
        let text = std::str::from_utf8(&file.bytes).unwrap();
        assert!(
            !page || text.trim_end().ends_with("</html>"),
            "{name} is cut, {when}"
        );
        for folder in ["/assets/", "/media/"] {
            for (start, _) in text.match_indices(folder) {
                let address = text[start + 1..]
                    .split(|end: char| end.is_whitespace() || "\"'<>(),;&\\".contains(end))
                    .next()
                    .unwrap();
                assert!(
                    files.contains_key(address),
                    "{name} names {address}, {when}"
                );
                references += 1;
            }
        }
    }
    references
}

/// Of what an edition consists: what is on its way out belongs to others.
fn edition_of(site: &SiteTest) -> BTreeMap<String, Vec<u8>> {
    let retired = crate::record::retired(site);
    let mut files = state(&site.path("dist"));
    files.retain(|name, _| !retired.contains(name));
    bytes(files)
}

fn bytes(files: BTreeMap<String, FileState>) -> BTreeMap<String, Vec<u8>> {
    files
        .into_iter()
        .map(|(name, file)| (name, file.bytes))
        .collect()
}

#[test]
fn killed_at_any_moment_dist_is_whole_and_the_next_build_mends_it() {
    let site = SiteTest::new();
    let mut expected = Vec::new();
    for edition in [1, 0] {
        become_edition(&site, edition);
        for folder in ["dist", "cache"] {
            let _ = std::fs::remove_dir_all(site.path(folder));
        }
        build(&site);
        expected.insert(0, bytes(state(&site.path("dist"))));
    }
    let dist = site.path("dist");
    assert!(assert_whole(&dist, "at first") > 100);
    become_edition(&site, 1);
    let all = build_killed_at(&site, usize::MAX);
    assert!(all > 100, "only {all} moments were seen");

    let mut interrupted = 0;
    for kill in 0..KILLS {
        let edition = kill % 2;
        become_edition(&site, u32::try_from(edition).unwrap());
        build_killed_at(&site, 1 + kill * all / KILLS);
        let when = format!("after kill {kill}");
        assert_whole(&dist, &when);
        interrupted += usize::from(edition_of(&site) != expected[edition]);
        // Every third time the next edition is built over what the kill left.
        if kill % 3 != 2 {
            build(&site);
            assert!(edition_of(&site) == expected[edition], "not mended {when}");
            let cache = std::fs::read_dir(site.path("cache")).unwrap();
            let mut left: Vec<_> = cache.map(|entry| entry.unwrap().file_name()).collect();
            left.sort();
            assert_eq!(
                left,
                ["images", "manifest.jsonl", "moving", "releases"],
                "{when}"
            );
        }
    }
    assert!(
        interrupted > KILLS / 4,
        "only {interrupted} builds were interrupted"
    );
}
