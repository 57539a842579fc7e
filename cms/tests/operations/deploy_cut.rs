//! A line that breaks while rsync has pages staged, and what the next deployment makes of them.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use cms::deploy::DeployError;

use crate::{
    deploy_place::{Place, SITE, place, tree},
    service::write,
};

const STAGED: &str = "blog/7/.~tmp~/index.html";

/// A remote shell whose line breaks in the middle of pages while there is a file `cut`. Whoever else deploys has begun after
/// pages that arrive while there is a file `theirs`.
fn breaking_shell(folder: &Path) -> String {
    let shell = folder.join("shell");
    let at = folder.display();
    let text = format!(
        "#!/bin/sh\nshift\ncase \"$*\" in *--delay-updates*) ;; *) exec \"$@\" ;; esac\n\
         if [ -e {at}/cut ]; then\n\
         exec 3<&0 0</dev/null; dd bs=1 count=100000 status=none <&3 3<&- | \"$@\" 3<&- &\n\
         exec 3<&-; wait $!; exit\nfi\n\
         \"$@\"; ended=$?\n\
         if [ -e {at}/theirs ]; then cp {at}/theirs {at}/target/.cms-deployment; fi\nexit $ended\n"
    );
    fs::write(&shell, text).unwrap();
    fs::set_permissions(&shell, fs::Permissions::from_mode(0o755)).unwrap();
    shell.display().to_string()
}

impl Place {
    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn staged(&self) -> Option<String> {
        fs::read_to_string(self.target().join(STAGED)).ok()
    }
}

/// Two posts were published by mistake, and the line broke before either was in place; then they were withdrawn.
async fn cut_off() -> Place {
    let mut place = place();
    place.job.shell = Some(breaking_shell(place.folder.path()));
    place.job.target = format!("web:{}", place.target().display()).parse().unwrap();
    place.dist(&SITE).deploy().await;
    let long = "x".repeat(2_000_000);
    place.dist(&[
        ("blog/7/index.html", "by mistake"),
        ("blog/8/index.html", &long),
    ]);
    write(place.folder.path(), &[("cut", "")]);
    let error = place.refused().await;
    assert!(
        matches!(error, DeployError::Rsync { step, .. } if step == "sending new pages"),
        "{error}"
    );
    fs::remove_file(place.at("cut")).unwrap();
    assert_eq!(place.staged().as_deref(), Some("by mistake"));
    place
        .without("blog/7/index.html")
        .without("blog/8/index.html");
    place
}

#[tokio::test]
async fn what_a_line_that_broke_left_staged_goes_with_the_next_deployment() {
    let mut place = cut_off().await;
    let theirs = [
        ("blog/7/.~tmp~/notes.txt", "nobody's that we know"),
        ("letters/.~tmp~/mother.txt", "dear"),
    ];
    write(&place.target(), &theirs);
    place.job.dry_run = true;
    let shown = place.deploy().await;
    let line = format!("*deleting   {STAGED}");
    assert!(shown.changes.contains(&line), "{:?}", shown.changes);
    assert!(place.staged().is_some());
    place.job.dry_run = false;
    let outcome = place.deploy().await;
    assert_eq!(outcome.left_alone, theirs.len());
    let mut wanted: Vec<(&str, &str)> = SITE.into_iter().chain(theirs).collect();
    wanted.sort_unstable();
    let found = tree(&place.target());
    let found: Vec<(&str, &str)> = found.iter().map(|(at, text)| (&**at, &**text)).collect();
    assert_eq!(found, wanted);
    assert!(!place.target().join("blog/8").exists());
}

#[tokio::test]
async fn pages_that_are_staged_and_still_wanted_are_put_in_place() {
    let place = cut_off().await;
    place.dist(&[("blog/7/index.html", "on purpose")]);
    place.deploy().await;
    assert_eq!(place.staged(), None);
    assert_eq!(tree(&place.target())["blog/7/index.html"], "on purpose");
}

#[tokio::test]
async fn a_look_at_everything_finds_what_is_staged_for_a_page_of_the_site() {
    let mut place = place();
    place.dist(&SITE).deploy().await;
    write(&place.target(), &[("blog/1/.~tmp~/index.html", "older")]);
    place.job.verify = true;
    assert_eq!(place.deploy().await.removed, 1);
    assert_eq!(
        tree(&place.target()),
        SITE.map(|(path, text)| (path.into(), text.into())).into()
    );
}

#[tokio::test]
async fn what_somebody_else_has_staged_stays() {
    let one = cut_off().await;
    // They have all the pages that the first has.
    let mut two = place();
    two.job.shell = one.job.shell.clone();
    two.job.target = one.job.target.clone();
    two.job.force = true;
    two.dist(&SITE).dist(&[("blog/7/index.html", "theirs")]);
    two.job.dry_run = true;
    assert_eq!(two.deploy().await.removed, 0);

    // Somebody else begins while the first is at work, so that what lies there may be theirs.
    let marker = fs::read_to_string(one.target().join(".cms-deployment")).unwrap();
    let theirs = marker.replace("\"deployment\":\"", "\"deployment\":\"x");
    assert_ne!(marker, theirs);
    write(one.folder.path(), &[("theirs", &theirs)]);
    one.dist(&[("index.html", "newer")]);
    let refused = one.refused().await;
    assert!(matches!(refused, DeployError::Overtaken), "{refused}");
    assert_eq!(one.staged().as_deref(), Some("by mistake"));
}
