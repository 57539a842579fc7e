//! What happens to a site between two builds: the steps of the property test in `invariants`.

use generator::{Away, Category, Generator, Lang, PictureNote, Post, Texts};
use proptest::prelude::*;

use crate::moved::target;
use crate::record;
use crate::slugs::rename;
use crate::support::{self, SiteTest, post};

/// What can happen between two builds.
#[derive(Debug, Clone)]
pub enum Step {
    Create {
        category: usize,
    },
    Edit {
        at: usize,
        text: u8,
    },
    Blank {
        at: usize,
    },
    /// A language's texts go, or come back.
    Language {
        at: usize,
        which: usize,
    },
    /// A publication that readers saw, so many hours after the first.
    Update {
        at: usize,
        hours: i64,
    },
    Move {
        at: usize,
        category: usize,
    },
    Delete {
        at: usize,
    },
    /// Its address in a language has other words, or none; what it had, it had.
    Rename {
        at: usize,
        to: [usize; 2],
    },
    /// It goes off-line, and its address leads elsewhere.
    SendAway {
        at: usize,
        to: usize,
    },
    /// The address of one that went leads elsewhere than before, nowhere, or the post comes back.
    SendAgain {
        at: usize,
        to: usize,
    },
    Feature {
        at: usize,
    },
    Trend {
        at: usize,
    },
    Date {
        at: usize,
        hours: i64,
    },
    Picture {
        at: usize,
        which: i64,
    },
    Content {
        text: u8,
    },
    Words {
        text: u8,
    },
    Template {
        text: u8,
    },
    Style {
        text: u8,
    },
    /// The store of images gets one, or loses it.
    Store {
        which: i64,
    },
    /// Something else is said of an image.
    Say {
        at: usize,
        which: i64,
        text: u8,
    },
    /// A text links to an image that may not be there.
    Link {
        at: usize,
        which: i64,
    },
    /// The site is in German, too, and its languages are in another order.
    Speak {
        which: usize,
    },
    Restart,
    LoseCache,
    LoseRecord,
    OldRecord,
    /// Another version of the program was there last.
    Upgrade,
    /// Another program builds the same site with a cache of its own.
    Other,
    TwoDaysLater,
    Vandalise {
        at: usize,
    },
}

/// Any of them.
pub fn step() -> impl Strategy<Value = Step> {
    let at = 0..200_usize;
    prop_oneof![
        4 => (0..6_usize).prop_map(|category| Step::Create { category }),
        4 => (at.clone(), 0..9_u8).prop_map(|(at, text)| Step::Edit { at, text }),
        1 => at.clone().prop_map(|at| Step::Blank { at }),
        3 => (at.clone(), 0..3_usize).prop_map(|(at, which)| Step::Language { at, which }),
        3 => (at.clone(), -9..99_i64).prop_map(|(at, hours)| Step::Update { at, hours }),
        1 => (at.clone(), 0..6_usize).prop_map(|(at, category)| Step::Move { at, category }),
        2 => at.clone().prop_map(|at| Step::Delete { at }),
        4 => (at.clone(), 0..4_usize, 0..4_usize).prop_map(|(at, lang, words)| Step::Rename { at, to: [lang, words] }),
        3 => (at.clone(), 0..99_usize).prop_map(|(at, to)| Step::SendAway { at, to }),
        3 => (at.clone(), 0..99_usize).prop_map(|(at, to)| Step::SendAgain { at, to }),
        2 => at.clone().prop_map(|at| Step::Feature { at }),
        1 => at.clone().prop_map(|at| Step::Trend { at }),
        2 => (at.clone(), -2000..2000_i64).prop_map(|(at, hours)| Step::Date { at, hours }),
        3 => (at.clone(), 0..4_i64).prop_map(|(at, which)| Step::Picture { at, which }),
        1 => (0..9_u8).prop_map(|text| Step::Content { text }),
        1 => (0..9_u8).prop_map(|text| Step::Words { text }),
        1 => (0..9_u8).prop_map(|text| Step::Template { text }),
        1 => (0..9_u8).prop_map(|text| Step::Style { text }),
        2 => (1..5_i64).prop_map(|which| Step::Store { which }),
        1 => (at.clone(), 1..5_i64).prop_map(|(at, which)| Step::Link { at, which }),
        3 => (at.clone(), 1..4_i64, 0..9_u8).prop_map(|(at, which, text)| Step::Say { at, which, text }),
        2 => (0..3_usize).prop_map(|which| Step::Speak { which }),
        1 => Just(Step::Restart),
        1 => Just(Step::LoseCache),
        1 => Just(Step::LoseRecord),
        1 => Just(Step::OldRecord),
        1 => Just(Step::Upgrade),
        1 => Just(Step::Other),
        1 => Just(Step::TwoDaysLater),
        1 => at.prop_map(|at| Step::Vandalise { at }),
    ]
}

pub fn nth_id(site: &SiteTest, at: usize) -> Option<i64> {
    let ids: Vec<i64> = site.posts.set.keys().copied().collect();
    (!ids.is_empty()).then(|| ids[at % ids.len()])
}

/// Lets it happen.
pub fn take(site: &mut SiteTest, step: &Step, next_id: &mut i64) {
    let feature = |site: &mut SiteTest, chosen: i64| {
        let ids: Vec<i64> = site.posts.set.keys().copied().collect();
        for id in ids {
            let was = site.posts.set[&id].featured;
            let is = id == chosen && !was;
            if was != is {
                site.edit(id, |post| post.featured = is);
            }
        }
    };
    match step {
        Step::Create { category } => {
            let mut fresh = post(*next_id);
            fresh.category = Category::USUAL[*category];
            *next_id += 1;
            site.put([fresh]);
        }
        Step::Edit { at, text } => {
            if let Some(id) = nth_id(site, *at) {
                let german = Lang::from_code("de").unwrap();
                site.edit(id, |post| match text % 7 {
                    0 => post.title.set(Lang::EN, format!("Edited {text}")),
                    1 => post.content.set(Lang::AZ, format!("<p>Dəyişdi {text}</p>")),
                    2 => post.meta.title.set(Lang::AZ, format!("Axtarış {text}")),
                    3 => post.meta.description.set(Lang::RU, format!("Поиск {text}")),
                    4 => post.title.set(german, format!("Titel {text}")),
                    5 => post.content.set(german, format!("<p>Deutsch {text}</p>")),
                    _ => post.author = format!("Author {text}"),
                });
            }
        }
        Step::Blank { at } => {
            if let Some(id) = nth_id(site, *at) {
                site.edit(id, |post| post.title.set(Lang::RU, ""));
            }
        }
        Step::Language { at, which } => {
            if let Some(id) = nth_id(site, *at) {
                site.edit(id, |post| {
                    take_language(post, [Lang::AZ, Lang::EN, Lang::RU][*which])
                });
            }
        }
        Step::Update { at, hours } => {
            if let Some(id) = nth_id(site, *at) {
                let by = jiff::SignedDuration::from_hours(*hours);
                let updated = |date: jiff::Timestamp| date.checked_add(by).unwrap();
                site.edit(id, |post| {
                    post.updated = (*hours != 0).then(|| updated(post.date));
                });
            }
        }
        Step::Move { at, category } => {
            if let Some(id) = nth_id(site, *at) {
                site.edit(id, |post| post.category = Category::USUAL[*category]);
            }
        }
        Step::Delete { at } => {
            if let Some(id) = nth_id(site, *at) {
                site.posts.remove(id);
            }
        }
        Step::Rename {
            at,
            to: [lang, words],
        } => {
            if let Some(id) = nth_id(site, *at) {
                let lang = Lang::from_code(["az", "en", "ru", "de"][*lang]).unwrap();
                let words = ["", "edv-2026", "x", "new-rules"][*words];
                site.edit(id, |post| rename(&mut post.slugs, lang, words));
            }
        }
        Step::SendAway { at, to } => {
            if let Some(id) = nth_id(site, *at) {
                let slugs = site.posts.set[&id].slugs.clone();
                site.posts.remove(id);
                let to = target(site, *to);
                site.moved.insert(id, Away { to, slugs });
            }
        }
        Step::SendAgain { at, to } => {
            let ids: Vec<i64> = site.moved.keys().copied().collect();
            let Some(id) = ids.get(at % ids.len().max(1)).copied() else {
                return;
            };
            match to % 4 {
                0 => drop(site.moved.remove(&id)),
                1 => site.put([post(id)]),
                _ => {
                    let to = target(site, *to);
                    site.moved.entry(id).and_modify(|away| away.to = to);
                }
            }
        }
        Step::Feature { at } => {
            if let Some(id) = nth_id(site, *at) {
                feature(site, id);
            }
        }
        Step::Trend { at } => {
            if let Some(id) = nth_id(site, *at) {
                site.edit(id, |post| post.trending = !post.trending);
            }
        }
        Step::Date { at, hours } => {
            if let Some(id) = nth_id(site, *at) {
                let by = jiff::SignedDuration::from_hours(*hours);
                site.edit(id, |post| post.date = post.date.checked_add(by).unwrap());
            }
        }
        Step::Picture { at, which } => {
            if let Some(id) = nth_id(site, *at) {
                site.edit(id, |post| {
                    post.image_id = (*which > 0).then_some(*which);
                    post.content.set(
                        Lang::RU,
                        format!("<p><img src=\"/api/blog/images/{which}/\"></p>"),
                    );
                });
            }
        }
        Step::Say { at, which, text } => {
            if let Some(id) = nth_id(site, *at) {
                site.edit(id, |post| {
                    say(post.pictures.entry(*which).or_default(), *text)
                });
            }
        }
        Step::Link { at, which } => {
            if let Some(id) = nth_id(site, *at) {
                site.edit(id, |post| {
                    post.content.set(
                        Lang::AZ,
                        format!("<p><a href=\"/api/blog/images/{which}/\">x</a></p>"),
                    );
                });
            }
        }
        Step::Store { which } => {
            if site.images.0.remove(which).is_none() {
                let picture = crate::images::png(8, 6 + u32::try_from(*which).unwrap());
                site.images.0.insert(*which, picture.into());
            }
        }
        other => take_outside(site, other),
    }
}

fn say(note: &mut PictureNote, text: u8) {
    match text % 3 {
        0 => note.alt.set(Lang::RU, format!("Офис {text}")),
        1 => note.caption.set(Lang::AZ, format!("Ofis {text}")),
        _ => note.focus.x = text * 10,
    }
}

fn take_language(post: &mut Post, lang: Lang) {
    let fresh = if post.content.get(lang).is_empty() {
        support::post(post.id)
    } else {
        Post {
            title: Texts::default(),
            excerpt: Texts::default(),
            content: Texts::default(),
            ..post.clone()
        }
    };
    for (texts, fresh) in [
        (&mut post.title, &fresh.title),
        (&mut post.excerpt, &fresh.excerpt),
        (&mut post.content, &fresh.content),
    ] {
        texts.set(lang, fresh.get(lang));
    }
}

/// What programs and accidents do to the record.
fn take_on_record(site: &mut SiteTest, step: &Step) {
    match step {
        Step::LoseRecord => record::lose(site),
        Step::OldRecord => record::swap_with_an_older_one(site),
        Step::Upgrade => record::become_of_another_program(site),
        Step::TwoDaysLater => record::two_days_later(site),
        Step::Other => {
            site.restart();
            let mut other = Generator::open(site.options("dist", "other-cache")).unwrap();
            other.build(site.published(), &site.images).unwrap();
        }
        _ => site.restart(),
    }
}

fn take_outside(site: &mut SiteTest, step: &Step) {
    match step {
        Step::Content { text } => site.write(
            "content/en/pages/about.toml",
            &format!("[header]\ntitle = \"About {text}\"\n"),
        ),
        Step::Words { text } => {
            site.write(
                "content/ru/firm.toml",
                &format!("name = \"Фирма {text}\"\n"),
            );
        }
        Step::Speak { which } => {
            let orders = ["'en', 'ru', 'de'", "'de', 'en', 'ru'", "'ru', 'de', 'en'"];
            crate::languages::in_languages(site, &format!("['az', {}]", orders[*which]));
        }
        Step::Template { text } => site.write(
            "templates/icons/dot.svg",
            &format!("<svg class=\"icon\" viewBox=\"0 0 {text} 1\"></svg>"),
        ),
        Step::Style { text } => {
            site.write(
                "templates/styles/base.css",
                &format!("body {{ margin: {text}px }}"),
            );
        }
        Step::LoseCache => {
            site.restart();
            std::fs::remove_dir_all(site.path("cache")).unwrap();
        }
        Step::Vandalise { at } => {
            site.restart();
            let files: Vec<String> = site.state().into_keys().collect();
            let file = site.path("dist").join(&files[at % files.len()]);
            if at % 2 == 0 {
                std::fs::remove_file(file).unwrap();
            } else {
                std::fs::write(file, "cut short").unwrap();
            }
            // As an earlier version, or a record that was lost, may leave them.
            for stray in ["blog/4711/index.html", "en/blog/page/99/index.html"] {
                site.write(&format!("dist/{stray}"), "stray");
            }
        }
        other => take_on_record(site, other),
    }
}
