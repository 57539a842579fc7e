//! The way back to an earlier publication.

use std::collections::BTreeMap;
use std::fs;

use generator::releases::{Release, releases};
use generator::{BuildError, ImageMode, Lang};
use proptest::prelude::*;

use crate::images::png;
use crate::kill::assert_whole;
use crate::record::{retired, two_days_later};
use crate::steps::{Step, step, take};
use crate::support::{SiteTest, post};

pub type Files = BTreeMap<String, Vec<u8>>;

/// Every file with its bytes.
pub fn files(site: &SiteTest) -> Files {
    let names = site.state().into_keys();
    let read = |name: String| {
        let bytes = fs::read(site.path("dist").join(&name)).unwrap();
        (name, bytes)
    };
    names.map(read).collect()
}

fn is_blob(name: &str) -> bool {
    name.starts_with("assets/") || name.starts_with("media/")
}

/// What was there is there again, and beside that at most what stays for a day.
#[track_caller]
pub fn assert_back(site: &SiteTest, then: &Files) {
    let now = files(site);
    for (name, bytes) in then {
        assert!(now.get(name) == Some(bytes), "{name} is not what it was");
    }
    let more = now.keys().filter(|name| !then.contains_key(*name));
    let more: Vec<&String> = more.filter(|name| !is_blob(name)).collect();
    assert!(more.is_empty(), "{more:?} were not there");
    assert_whole(&site.path("dist"), "back again");
}

fn known(site: &SiteTest) -> Vec<Release> {
    releases(&site.path("cache")).unwrap()
}

pub fn numbers(site: &SiteTest) -> Vec<u64> {
    known(site).iter().map(|one| one.number).collect()
}

pub fn retitle(site: &mut SiteTest, id: i64, title: &str) {
    site.edit(id, |post| post.title.set(Lang::AZ, title));
    site.build();
}

#[test]
fn an_earlier_publication_is_put_in_place_again_and_the_next_build_goes_on() {
    let mut site = SiteTest::new().posts([post(1), post(2)]);
    site.build();
    let first = files(&site);
    retitle(&mut site, 1, "Dəyişib");
    let second = files(&site);
    site.put([post(3)]);
    site.posts.remove(2);
    site.build();
    let third = files(&site);

    site.restore(1).unwrap();
    assert_back(&site, &first);
    site.restore(2).unwrap();
    assert_back(&site, &second);
    // Also from one that was put in place again, and from another process.
    site.restart();
    site.restore(3).unwrap();
    assert_back(&site, &third);
    site.restore(1).unwrap();

    let told = known(&site);
    let restores: Vec<_> = told.iter().map(|one| one.about.restores).collect();
    let restored = [Some(1), Some(3), Some(2), Some(1), None, None, None];
    assert_eq!(restores, restored);
    assert!(told[0].newest && told[1..].iter().all(|one| !one.newest));
    assert!(told[5].about.addresses.contains(&"/blog/1/".to_owned()));

    site.build();
    assert_back(&site, &third);
    site.assert_same_as_from_nothing();
}

/// Two publications, the first of which stands.
fn standing() -> (SiteTest, Files) {
    let mut site = SiteTest::new().posts([post(1), post(2)]);
    site.build();
    let first = files(&site);
    retitle(&mut site, 1, "Dəyişib");
    site.stand(1).unwrap();
    site.restart();
    (site, first)
}

#[test]
fn what_has_gone_while_an_earlier_publication_stands_is_put_back_where_it_is_kept() {
    let (mut site, first) = standing();
    assert_eq!(site.stand(1).unwrap().written, 0);
    site.restart();
    fs::remove_file(site.path("dist/blog/1/index.html")).unwrap();
    assert_eq!(site.stand(1).unwrap().written, 1);
    assert_back(&site, &first);
    site.restart();
    assert_eq!(site.stand(1).unwrap().written, 0);
    assert_eq!(numbers(&site), [4, 3, 2, 1]);
}

#[test]
fn what_has_gone_while_an_earlier_publication_stands_and_is_not_kept_is_missed_until_the_next_build()
 {
    let (mut site, _) = standing();
    fs::remove_file(site.path("dist/404.html")).unwrap();
    for _ in 0..2 {
        for _ in 0..2 {
            let error = site.stand(1).unwrap_err();
            assert!(
                matches!(&error, BuildError::Lost(1, file) if file == "404.html"),
                "{error}"
            );
            assert!(!error.may_pass());
        }
        site.restart();
    }
    assert_eq!(numbers(&site), [3, 2, 1], "looking is no publication");
    // What a publication did not have is not missed in it.
    fs::remove_file(site.path("dist/blog/1/index.html")).unwrap();
    assert!(matches!(site.stand(1), Err(BuildError::Lost(1, _))));
    site.build();
    site.assert_same_as_from_nothing();
    site.restart();
    site.stand(4).unwrap();
}

#[test]
fn a_site_that_was_emptied_does_not_stand() {
    let (mut site, _) = standing();
    fs::remove_dir_all(site.path("dist")).unwrap();
    fs::create_dir(site.path("dist")).unwrap();
    assert!(matches!(site.stand(1), Err(BuildError::Lost(count, _)) if count > 10));
    site.restart();
    assert!(matches!(site.stand(1), Err(BuildError::Lost(count, _)) if count > 10));
    site.build();
    site.assert_same_as_from_nothing();
}

#[test]
fn what_was_made_again_after_damage_belongs_to_every_publication_that_had_it() {
    let mut site = SiteTest::new().posts([post(1), post(2)]);
    site.build();
    retitle(&mut site, 1, "Dəyişib");
    let second = files(&site);
    retitle(&mut site, 2, "Bu da dəyişib");
    // What a power cut leaves, a page that is gone, and a style that is.
    let dist = site.path("dist");
    let about = dist.join("en/about/index.html");
    fs::write(
        &about,
        vec![0; fs::metadata(&about).unwrap().len() as usize],
    )
    .unwrap();
    fs::remove_file(dist.join("en/faq/index.html")).unwrap();
    let style = second.keys().find(|name| name.starts_with("assets/main-"));
    fs::remove_file(dist.join(style.unwrap())).unwrap();
    site.restart();
    site.build();
    site.assert_same_as_from_nothing();
    site.restore(2).unwrap();
    assert_back(&site, &second);
    assert!(!retired(&site).contains(style.unwrap()));
}

#[test]
fn only_what_differs_is_written() {
    let mut site = SiteTest::new().posts((1..=40).map(post));
    site.build();
    let changed = {
        retitle(&mut site, 40, "Dəyişib");
        known(&site)[0].about.files
    };
    assert!(changed < 40, "{changed}");
    let report = site.restore(1).unwrap();
    assert_eq!(report.written, changed);
    assert_eq!(site.build().written, changed);
    assert_eq!(site.build().written, 0);
}

#[test]
fn what_a_way_back_that_stood_for_days_left_out_is_there_after_the_next_build() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.build();
    site.images.0.insert(7, png(60, 30).into());
    site.edit(1, |post| post.image_id = Some(7));
    site.build();
    let second = files(&site);
    site.restore(1).unwrap();
    two_days_later(&mut site);
    site.build();
    assert_back(&site, &second);
    site.assert_same_as_from_nothing();
}

#[test]
fn what_had_expired_since_comes_back() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.images.0.insert(7, png(60, 30).into());
    site.edit(1, |post| post.image_id = Some(7));
    site.build();
    let first = files(&site);
    site.edit(1, |post| post.image_id = None);
    site.build();
    two_days_later(&mut site);
    assert_eq!(site.build().removed, 3);
    assert_eq!(numbers(&site), [2, 1], "removing it is no publication");
    site.restore(1).unwrap();
    assert_back(&site, &first);
    site.build();
    site.assert_same_as_from_nothing();
}

#[test]
fn variants_that_come_later_belong_to_the_publication_of_their_picture() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.mode = ImageMode::Background;
    site.revision = Some(1);
    site.build();
    let first = files(&site);
    site.images.0.insert(7, png(900, 300).into());
    site.edit(1, |post| post.image_id = Some(7));
    site.revision = Some(2);
    assert_eq!(site.build().images_pending, 1);
    // Also when the program was restarted before they were made.
    site.restart();
    site.build();
    let pending = site.generator().pending_images();
    pending.encode(&site.images).unwrap();
    assert!(site.build().written > 0);
    assert_eq!(numbers(&site), [2, 1]);
    // What was read again and is as it was is no news.
    site.reload().unwrap();
    site.edit(1, |post| post.image_id = None);
    site.build();
    assert_eq!(numbers(&site), [2, 1]);
    site.edit(1, |post| post.image_id = Some(7));
    site.build();
    // Templates that changed are something else.
    site.change("templates/styles/base.css", "body", "html body");
    site.reload().unwrap();
    site.build();
    assert_eq!(numbers(&site), [3, 2, 1]);
    site.restore(1).unwrap();
    assert_back(&site, &first);
}

#[test]
fn a_build_that_failed_halfway_is_one_publication_with_the_one_that_completes_it() {
    let mut site = SiteTest::new().posts([post(1), post(2)]);
    site.build();
    let first = files(&site);
    // New pages come first: this one cannot, those that changed stay for the next build.
    site.write("dist/blog/3/index.html/in-the-way", "");
    site.put([post(3)]);
    retitle_only(&mut site, 1);
    assert!(site.try_build().is_err());
    assert_eq!(numbers(&site), [1], "nothing is told of what is not whole");
    fs::remove_dir_all(site.path("dist/blog/3")).unwrap();
    site.restart();
    site.build();
    assert_eq!(numbers(&site), [2, 1]);
    site.restore(1).unwrap();
    assert_back(&site, &first);
}

fn retitle_only(site: &mut SiteTest, id: i64) {
    site.edit(id, |post| post.title.set(Lang::AZ, "Dəyişib"));
}

#[test]
fn what_is_kept_is_looked_at_before_anything_moves() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.build();
    retitle(&mut site, 1, "Dəyişib");
    let second = files(&site);
    let kept = fs::read_dir(site.path("cache/releases/2")).unwrap();
    let kept = kept.map(|entry| entry.unwrap().path());
    let page = kept
        .into_iter()
        .find(|path| path.extension().is_none())
        .unwrap();
    let bytes = fs::read(&page).unwrap();
    fs::remove_file(&page).unwrap();
    fs::write(&page, [&bytes[1..], b"!"].concat()).unwrap();
    let refused = site.restore(1).unwrap_err().to_string();
    assert!(refused.contains("other bytes"), "{refused}");
    assert_eq!(files(&site), second);
}

#[test]
fn of_a_site_that_was_emptied_nothing_leads_back() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.build();
    retitle(&mut site, 1, "Dəyişib");
    site.restart();
    fs::remove_dir_all(site.path("dist")).unwrap();
    site.build();
    assert_eq!(numbers(&site), [1]);
    assert_eq!(
        fs::read_dir(site.path("cache/releases")).unwrap().count(),
        1
    );
    assert!(site.restore(2).is_err());
}

/// What changes `dist` or its record behind the program's back: what was there before is then not known for certain.
fn is_foul(step: &Step) -> bool {
    matches!(
        step,
        Step::LoseCache
            | Step::LoseRecord
            | Step::OldRecord
            | Step::Upgrade
            | Step::Other
            | Step::Vandalise { .. }
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, max_shrink_iters: 30, ..ProptestConfig::default() })]

    #[test]
    fn any_publication_comes_back_after_any_steps(
        steps in prop::collection::vec((step(), any::<bool>()), 2..12),
        goals in prop::collection::vec(any::<prop::sample::Index>(), 1..4),
    ) {
        let mut site = SiteTest::new().posts((1..=6).map(post));
        for (id, height) in [(1, 7), (2, 8)] {
            site.images.0.insert(id, png(8, height).into());
        }
        let mut next_id = 7;
        site.build();
        let mut states = BTreeMap::from([(1, files(&site))]);
        let fair = !steps.iter().any(|(step, _)| is_foul(step));
        for (step, again) in &steps {
            take(&mut site, step, &mut next_id);
            let outside = matches!(
                step,
                Step::Content { .. } | Step::Words { .. } | Step::Template { .. } | Step::Style { .. } | Step::Speak { .. }
            );
            prop_assert!(!outside || site.reload().is_ok());
            if *again {
                site.restart();
            }
            site.build();
            site.tidy();
            states.insert(numbers(&site)[0], files(&site));
        }
        for goal in goals {
            let back: Vec<u64> = numbers(&site)[1..].to_vec();
            let number = if back.is_empty() { continue } else { back[goal.index(back.len())] };
            let Some(then) = states.get(&number).cloned() else { continue };
            // What was on its way out then may be gone.
            let back = site.restore(number);
            prop_assert!(back.is_ok() || !fair);
            let now = files(&site);
            for (name, bytes) in then.iter().filter(|(name, _)| fair && !is_blob(name)) {
                prop_assert!(now.get(name) == Some(bytes), "{} is not what it was", name);
            }
            if fair {
                assert_whole(&site.path("dist"), "back again");
            }
            states.insert(numbers(&site)[0], now);
        }
        site.build();
        site.assert_same_as_from_nothing();
    }
}
