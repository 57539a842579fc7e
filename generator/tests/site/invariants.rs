//! Invariants 1-3 of design.md.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use generator::{Category, ImageMode, Lang};
use proptest::prelude::*;

use crate::steps::{Step, step, take};
use crate::support::{SiteTest, post};

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, max_shrink_iters: 30, ..ProptestConfig::default() })]

    #[test]
    fn incremental_is_full_and_unchanged_files_stay(
        // Short lists, lists that are about to get an archive, and long ones.
        count in prop_oneof![1 => Just(7_i64), 1 => 45..51_i64, 2 => 60..140_i64],
        steps in prop::collection::vec(step(), 1..14),
    ) {
        let mut site = SiteTest::new().posts((1..=count).map(post));
        for (id, height) in [(1, 7), (2, 8), (3, 9)] {
            site.images.0.insert(id, crate::images::png(8, height).into());
        }
        // Old addresses that some of the posts take over, and leave again.
        let rules = ["", "/en", "/ru", "/de"].map(|prefix| {
            let of_post = |id| format!("[[redirects]]\nfrom = '{prefix}/blog/{id}/x/'\nto = '/faq/'\nstatus = 301\n");
            (1..=7).map(of_post).collect::<String>()
        });
        site.write("content/redirects.toml", &rules.concat());
        let mut next_id = count + 1;
        site.build();
        for step in &steps {
            let before = site.state();
            take(&mut site, step, &mut next_id);
            let outside = matches!(
                step,
                Step::Content { .. } | Step::Words { .. } | Step::Template { .. } | Step::Style { .. } | Step::Speak { .. }
            );
            if outside && site.reload().is_err() {
                panic!("the change should be valid");
            }
            site.build();
            if !matches!(step, Step::Vandalise { .. } | Step::Upgrade) {
                for (name, file) in &site.state() {
                    if let Some(old) = before.get(name).filter(|old| old.bytes == file.bytes) {
                        prop_assert_eq!(old, file, "{} was rewritten", name);
                    }
                }
            }
            site.assert_same_as_from_nothing();
        }
    }
}

#[test]
fn two_full_builds_are_identical() {
    let mut site = SiteTest::new().posts((1..=11).map(post));
    site.build();
    site.assert_same_as_from_nothing();
}

#[test]
fn pages_are_counted_without_what_stands_beside_them() {
    let mut site = SiteTest::new().posts((1..=5).map(post));
    let pages = |site: &SiteTest| {
        let state = site.state();
        state.keys().filter(|file| file.ends_with(".html")).count()
    };
    let first = site.build().total;
    assert_eq!(first.pages, pages(&site));
    assert!(first.files > first.pages, "{first:?}");
    site.put([post(6), post(7)]);
    let more = site.build().total;
    assert_eq!(more.pages, pages(&site));
    assert!(more.pages > first.pages, "{more:?}");
    site.posts.remove(7);
    assert_eq!(site.build().total.pages, pages(&site));
    let back = site.restore(1).unwrap().total;
    assert_eq!(back.pages, pages(&site));
}

#[test]
fn a_build_without_changes_does_nothing() {
    let mut site = SiteTest::new().posts((1..=5).map(post));
    let first = site.build();
    assert_eq!(first.rendered, first.total.files);
    let again = site.build();
    assert_eq!((again.rendered, again.written, again.removed), (0, 0, 0));
    site.restart();
    let restarted = site.build();
    assert_eq!(
        (restarted.rendered, restarted.written, restarted.removed),
        (0, 0, 0)
    );
}

#[test]
fn an_edit_at_any_place_of_a_short_category_reaches_all_that_show_the_post() {
    // A post is shown by those before it, and at the end of its category by those behind it too.
    for count in 2..=5 {
        let mut site = SiteTest::new().posts((1..=count).map(post));
        site.build();
        for id in 1..=count {
            site.edit(id, |post| post.title.set(Lang::AZ, format!("Yeni {id}")));
            site.build();
            site.assert_same_as_from_nothing();
        }
    }
}

#[test]
fn an_edit_touches_few_pages() {
    let mut site = SiteTest::new().posts((1..=60).map(post));
    site.build();
    site.edit(30, |post| post.content.set(Lang::EN, "<p>New</p>"));
    assert_eq!(site.build().written, 1);
    site.edit(60, |post| post.title.set(Lang::EN, "New"));
    // Its page, two lists, home, three feeds, a shard of the search data and its filter, its service, and the post beside it.
    assert_eq!(site.build().written, 11);
}

/// Of a thousand posts as of a hundred thousand: what a change costs depends on its neighbourhood alone. In builds with
/// debug assertions each plan is compared with that of everything, so these steps test planning as well.
#[test]
fn whatever_happens_to_a_post_touches_few_files() {
    let mut site = SiteTest::new().posts((1..=700).map(post));
    for id in 1..=700 {
        site.edit(id, |post| {
            post.category = Category::USUAL[(id * id % 6) as usize]
        });
    }
    site.build();
    let mut most = 0;
    let mut cost = |site: &mut SiteTest, change: &mut dyn FnMut(&mut SiteTest)| {
        change(site);
        let report = site.build();
        most = most.max(report.written + report.removed);
        report.written + report.removed
    };
    for round in 0..12_i64 {
        let created = cost(&mut site, &mut |site| site.put([post(701 + round)]));
        let at = 20 + round * 53;
        let moved = cost(&mut site, &mut |site| {
            let own = site.posts.set[&at].category;
            let index = Category::USUAL.iter().position(|id| *id == own);
            let index = index.expect("usual");
            site.edit(at, |post| post.category = Category::USUAL[(index + 1) % 6]);
        });
        let featured = cost(&mut site, &mut |site| {
            let mut ids: Vec<i64> = site.posts.set.keys().copied().collect();
            ids.retain(|id| site.posts.set[id].featured || *id == at + 7);
            for id in ids {
                site.edit(id, |post| post.featured = id == at + 7);
            }
        });
        let deleted = cost(&mut site, &mut |site| site.posts.remove(at + 11));
        println!("{round}: {created} {moved} {featured} {deleted}");
    }
    assert!(most <= 60, "{most} files");
    site.assert_same_as_from_nothing();
}

#[test]
fn a_failed_build_leaves_everything_as_it_was() {
    let mut site = SiteTest::new().posts((1..=5).map(post));
    site.build();
    let before = site.state();
    site.change(
        "templates/pages/post.html",
        "{{ post.title }}",
        "{{ post.titel }}",
    );
    site.reload().unwrap();
    let errors = site.errors();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(
        errors[0].starts_with("templates/pages/post.html:3: error:"),
        "{errors:?}"
    );
    assert_eq!(site.state(), before);
    site.change(
        "templates/pages/post.html",
        "{{ post.titel }}",
        "{{ post.title }}!",
    );
    site.reload().unwrap();
    site.build();
    site.assert_same_as_from_nothing();
}

#[test]
fn a_broken_reload_keeps_the_old_set() {
    let mut site = SiteTest::new().posts((1..=2).map(post));
    site.build();
    site.write("content/az/ui.toml", "[nav\n");
    assert!(site.reload().is_err());
    site.edit(1, |post| post.title.set(Lang::AZ, "Yeni başlıq"));
    site.build();
    site.assert_file("blog/1/index.html", "Yeni başlıq");
}

#[test]
fn a_folder_that_is_not_a_site_is_not_emptied() {
    let mut site = SiteTest::new();
    site.write("dist/thesis.txt", "years of work");
    assert!(site.errors()[0].contains("not generated"));
    assert!(site.exists("thesis.txt"));
}

/// Invariant 2: a reader that looks all the time sees only whole pages whose references exist.
#[test]
fn dist_is_never_seen_broken() {
    let mut site = SiteTest::new().posts((1..=12).map(post));
    site.build();
    let dist = site.path("dist");
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut looks = 0;
            while !stop.load(Ordering::Relaxed) {
                looks += look(&dist);
            }
            looks
        });
        for round in 0..12_i64 {
            site.edit(1 + round % 5, |post| {
                post.title.set(Lang::EN, format!("Round {round}"))
            });
            site.put([post(100 + round)]);
            if round > 2 {
                site.posts.remove(97 + round);
            }
            site.write(
                "templates/styles/base.css",
                &format!("body {{ margin: {round}px }}"),
            );
            site.reload().unwrap();
            site.build();
        }
        stop.store(true, Ordering::Relaxed);
        assert!(reader.join().unwrap() > 0);
    });
}

fn look(dist: &std::path::Path) -> usize {
    let mut seen = 0;
    for name in [
        "index.html",
        "en/index.html",
        "blog/index.html",
        "en/blog/index.html",
    ] {
        let html = std::fs::read_to_string(dist.join(name)).expect("pages stay");
        assert!(html.trim_end().ends_with("</html>"), "{name} is not whole");
        let references: BTreeSet<&str> = html
            .split(['"', '\''])
            .filter(|part| part.starts_with('/') && !part.starts_with("//"))
            .collect();
        for reference in references {
            let file = if reference.ends_with('/') {
                format!("{reference}index.html")
            } else {
                reference.to_owned()
            };
            let there = dist.join(file.trim_start_matches('/')).exists();
            // The page may have been replaced meanwhile; then it no longer refers to what is gone.
            let current = std::fs::read_to_string(dist.join(name)).expect("pages stay");
            assert!(
                there || current != html,
                "{name} refers to {reference}, which is missing"
            );
            seen += 1;
        }
    }
    seen
}

#[test]
fn background_pictures_end_as_waiting_ones() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.mode = ImageMode::Background;
    site.images.0.insert(1, crate::images::png(600, 300).into());
    site.edit(1, |post| post.image_id = Some(1));
    let report = site.build();
    assert_eq!(report.images_pending, 1);
    site.assert_file("en/blog/1/index.html", "/media/");
    let done = site
        .generator()
        .pending_images()
        .encode(&site.images)
        .unwrap();
    assert_eq!(done, 1);
    assert_eq!(site.build().images_pending, 0);
    site.assert_file("en/blog/1/index.html", "image/avif");
    site.assert_same_as_from_nothing();
}
