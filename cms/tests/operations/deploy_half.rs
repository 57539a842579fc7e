//! Deployments that got half way: what of the target and of the CDN must not be taken for done.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use cms::{
    config::{coding::Coding, purge::Cdn},
    deploy::DeployError,
};
use jiff::{Timestamp, ToSpan as _};

use crate::{
    deploy_place::{Place, SITE, place, running_since_2001, tree},
    service::write,
};

const STYLE: &str = "assets/a1.css";
const PAGE: &str = "blog/1/index.html";

/// A remote shell. While there is a file `full`, pages find no room; while there is a file `late`, those that are sent first do. While there is a file `told`, another program has told the CDN
/// of all that was written down before each step. While there is a file `cut`, the line breaks once the page is gone.
fn shell(folder: &Path) -> String {
    let shell = folder.join("shell");
    let at = folder.display();
    let text = format!(
        "#!/bin/sh\nshift\n\
         if [ -e {at}/full ]; then case \"$*\" in *--delay-updates*) exit 11 ;; esac; fi\n\
         if [ -e {at}/late ]; then case \"$*\" in *--delay-updates*) \
         if [ -e {at}/late.too ]; then exit 11; fi; touch {at}/late.too ;; esac; fi\n\
         if [ -e {at}/told ]; then rm -f {at}/data/deploy/*.purge; fi\n\
         \"$@\"; ended=$?\n\
         if [ -e {at}/cut ] && [ ! -e {at}/target/{PAGE} ]; then exit 12; fi\n\
         exit $ended\n"
    );
    fs::write(&shell, text).unwrap();
    fs::set_permissions(&shell, fs::Permissions::from_mode(0o755)).unwrap();
    shell.display().to_string()
}

fn over_the_line() -> Place {
    let mut place = place();
    place.job.shell = Some(shell(place.folder.path()));
    place.job.target = format!("web:{}", place.target().display()).parse().unwrap();
    place.job.purge.purge = Some(Cdn::Bunny);
    place
}

impl Place {
    fn it_is(&self, name: &str) {
        write(self.folder.path(), &[(name, "")]);
    }

    fn it_is_no_more(&self, name: &str) {
        fs::remove_file(self.folder.path().join(name)).unwrap();
    }

    fn list(&self) -> Option<PathBuf> {
        let own = fs::read_dir(self.job.data.join("deploy")).unwrap();
        let mut files = own.map(|entry| entry.unwrap().path());
        files.find(|path| path.extension().is_some_and(|end| end == "purge"))
    }

    /// What the CDN is still to be told.
    fn to_be_told(&self) -> String {
        let list = self.list();
        list.map_or_else(String::new, |list| fs::read_to_string(list).unwrap())
    }
}

/// The pages that name it stayed for as long as there was no room for newer ones.
#[tokio::test]
async fn an_asset_stays_for_a_day_after_the_deployment_that_put_newer_pages_in_place() {
    let place = over_the_line();
    let day = |hours: i64| Timestamp::now() + hours.hours();
    place.dist(&SITE).deploy_at(day(0)).await;
    place.dist(&[
        ("index.html", "home /assets/b2.css"),
        ("assets/b2.css", "b2"),
    ]);
    place.without(STYLE);
    place.it_is("full");
    for hours in [1, 40] {
        let failed = cms::deploy::deploy(&place.job, running_since_2001(day(hours)))
            .await
            .unwrap_err();
        assert!(matches!(failed, DeployError::Rsync { .. }), "{failed}");
        assert_eq!(tree(&place.target())["index.html"], SITE[0].1);
    }
    place.it_is_no_more("full");
    for hours in [80, 103] {
        place.deploy_at(day(hours)).await;
        let found = tree(&place.target());
        assert_eq!(found["index.html"], "home /assets/b2.css");
        assert!(found.contains_key(STYLE), "after {hours} hours");
    }
    place.deploy_at(day(105)).await;
    assert!(!tree(&place.target()).contains_key(STYLE));
}

/// By the record, and where everything is looked at.
#[tokio::test]
async fn new_pages_are_there_before_those_that_lead_to_them() {
    for verify in [false, true] {
        let mut place = over_the_line();
        place.job.verify = verify;
        place.dist(&SITE).deploy().await;
        place.dist(&[
            ("index.html", "newer /blog/2/index.html /zzz/index.html"),
            ("blog/2/index.html", "new"),
            ("zzz/index.html", "new"),
        ]);
        place.it_is("late");
        let refused = place.refused().await;
        assert!(
            matches!(refused, DeployError::Rsync { step, .. } if step == "sending changed pages"),
            "{refused}"
        );
        let found = tree(&place.target());
        assert_eq!(found["index.html"], SITE[0].1);
        assert!(found.contains_key("blog/2/index.html") && found.contains_key("zzz/index.html"));
    }
}

#[tokio::test]
async fn the_cdn_is_told_of_a_page_that_went_after_another_program_told_it() {
    let place = over_the_line();
    place.dist(&SITE).deploy().await;
    place.dist(&[("index.html", "newer")]).without(PAGE);
    place.it_is("told");
    place.deploy().await;
    assert_eq!(place.to_be_told(), format!("{PAGE}\nindex.html\n"));
}

#[tokio::test]
async fn the_cdn_is_told_of_a_page_that_went_in_a_deployment_that_did_not_end() {
    let place = over_the_line();
    place.dist(&SITE).deploy().await;
    place.without(PAGE);
    place.it_is("told");
    place.it_is("cut");
    let cut = place.refused().await;
    assert!(matches!(cut, DeployError::Rsync { code: 12, .. }), "{cut}");
    assert!(place.list().is_none() && !place.target().join(PAGE).exists());
    place.it_is_no_more("told");
    place.it_is_no_more("cut");
    place.deploy().await;
    assert_eq!(place.to_be_told(), format!("{PAGE}\n"));
}

/// Whoever asked for it before it was there was told that there is no such page, and so may the CDN say.
#[tokio::test]
async fn the_cdn_is_told_of_a_page_that_was_to_come_in_a_deployment_that_did_not_end() {
    let place = over_the_line();
    place.dist(&SITE).deploy().await;
    fs::remove_file(place.list().unwrap()).unwrap();
    place.dist(&[("blog/2/index.html", "new")]);
    place.it_is("full");
    place.refused().await;
    assert_eq!(place.to_be_told(), "blog/2/index.html\n");
}

#[tokio::test]
async fn the_cdn_is_told_of_nothing_that_stays_and_of_no_packed_form() {
    let mut place = over_the_line();
    place.job.precompress = vec![Coding::Br, Coding::Gz];
    let long = "<p>One of many.</p>\n".repeat(200);
    place.dist(&SITE).dist(&[("index.html", &long)]);
    place.deploy().await;
    assert!(place.target().join("index.html.br").exists());
    assert_eq!(place.to_be_told(), format!("{PAGE}\nindex.html\n"));
    fs::remove_file(place.list().unwrap()).unwrap();
    // Somebody changed it there, so that it stays when it goes from the site.
    write(&place.target(), &[(PAGE, "by hand")]);
    place.job.verify = true;
    assert_eq!(place.without(PAGE).deploy().await.left_alone, 1);
    assert_eq!(place.to_be_told(), "");
}
