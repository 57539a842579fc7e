//! Nothing of a working copy ever reaches `dist`, whatever happens to the posts in whatever order; and a publication is one
//! transaction.

use std::{collections::BTreeMap, path::Path};

use proptest::{
    prelude::*,
    strategy::ValueTree as _,
    test_runner::{Config, TestRunner},
};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    languages::{GERMAN, in_languages},
    support::{Draft, Session, nothing},
};

/// Those of the specification, and one that the store keeps elsewhere.
const LANGUAGES: [&str; 4] = ["az", "en", "ru", "de"];

/// What staff do to one of a few posts.
#[derive(Debug, Clone)]
enum Step {
    Create,
    Begin,
    Save(i64, usize, bool),
    SaveAll(i64),
    Publish(i64, Vec<&'static str>),
    Unpublish(i64, Vec<&'static str>),
    Plan(i64),
    Discard(i64),
    Delete(i64),
    TakeBack(i64),
    Restore(i64, i64),
    Forget(i64),
}

fn step() -> impl Strategy<Value = Step> {
    // One of the last few posts, whatever their numbers are.
    let post = || 0..4_i64;
    let some = || prop::sample::subsequence(LANGUAGES.to_vec(), 1..=4);
    prop_oneof![
        1 => Just(Step::Create),
        1 => Just(Step::Begin),
        6 => (post(), 0..4_usize, any::<bool>()).prop_map(|(post, lang, auto)| Step::Save(post, lang, auto)),
        1 => post().prop_map(Step::SaveAll),
        4 => (post(), some()).prop_map(|(post, languages)| Step::Publish(post, languages)),
        2 => (post(), some()).prop_map(|(post, languages)| Step::Unpublish(post, languages)),
        1 => post().prop_map(Step::Plan),
        1 => post().prop_map(Step::Discard),
        1 => post().prop_map(Step::Delete),
        1 => post().prop_map(Step::TakeBack),
        2 => (post(), 1..8_i64).prop_map(|(post, number)| Step::Restore(post, number)),
        1 => post().prop_map(Step::Forget),
    ]
}

/// A word that is nowhere else.
fn word(count: &mut usize) -> String {
    *count += 1;
    format!("sirr{count:05}x")
}

fn whole(word: &str) -> Draft {
    LANGUAGES.iter().fold(Draft::new(word), |draft, lang| {
        draft
            .with(&format!("title_{lang}"), &format!("{word} {lang}"))
            .with(&format!("content_{lang}"), &format!("<p>{word} {lang}</p>"))
    })
}

async fn take(admin: &Session<'_>, step: &Step, posts: &mut Vec<i64>, count: &mut usize) -> u16 {
    let known = posts.clone();
    let number = |index: &i64| {
        let index = usize::try_from(*index).unwrap();
        known.iter().rev().nth(index).copied().unwrap_or(99)
    };
    let post = |method: Method, index: &i64, rest: &str| admin.of_post(method, number(index), rest);
    let answer = match step {
        Step::Create => admin.create(whole(&word(count))).await,
        Step::Begin => {
            let request = admin.request(Method::POST, "/api/blog/drafts/");
            request
                .multipart(whole(&word(count)).form())
                .send()
                .await
                .unwrap()
        }
        Step::Save(id, lang, automatic) => {
            let (lang, word) = (LANGUAGES[*lang], word(count));
            let form = nothing()
                .with(&format!("title_{lang}"), &word)
                .with(&format!("content_{lang}"), &format!("<p>{word}</p>"))
                .with("author", &word)
                .with("automatic", &automatic.to_string());
            admin.save(number(id), form).await
        }
        Step::SaveAll(id) => admin.update(number(id), whole(&word(count))).await,
        Step::Publish(id, languages) => admin.publish(number(id), languages).await,
        Step::Unpublish(id, languages) => admin.unpublish(number(id), languages).await,
        Step::Plan(id) => {
            let body = json!({"at": "2999-01-01T00:00:00Z"});
            admin.post_json(number(id), "publish/", body).await
        }
        Step::Discard(id) => post(Method::DELETE, id, "draft/").send().await.unwrap(),
        Step::Delete(id) => admin.delete(number(id)).await,
        Step::TakeBack(id) => {
            let path = format!("/api/blog/trash/{}/restore/", number(id));
            admin.request(Method::POST, &path).send().await.unwrap()
        }
        Step::Restore(id, number) => {
            let rest = format!("revisions/{number}/restore/");
            post(Method::POST, id, &rest).send().await.unwrap()
        }
        Step::Forget(id) => {
            let path = format!("/api/blog/trash/{}/", number(id));
            admin.request(Method::DELETE, &path).send().await.unwrap()
        }
    };
    let status = answer.status().as_u16();
    if status == 201 {
        let post: Value = answer.json().await.unwrap();
        posts.push(post["id"].as_i64().unwrap());
    }
    status
}

/// Every word of ours in a folder, with a file that has it.
fn words_in(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in walkdir::WalkDir::new(folder).into_iter().flatten() {
        let Ok(text) = std::fs::read_to_string(entry.path()) else {
            continue;
        };
        for (at, _) in text.match_indices("sirr") {
            if let Some(word) = text.get(at..at + 10) {
                found.insert(word.to_owned(), entry.path().display().to_string());
            }
        }
    }
    found
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("sirr")
        .filter_map(|(at, _)| text.get(at..at + 10))
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_a_working_copy_reaches_the_site() {
    let app = in_languages(GERMAN).await;
    let admin = app.sign_in().await;
    let mut runner = TestRunner::new(Config::default());
    let (mut count, mut posts) = (0, Vec::new());
    let mut tally = BTreeMap::<u16, usize>::new();
    for first in [Step::Create, Step::Begin, Step::Begin] {
        assert_eq!(take(&admin, &first, &mut posts, &mut count).await, 201);
    }
    let enough = |tally: &BTreeMap<u16, usize>| tally.get(&200).is_some_and(|count| *count > 30);
    // A walk that forgets its posts early does little until it has made others: it goes on.
    for round in 0..36 {
        if round >= 12 && enough(&tally) {
            break;
        }
        let steps = prop::collection::vec(step(), 12)
            .new_tree(&mut runner)
            .unwrap()
            .current();
        for step in &steps {
            let before: Value = app.get_json("/api/blog/posts/").await;
            let status = take(&admin, step, &mut posts, &mut count).await;
            *tally.entry(status).or_default() += 1;
            assert!(
                matches!(status, 200..=204 | 404 | 422),
                "{step:?}: {status}"
            );
            let quiet = matches!(
                step,
                Step::Begin
                    | Step::Save(..)
                    | Step::Plan(_)
                    | Step::Discard(_)
                    | Step::Restore(..)
                    | Step::Forget(_)
            );
            if quiet || status >= 400 {
                assert_eq!(
                    app.get_json("/api/blog/posts/").await,
                    before,
                    "{step:?} {status}"
                );
            }
        }
        app.until_live().await;
        let live = app.get_json("/api/blog/posts/").await.to_string();
        let live: Vec<&str> = words_of(&live).collect();
        for (word, file) in words_in(&app.dir.path().join("dist")) {
            assert!(
                live.contains(&word.as_str()),
                "round {round}: {word} is in {file} after {steps:#?}"
            );
        }
    }
    assert!(enough(&tally), "{tally:?}");
}

/// Many publish and read at the same time; whoever reads sees a post whose languages belong together.
#[tokio::test(flavor = "multi_thread")]
async fn a_publication_is_one_transaction() {
    let app = in_languages(GERMAN).await;
    let admin = app.sign_in().await;
    let post = admin.drafted(whole("w0")).await;
    assert_eq!(admin.publish(post, &LANGUAGES).await.status(), 200);
    let writing = async {
        for round in 1..15 {
            admin.saved(post, whole(&format!("w{round}"))).await;
            assert_eq!(admin.publish(post, &LANGUAGES).await.status(), 200);
        }
    };
    let reading = async {
        loop {
            let live = app.get_json(&format!("/api/blog/posts/{post}/")).await;
            let title = live["title_az"]
                .as_str()
                .unwrap()
                .trim_end_matches(" az")
                .to_owned();
            assert_eq!(live["title_ru"], format!("{title} ru"));
            assert_eq!(live["content_en"], format!("<p>{title} en</p>"));
            assert_eq!(live["title_de"], format!("{title} de"));
            assert_eq!(live["content_de"], format!("<p>{title} de</p>"));
        }
    };
    tokio::select! {
        () = writing => {}
        () = reading => {}
    }
    let history = admin.history(post).await;
    assert_eq!(
        history
            .iter()
            .filter(|line| line.starts_with("publication"))
            .count(),
        15
    );
}
