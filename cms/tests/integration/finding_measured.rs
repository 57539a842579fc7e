//! What finding costs among 100,000 posts of some thousand words each.

use std::time::{Duration, Instant};

use cms::store::{self, Store, languages::LANGUAGES};
use generator::{Category, Post, Texts};
use jiff::Timestamp;
use reqwest::Method;

use crate::support::TestApp;

const POSTS: i64 = 100_000;
const SYLLABLES: [&str; 24] = [
    "ver", "gi", "mə", "cəl", "lə", "he", "sa", "bat", "au", "dit", "qiy", "mət", "bü", "dcə",
    "şir", "kət", "qa", "nun", "ma", "liy", "yə", "il", "uç", "ot",
];

/// The same numbers each time (Steele and Vigna's SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % below
    }

    /// A few words are in every text, most in few: the rank is drawn evenly on a logarithmic scale (Zipf's law).
    fn word(&mut self) -> String {
        let bits = self.next(15);
        let mut rank = (1_u64 << bits) + self.next(1 << bits);
        let mut word = String::new();
        while rank > 0 {
            word.push_str(SYLLABLES[(rank % 24) as usize]);
            rank /= 24;
        }
        word
    }

    fn text(&mut self, words: usize) -> String {
        let words: Vec<String> = (0..words).map(|_| self.word()).collect();
        words.join(" ")
    }
}

fn fill(store: &Store) {
    let mut random = Random(1);
    for part in 0..POSTS / 1000 {
        store
            .write_blocking(|store| {
                for number in 0..1000 {
                    let id = part * 1000 + number + 1;
                    let mut each = |words| -> Texts {
                        LANGUAGES.map(|lang| (lang, random.text(words))).into()
                    };
                    let title = each(8);
                    let excerpt = each(20);
                    let content = each(300);
                    let post = Post {
                        id,
                        date: Timestamp::from_millisecond(1_700_000_000_000 + id * 60_000)?,
                        updated: None,
                        category: Category::USUAL[(id % 6) as usize],
                        featured: false,
                        trending: false,
                        author: format!("Müəllif {}", id % 40),
                        image_id: None,
                        image: None,
                        title,
                        excerpt,
                        content: LANGUAGES
                            .map(|lang| (lang, format!("<p>{}</p>", content.get(lang))))
                            .into(),
                        meta: generator::Meta::default(),
                        slugs: generator::Slugs::default(),
                        pictures: generator::PictureNotes::new(),
                    };
                    store::posts::insert(store, &post, 1)?;
                }
                Ok::<_, anyhow::Error>(())
            })
            .unwrap();
    }
}

/// `TMPDIR=/dev/shm cargo test --workspace --test integration -- --ignored --nocapture finding_measured`
#[tokio::test(flavor = "multi_thread")]
#[ignore = "measures"]
async fn a_hundred_thousand_posts() {
    let app = TestApp::start().await;
    let start = Instant::now();
    fill(&app.app.store);
    println!("filled in {:?}", start.elapsed());
    let size = std::fs::metadata(app.app.store.file()).unwrap().len() / 1_000_000;
    let index: i64 = app
        .app
        .store
        .read_blocking(|store| {
            let sql = "SELECT sum(octet_length(block)) FROM finding_words_data";
            Ok::<_, anyhow::Error>(store.query_row(sql, [], |row| row.get(0))?)
        })
        .unwrap();
    println!("{size} MB, {} MB of them words", index / 1_000_000);
    let admin = app.sign_in().await;
    for query in [
        "state=all",
        "state=all&q=vergi",
        "state=all&q=gi",
        "state=all&q=v",
        "state=all&q=vergi%20m%C9%99",
        "state=all&q=vergi%20hesabat",
        "state=all&q=auditqiym%C9%99t",
        "state=all&q=elyb%20yoxdur",
        "state=all&q=vergi&category=hr&author=m%C3%BC%C9%99llif%207",
        "state=all&author=m%C3%BC%C9%99llif%207",
        "state=all&sort=title",
        "state=all&sort=-edited&page=10000",
        "state=all&sort=author&q=vergi",
        "state=all&language=ru&from=2023-12-01T00:00:00Z",
        "state=published&missing=ru&sort=title",
        "q=vergi",
        "q=auditqiym%C9%99t&sort=title",
    ] {
        let path = format!("/api/blog/posts/?page_size=6&fields=summary&{query}");
        let mut times: Vec<(Duration, String)> = Vec::new();
        for _ in 0..15 {
            let start = Instant::now();
            let answer = admin.request(Method::GET, &path).send().await.unwrap();
            let total = answer.headers()["x-total-count"]
                .to_str()
                .unwrap()
                .to_owned();
            answer.bytes().await.unwrap();
            times.push((start.elapsed(), total));
        }
        times.sort();
        println!(
            "{query:64} {:>12?} (worst {:?}) of {} posts",
            times[7].0, times[14].0, times[7].1
        );
    }
}
