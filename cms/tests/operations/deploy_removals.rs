//! What a deployment removes and replaces, and above all what not.

use std::{fs, os::unix::fs::symlink, path::Path};

use cms::{config::target::TargetError, deploy::DeployError};

use crate::{
    deploy_place::{Place, SITE, now, place, tree},
    service::write,
};

/// Another CMS with its own data and the same target.
fn another(place: &Place) -> Place {
    let mut other = crate::deploy_place::place();
    other.job.target = place.job.target.clone();
    other
}

/// It cannot be read where the target is a file system of its own, and rsync would fail of that each time.
#[tokio::test]
async fn a_look_at_everything_leaves_out_what_the_file_system_keeps() {
    let place = place();
    write(&place.target(), &[("lost+found/#12", "inode")]);
    assert_eq!(place.dist(&SITE).deploy().await.left_alone, 0);
    assert_eq!(tree(&place.target())["lost+found/#12"], "inode");
}

#[tokio::test]
async fn a_first_deployment_leaves_everything_else_alone() {
    let mut place = place();
    let theirs = [
        ("letters/mother.txt", "dear"),
        ("blog/1/notes.txt", "mine"),
        (".well-known/acme", "token"),
    ];
    write(&place.target(), &theirs);
    place.job.force = true;
    let outcome = place.dist(&SITE).deploy().await;
    assert_eq!((outcome.removed, outcome.left_alone), (0, 2));
    place.without("blog/1/index.html").deploy().await;
    let found = tree(&place.target());
    for (path, text) in theirs {
        assert_eq!(found[path], text);
    }
    assert!(!found.contains_key("blog/1/index.html"));
}

#[tokio::test]
async fn files_of_others_are_replaced_only_by_force() {
    let mut place = place();
    write(&place.target(), &[("index.html", "another site")]);
    let refused = place.dist(&SITE).refused().await;
    assert!(
        matches!(&refused, DeployError::Occupied { count: 1, example } if example == "index.html"),
        "{refused}"
    );
    assert!(refused.needs_a_person());
    place.job.dry_run = true;
    let shown = place.deploy().await;
    assert!(shown.refused.is_some());
    let line = "*replacing, of others index.html".to_owned();
    assert!(shown.changes.contains(&line), "{:?}", shown.changes);
    assert_eq!(tree(&place.target()).len(), 1, "a refusal touches nothing");
    place.job.dry_run = false;
    place.job.force = true;
    place.deploy().await;
    assert_eq!(tree(&place.target())["index.html"], SITE[0].1);
}

#[tokio::test]
async fn a_file_in_the_place_of_a_folder_is_refused_whatever_is_forced() {
    let mut place = place();
    write(&place.target(), &[("blog", "a file")]);
    place.job.force = true;
    let refused = place.dist(&SITE).refused().await;
    assert!(
        matches!(&refused, DeployError::Blocked(path) if path == "blog"),
        "{refused}"
    );
    assert!(!refused.needs_a_person(), "it is tried again");
    assert_eq!(tree(&place.target())["blog"], "a file");
}

#[tokio::test]
async fn what_was_changed_since_is_not_removed_but_mended() {
    let mut place = place();
    place.dist(&SITE).deploy().await;
    place.job.verify = true;
    write(
        &place.target(),
        &[
            ("index.html", "defaced"),
            ("blog/1/index.html", "edited by hand"),
        ],
    );
    let outcome = place.without("blog/1/index.html").deploy().await;
    assert_eq!(
        (outcome.sent, outcome.removed, outcome.left_alone),
        (1, 0, 1)
    );
    let found = tree(&place.target());
    assert_eq!(found["index.html"], SITE[0].1);
    assert_eq!(found["blog/1/index.html"], "edited by hand");
}

/// Also a copy of ours that they made: it looks as what we put there did.
#[tokio::test]
async fn what_others_put_in_the_place_of_a_page_that_went_is_theirs() {
    let mut place = place();
    let page = "blog/1/index.html";
    place.dist(&SITE).deploy().await;
    let ours = fs::metadata(place.job.dist.join(page)).unwrap();
    assert_eq!(place.without(page).deploy().await.removed, 1);
    write(&place.target(), &[(page, SITE[1].1)]);
    let theirs = fs::File::options()
        .write(true)
        .open(place.target().join(page))
        .unwrap();
    theirs.set_modified(ours.modified().unwrap()).unwrap();
    place.job.verify = true;
    let outcome = place.deploy().await;
    assert_eq!((outcome.removed, outcome.left_alone), (0, 1));
    for verify in [true, false] {
        place.job.verify = verify;
        let refused = place.dist(&[(page, "another post")]).refused().await;
        assert!(
            matches!(&refused, DeployError::Occupied { count: 1, example } if example == page),
            "{refused}"
        );
    }
    assert_eq!(tree(&place.target())[page], SITE[1].1);
}

#[tokio::test]
async fn without_a_whole_record_nothing_is_removed_and_the_next_deployment_heals() {
    let former = r#"{"pages":2,"at":1,"assets":["assets/a1.css"],"retired":{}}"#;
    for broken in [
        None,
        Some(""),
        Some("{\"format\":2,\"pa"),
        Some("garbage"),
        Some(former),
    ] {
        let place = place();
        place
            .dist(&SITE)
            .dist(&[("old.html", "old")])
            .deploy()
            .await;
        match broken {
            None => fs::remove_file(place.record()).unwrap(),
            Some(text) => fs::write(place.record(), text).unwrap(),
        }
        let outcome = place
            .without("old.html")
            .dist(&[("index.html", "newer")])
            .deploy()
            .await;
        assert_eq!((outcome.removed, outcome.left_alone), (0, 1), "{broken:?}");
        assert_eq!(tree(&place.target())["old.html"], "old");
        assert_eq!(tree(&place.target())["index.html"], "newer");
        place.without("blog/1/index.html").deploy().await;
        assert!(
            !place.target().join("blog").exists(),
            "{broken:?}: it knows again what is its own"
        );
    }
}

#[tokio::test]
async fn the_record_of_a_former_release_lets_its_pages_be_replaced_and_nothing_be_removed() {
    let place = place();
    place
        .dist(&SITE)
        .dist(&[("old.html", "old")])
        .deploy()
        .await;
    fs::remove_file(place.target().join(".cms-deployment")).unwrap();
    fs::remove_file(place.job.data.join("deploy/owner")).unwrap();
    fs::write(
        place.record(),
        r#"{"pages":3,"at":1,"assets":[],"retired":{}}"#,
    )
    .unwrap();
    let outcome = place
        .without("old.html")
        .dist(&[("index.html", "newer")])
        .deploy()
        .await;
    assert_eq!(
        (outcome.sent, outcome.removed, outcome.left_alone),
        (1, 0, 1)
    );
}

#[tokio::test]
async fn two_that_deploy_to_one_target_notice_each_other() {
    let one = place();
    one.dist(&SITE).deploy().await;
    let mut two = another(&one);
    two.dist(&[("index.html", "two"), ("two.html", "two")]);
    let refused = two.refused().await;
    assert!(
        matches!(refused, DeployError::OtherOwner(Some(_))),
        "{refused}"
    );
    assert_eq!(tree(&one.target())["index.html"], SITE[0].1);

    two.job.force = true;
    assert_eq!(two.deploy().await.removed, 0);
    assert!(
        one.target().join("blog/1/index.html").exists(),
        "files of the other stay"
    );
    assert!(matches!(one.refused().await, DeployError::OtherOwner(_)));
}

#[tokio::test]
async fn a_copy_of_the_data_folder_is_another_one() {
    let one = place();
    one.dist(&SITE).deploy().await;
    let two = another(&one);
    let own = |place: &Place| place.job.data.join("deploy");
    fs::create_dir_all(own(&two)).unwrap();
    for file in [one.record(), own(&one).join("owner")] {
        fs::copy(&file, own(&two).join(file.file_name().unwrap())).unwrap();
    }
    two.dist(&[("index.html", "two")]).deploy().await;
    assert!(
        matches!(one.refused().await, DeployError::OtherOwner(_)),
        "its record is not the last one"
    );
}

/// A copy of the target is put back that is several deployments old.
#[tokio::test]
async fn an_older_state_of_ours_is_ours() {
    let place = place();
    place.dist(&SITE).dist(&[("gone.html", "")]).deploy().await;
    let copy = place.folder.path().join("copy");
    let marker = ".cms-deployment";
    fs::create_dir(&copy).unwrap();
    let put = |from: &Path, to: &Path| {
        for name in ["index.html", "gone.html", marker] {
            fs::copy(from.join(name), to.join(name)).unwrap();
        }
    };
    put(&place.target(), &copy);
    place.without("gone.html");
    for text in ["two", "three", "four"] {
        place.dist(&[("index.html", text)]).deploy().await;
    }
    put(&copy, &place.target());
    let outcome = place.deploy().await;
    assert_eq!(tree(&place.target())["index.html"], "four");
    // It went before the copy came: nobody knows any more what we had put there.
    assert_eq!(
        (outcome.sent, outcome.removed, outcome.left_alone),
        (1, 0, 1)
    );
    assert_eq!(place.without("blog/1/index.html").deploy().await.removed, 1);
}

#[tokio::test]
async fn a_lost_marker_costs_one_round_without_removals() {
    let place = place();
    place.dist(&SITE).deploy().await;
    fs::remove_file(place.target().join(".cms-deployment")).unwrap();
    place.without("blog/1/index.html");
    assert_eq!(place.deploy().await.removed, 0);
    assert_eq!(place.deploy().await.removed, 1);
}

#[tokio::test]
async fn links_on_the_target_lead_nowhere() {
    let mut place = place();
    place.dist(&SITE).deploy().await;
    let outside = place.folder.path().join("outside");
    fs::rename(place.target().join("blog/1"), &outside).unwrap();
    symlink(&outside, place.target().join("blog/1")).unwrap();
    place.dist(&[("blog/1/index.html", "another post")]);
    for (force, verify) in [(false, false), (false, true), (true, false), (true, true)] {
        (place.job.force, place.job.verify) = (force, verify);
        let refused = place.refused().await;
        assert!(
            matches!(&refused, DeployError::Blocked(path) if path == "blog/1"),
            "{refused}"
        );
    }
    place.without("blog/1/index.html");
    place.job.dry_run = true;
    for verify in [true, false] {
        place.job.verify = verify;
        assert_eq!(place.deploy().await.removed, 0);
        place.job.dry_run = false;
    }
    assert_eq!(
        fs::read_to_string(outside.join("index.html")).unwrap(),
        "post"
    );
}

#[tokio::test]
async fn more_removals_than_allowed_are_refused() {
    let mut place = place();
    place
        .dist(&SITE)
        .dist(&[("a.html", ""), ("b.html", "")])
        .deploy()
        .await;
    place.without("a.html").without("b.html");
    place.job.force = true;
    for allowed in [0, 1] {
        place.job.max_delete = Some(allowed);
        let refused = place.refused().await;
        assert!(
            matches!(refused, DeployError::TooManyRemovals { count: 2, .. }),
            "{refused}"
        );
        assert!(refused.to_string().contains("--max-delete 2"), "{refused}");
    }
    place.job.dry_run = true;
    let shown = place.deploy().await;
    for name in ["a.html", "b.html"] {
        let line = format!("*deleting   {name}");
        assert!(shown.changes.contains(&line), "{:?}", shown.changes);
    }
    assert!(shown.refused.unwrap().contains("--max-delete 2"));
    place.job.dry_run = false;
    assert!(place.target().join("a.html").exists());
    place.job.max_delete = Some(2);
    assert_eq!(place.deploy().await.removed, 2);
}

#[tokio::test]
async fn a_target_that_is_somebody_elses_is_refused_whatever_is_forced() {
    let mut place = place();
    place.job.force = true;
    place.dist(&SITE);
    let at = |name: &str| place.folder.path().join(name);
    symlink(at("dist"), at("link")).unwrap();
    for target in [
        at("."),
        at("data/www"),
        at("dist"),
        at("link/../dist/sub"),
        at("content"),
        at("templates/x"),
    ] {
        let mut job = place.job.clone();
        job.target = target.to_str().unwrap().parse().unwrap();
        let refused = cms::deploy::deploy(&job, now()).await.unwrap_err();
        assert!(
            matches!(&refused, DeployError::Target(TargetError::Overlap { .. })),
            "{}: {refused}",
            target.display()
        );
    }
    assert!(!at("data").exists() && at("dist/index.html").exists());
}

/// Dropping the future is how the service stops.
#[tokio::test]
async fn a_deployment_given_up_half_way_leaves_a_record_that_the_next_one_can_use() {
    let place = place();
    place.dist(&SITE).deploy().await;
    place.dist(&[("index.html", "newer"), ("new.html", "new")]);
    {
        let round = place.deploy();
        tokio::pin!(round);
        while !fs::read_to_string(place.record())
            .unwrap()
            .contains("new.html")
        {
            tokio::select! {
                biased;
                _ = &mut round => break,
                () = tokio::task::yield_now() => {}
            }
        }
    }
    place.without("new.html");
    loop {
        match cms::deploy::deploy(&place.job, now()).await {
            // The step that was under way ends by itself.
            Err(DeployError::Busy) => tokio::task::yield_now().await,
            done => {
                done.unwrap();
                break;
            }
        }
    }
    assert_eq!(tree(&place.target())["index.html"], "newer");
    assert!(!place.target().join("new.html").exists());
}
