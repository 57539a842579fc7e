//! How long a build takes: after one edit, after every other kind of change, and from nothing beside `cp -r` of the same tree.
//!
//! `cargo bench -p generator`; `BENCH_SIZES=12,1000` makes it shorter. The site is the tests' fixture.

#![allow(clippy::unwrap_used, missing_docs)]

use std::path::Path;
use std::process::Command;

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use generator::{Category, Generator, ImageMode, Lang, NoImages, Options, Post, Posts};

const LANGS: [Lang; 3] = [Lang::AZ, Lang::EN, Lang::RU];

fn sizes(default: &[i64]) -> Vec<i64> {
    let named = std::env::var("BENCH_SIZES").ok();
    named.map_or(default.to_vec(), |list| {
        list.split(',').flat_map(str::parse).collect()
    })
}

/// About 4 KB of text in each language, a function of the id alone.
fn post(id: i64, edition: u64) -> Post {
    let words = [
        "şirkət",
        "company",
        "компания",
        "vergi",
        "tax",
        "налог",
        "audit",
        "hesabat",
    ];
    let text = |salt: u64, count: u64| {
        let mut state = (id as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ salt;
        let mut words = (0..count).map(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            words[(state >> 33) as usize % words.len()]
        });
        let first = words.next().unwrap_or("");
        words.fold(first.to_owned(), |text, word| text + " " + word)
    };
    let body = |salt: u64| -> String {
        let part = |part| {
            format!(
                "<h2>{}</h2><p>{}</p>",
                text(salt + part, 4),
                text(salt ^ part, 60)
            )
        };
        (0..8).map(part).collect()
    };
    let texts = |make: &dyn Fn(u64) -> String| {
        (0..)
            .zip(LANGS)
            .map(|(number, lang)| (lang, make(number)))
            .collect()
    };
    Post {
        id,
        category: Category::USUAL[id as usize % 6],
        featured: id == 1,
        trending: id % 10 == 0,
        author: text(1, 2),
        date: jiff::Timestamp::from_second(1_325_404_800 + id * 39_600).unwrap(),
        updated: None,
        image_id: None,
        meta: Default::default(),
        slugs: Default::default(),
        pictures: Default::default(),
        image: None,
        title: texts(&|number| format!("{} {edition}", text(number + 10, 6))),
        excerpt: texts(&|number| text(number + 20, 18)),
        content: texts(&|number| body(number + 30)),
    }
}

fn posts(count: i64) -> Posts {
    (1..=count).map(|id| post(id, 0)).collect()
}

fn options(folder: &Path) -> Options {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/site");
    Options {
        content: fixture.join("content"),
        templates: fixture.join("templates"),
        dist: folder.join("dist"),
        cache: folder.join("cache"),
        pictures: None,
        public_url: None,
        images: ImageMode::Wait,
    }
}

fn edits(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("edit");
    for count in sizes(&[12, 1000, 10_000]) {
        let folder = tempfile::tempdir().unwrap();
        let mut generator = Generator::open(options(folder.path())).unwrap();
        let mut all = posts(count);
        generator.build(&all, &NoImages).unwrap();
        let mut edition = 0;
        group.bench_function(BenchmarkId::from_parameter(count), |bencher| {
            bencher.iter(|| {
                edition += 1;
                let id = 1 + (edition as i64 * 7919) % count;
                all.insert(post(id, edition));
                generator.build(&all, &NoImages).unwrap()
            });
        });
    }
}

/// Posts, the generator that publishes them, and what its builds cost.
struct Blog {
    all: Posts,
    generator: Generator,
    taken: Vec<(f64, usize)>,
}

impl Blog {
    fn edit(&mut self, id: i64, change: impl FnOnce(&mut Post)) {
        let mut post = self.all.get(id).unwrap();
        change(&mut post);
        self.all.insert(post);
    }

    fn publish(&mut self) {
        let report = self.generator.build(&self.all, &NoImages).unwrap();
        let files = report.written + report.removed;
        self.taken
            .push((report.duration.as_secs_f64() * 1e3, files));
    }

    /// Median milliseconds and files of what was published since the last call.
    fn told(&mut self, name: &str, count: i64) {
        let mut taken = std::mem::take(&mut self.taken);
        taken.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (ms, worst) = (taken[taken.len() / 2].0, taken[taken.len() - 1].0);
        taken.sort_by_key(|(_, files)| *files);
        let (files, most) = (taken[taken.len() / 2].1, taken[taken.len() - 1].1);
        println!(
            "{name:<20}{count:>8}{ms:>9.1} ms, worst {worst:>7.1}{files:>6} files, at most {most}"
        );
    }
}

/// What each kind of change costs; printed, because some cannot be repeated as often as criterion likes.
fn changes(_: &mut Criterion) {
    const ROUNDS: i64 = 15;
    for count in sizes(&[100, 1000, 10_000, 100_000]) {
        let folder = tempfile::tempdir().unwrap();
        let mut generator = Generator::open(options(folder.path())).unwrap();
        let all = posts(count);
        let first = generator.build(&all, &NoImages).unwrap();
        println!(
            "from nothing        {count:>8}{:>9.0} ms{:>15} files",
            first.duration.as_secs_f64() * 1e3,
            first.written
        );
        let mut blog = Blog {
            all,
            generator,
            taken: Vec::new(),
        };
        let some = |round: i64| 2 + (2 * round + 1) * (count - 3) / (2 * ROUNDS);
        let place = |category| Category::USUAL.iter().position(|id| *id == category);
        let other = |category| Category::USUAL[(place(category).unwrap_or(0) + 1) % 6];
        // The filters of the search data are made when they are needed first.
        blog.edit(some(0), |post| post.author = "x".into());
        blog.publish();
        blog.taken.clear();
        for round in 0..ROUNDS {
            blog.edit(some(round), |post| {
                post.content.set(Lang::EN, format!("<p>{round}</p>"))
            });
            blog.publish();
        }
        blog.told("edit a text", count);
        for round in 0..ROUNDS {
            blog.edit(some(round), |post| {
                post.title = LANGS.map(|lang| (lang, format!("{lang} {round}"))).into()
            });
            blog.publish();
        }
        blog.told("edit a title", count);
        for round in 1..=ROUNDS {
            blog.all.insert(post(count + round, 0));
            blog.publish();
        }
        blog.told("create", count);
        for round in 0..ROUNDS {
            blog.edit(some(round), |post| post.category = other(post.category));
            blog.publish();
        }
        blog.told("move an old one", count);
        for round in 1..=ROUNDS {
            blog.edit(count + round, |post| post.category = other(post.category));
            blog.publish();
        }
        blog.told("move a new one", count);
        for round in 0..ROUNDS {
            let before = if round == 0 { 1 } else { some(round - 1) };
            blog.edit(before, |post| post.featured = false);
            blog.edit(some(round), |post| post.featured = true);
            blog.publish();
        }
        blog.told("feature another", count);
        for round in 0..ROUNDS {
            blog.all.remove(some(round));
            blog.publish();
        }
        blog.told("delete an old one", count);
        for round in 1..=ROUNDS {
            blog.all.remove(count + round);
            blog.publish();
        }
        blog.told("delete a new one", count);
    }
}

fn full_builds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("full");
    group.sample_size(10);
    for count in sizes(&[100, 1000, 10_000]) {
        let all = posts(count);
        let built = tempfile::tempdir().unwrap();
        group.bench_function(BenchmarkId::new("build", count), |bencher| {
            bencher.iter_batched(
                || tempfile::tempdir().unwrap(),
                |folder| {
                    Generator::open(options(folder.path()))
                        .unwrap()
                        .build(&all, &NoImages)
                        .unwrap();
                    folder
                },
                BatchSize::PerIteration,
            );
        });
        Generator::open(options(built.path()))
            .unwrap()
            .build(&all, &NoImages)
            .unwrap();
        group.bench_function(BenchmarkId::new("cp -r", count), |bencher| {
            bencher.iter_batched(
                || tempfile::tempdir().unwrap(),
                |folder| {
                    let from = built.path().join("dist");
                    Command::new("cp")
                        .arg("-r")
                        .arg(from)
                        .arg(folder.path())
                        .status()
                        .unwrap();
                    folder
                },
                BatchSize::PerIteration,
            );
        });
    }
}

criterion_group!(benches, edits, changes, full_builds);
criterion_main!(benches);
