use std::path::Path;

use cms::{
    ops::archive::{self, Carried},
    originals::Originals,
    store::{
        Store,
        images::{self, NewImage},
        posts, revisions,
        role::Role,
        users,
    },
};
use generator::{Category, Lang, Post, Texts};
use imaging::Limits;
use jiff::Timestamp;

pub fn store(folder: &Path, name: &str) -> Store {
    Store::open(&folder.join(name).join("cms.db")).unwrap()
}

fn png(shade: u8) -> Vec<u8> {
    let image = image::RgbImage::from_pixel(8, 6, image::Rgb([shade, 20, 30]));
    let mut out = std::io::Cursor::new(Vec::new());
    image.write_to(&mut out, image::ImageFormat::Png).unwrap();
    out.into_inner()
}

pub fn picture(shade: u8) -> NewImage {
    cms::media::uploads::accept(&png(shade), &Limits::default()).unwrap()
}

pub fn post(title: &str, image_id: Option<i64>, content: &str) -> Post {
    let texts = |text: &str| -> Texts {
        [
            (Lang::AZ, text.to_owned()),
            (Lang::EN, format!("{text} en")),
        ]
        .into()
    };
    Post {
        id: 0,
        category: Category::default(),
        featured: title == "first",
        trending: true,
        author: "Leyla \"L\" Ə.".into(),
        date: "2025-03-05T08:00:00.123Z".parse().unwrap(),
        updated: None,
        image_id,
        image: image_id
            .is_none()
            .then(|| "https://example.az/x.jpg".into()),
        title: texts(title),
        excerpt: texts("\n'quoted' ₼"),
        content: texts(content),
        slugs: generator::Slugs {
            current: [(Lang::EN, generator::Slug::new("who-pays").unwrap())]
                .into_iter()
                .collect(),
            ..generator::Slugs::default()
        },
        meta: generator::Meta {
            title: texts(&format!("{title} for search engines")),
            description: Texts::default(),
        },
        pictures: generator::PictureNotes::new(),
    }
}

/// Posts 1, 3 and 4 (2 was deleted, and 5 was the last), two images and a user.
pub fn fill(store: &Store) {
    store
        .write_blocking(|store| {
            let cover = images::insert(store, &picture(1), 5)?;
            let inner = images::insert(store, &picture(2), 6)?;
            let revision = revisions::advance(store)?;
            let text = format!(
                "<p><strong>x</strong> &amp; <img src=\"/api/blog/images/{inner}/\" alt=\"\"></p>"
            );
            for (title, image) in [
                ("first", Some(cover)),
                ("gone", None),
                ("third", None),
                ("fourth", Some(inner)),
                ("last", None),
            ] {
                let id = posts::insert(
                    store,
                    &post(title, image, &cms::posts::rich_text::clean(&text).unwrap()),
                    revision,
                )?;
                posts::set_text_images(store, id, &[inner])?;
            }
            for id in [2, 5] {
                posts::delete(store, id, revisions::advance(store)?)?;
            }
            users::insert(store, "leyla", "$argon2id$secret", Role::Author, 7)?;
            Ok::<_, anyhow::Error>(())
        })
        .unwrap();
}

pub fn export(store: &Store) -> Vec<u8> {
    let mut bytes = Vec::new();
    archive::export(&Originals::here(store.clone()), &mut bytes).unwrap();
    bytes
}

pub fn import(store: &Store, bytes: &[u8]) -> anyhow::Result<Carried> {
    archive::import(store, bytes, Timestamp::UNIX_EPOCH)
}

#[test]
fn everything_comes_back_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (store(folder.path(), "from"), store(folder.path(), "to"));
    fill(&from);
    let exported = export(&from);
    assert_eq!(
        import(&to, &exported).unwrap(),
        Carried {
            posts: 3,
            images: 2,
            users: 1,
            overdue: Vec::new(),
        }
    );
    assert!(export(&to) == exported, "the second archive differs");
    assert!(export(&from) == exported, "exporting twice differs");
    let secret = exported.windows(6).any(|window| window == b"secret");
    assert!(!secret, "a password's hash is in the archive");
}

#[test]
fn numbers_are_never_given_out_twice() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (store(folder.path(), "from"), store(folder.path(), "to"));
    fill(&from);
    import(&to, &export(&from)).unwrap();
    let next = to
        .write_blocking(|store| {
            Ok::<_, anyhow::Error>(posts::insert(store, &post("new", None, ""), 9)?)
        })
        .unwrap();
    assert_eq!(next, 6);
}

#[tokio::test]
async fn imported_users_cannot_sign_in_until_they_get_a_password() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (store(folder.path(), "from"), store(folder.path(), "to"));
    fill(&from);
    import(&to, &export(&from)).unwrap();
    let user = to
        .read_blocking(|store| Ok::<_, anyhow::Error>(users::find(store, "leyla")?))
        .unwrap()
        .unwrap();
    let cost = cms::config::PasswordCost {
        memory_kib: 8,
        passes: 1,
    };
    let passwords = cms::people::password::Passwords::new(cost).unwrap();
    for guess in ["", "leyla", "!"] {
        assert!(
            !passwords
                .verify(
                    guess.into(),
                    Some(user.password_hash.clone()),
                    cms::people::throttle::Trust::Stranger
                )
                .await
                .unwrap()
        );
    }
}

#[test]
fn nothing_is_taken_from_a_bad_archive() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (store(folder.path(), "from"), store(folder.path(), "to"));
    fill(&from);
    let good = export(&from);
    let picture = good
        .windows(4)
        .position(|window| window == b"IDAT")
        .unwrap();
    let changed = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        bytes
    };
    let table: [(&str, Vec<u8>); 5] = [
        ("empty", Vec::new()),
        ("no tar", b"hello".repeat(300)),
        ("cut", good[..good.len() / 2].to_vec()),
        ("a changed picture", changed(picture)),
        ("another file", changed(0)),
    ];
    for (name, bytes) in table {
        assert!(import(&to, &bytes).is_err(), "{name} was taken");
    }
    import(&to, &good).unwrap();
    let refusal = import(&to, &good).unwrap_err().to_string();
    assert!(refusal.contains("already"), "{refusal}");
}

/// Larger than what may ever be read into memory at once was: the limit is for each post.
#[test]
fn what_was_exported_is_taken_whatever_its_size() {
    const FORMER_LIMIT: usize = 256 * 1024 * 1024;
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (store(folder.path(), "from"), store(folder.path(), "to"));
    let text = "y".repeat(32 * 1024 * 1024);
    // The default language's excerpt is in the JSON twice.
    let count = FORMER_LIMIT / (2 * text.len()) + 1;
    from.write_blocking(|store| {
        for _ in 0..count {
            // Not rich text, which takes longer to clean: an excerpt is as good for filling an archive.
            let mut post = post("long", None, "");
            post.excerpt.set(Lang::AZ, text.clone());
            posts::insert(store, &post, 1)?;
        }
        Ok::<_, anyhow::Error>(())
    })
    .unwrap();
    let file = folder.path().join("big.tar");
    archive::export(
        &Originals::here(from),
        std::fs::File::create(&file).unwrap(),
    )
    .unwrap();
    assert!(std::fs::metadata(&file).unwrap().len() > FORMER_LIMIT as u64);
    let carried = archive::import(
        &to,
        std::fs::File::open(&file).unwrap(),
        Timestamp::UNIX_EPOCH,
    )
    .unwrap();
    assert_eq!(carried.posts, count);
}

/// A tar of these entries; the size in a header may be a lie.
fn tar_of(entries: &[(&str, tar::EntryType, &[u8], u64)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (name, kind, content, size) in entries {
        let mut header = tar::Header::new_ustar();
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_entry_type(*kind);
        header.set_mode(0o644);
        header.set_size(*size);
        header.set_cksum();
        bytes.extend_from_slice(header.as_bytes());
        bytes.extend_from_slice(content);
        bytes.resize(bytes.len().next_multiple_of(512), 0);
    }
    bytes.resize(bytes.len() + 1024, 0);
    bytes
}

#[test]
fn hostile_archives_are_refused_with_a_sentence() {
    use tar::EntryType::{GNULongName, Regular, Symlink};
    let folder = tempfile::tempdir().unwrap();
    let to = store(folder.path(), "to");
    let hash = imaging::content_hash(&png(1));
    let image = |id: i64| {
        format!(
            r#"{{"id":{id},"hash":"{hash}","content_type":"image/png","width":8,"height":6,"created_at":1}}"#
        )
    };
    let manifest = |sequences: &str, images: &[String]| {
        format!(
            r#"{{"format":1,"sequences":{{{sequences}}},"users":[],"images":[{}]}}"#,
            images.join(",")
        )
    };
    let (plain, one) = (manifest("", &[]), manifest("", &[image(1)]));
    let post = |id: i64, image: &str| {
        let mut post = serde_json::to_value(post("x", None, "")).unwrap();
        post["id"] = id.into();
        post["image_id"] = serde_json::from_str(image).unwrap();
        post.to_string()
    };
    let list = |posts: &[String]| format!("[{}]", posts.join(","));
    let with = |manifest: &str, posts: &str| {
        tar_of(&[
            (
                "archive.json",
                Regular,
                manifest.as_bytes(),
                manifest.len() as u64,
            ),
            ("posts.json", Regular, posts.as_bytes(), posts.len() as u64),
        ])
    };
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let table = [
        (
            "a list of a terabyte",
            tar_of(&[("archive.json", Regular, b"{}", 1 << 40)]),
            "at most",
        ),
        (
            "a long name of a terabyte",
            tar_of(&[("././@LongLink", GNULongName, b"x", 1 << 40)]),
            "expected archive.json",
        ),
        (
            "a link",
            tar_of(&[("archive.json", Symlink, b"", 0)]),
            "expected archive.json",
        ),
        (
            "another path",
            tar_of(&[("../archive.json", Regular, b"{}", 2)]),
            "expected archive.json",
        ),
        (
            "posts of a terabyte that are not there",
            tar_of(&[
                (
                    "archive.json",
                    Regular,
                    plain.as_bytes(),
                    plain.len() as u64,
                ),
                ("posts.json", Regular, b"[", 1 << 40),
            ]),
            "posts.json cannot be read",
        ),
        ("nesting", with(&plain, &deep), "posts.json cannot be read"),
        (
            "a post twice",
            with(&plain, &list(&[post(1, "null"), post(1, "null")])),
            "post 1 after post 1",
        ),
        (
            "a post out of order",
            with(&plain, &list(&[post(2, "null"), post(1, "null")])),
            "post 1 after post 2",
        ),
        ("post 0", with(&plain, &list(&[post(0, "null")])), "post 0"),
        (
            "a cover that is not there",
            with(&plain, &list(&[post(1, "9")])),
            "no image 9",
        ),
        (
            "an image twice",
            with(&manifest("", &[image(1), image(1)]), "[]"),
            "image 1 after image 1",
        ),
        (
            "a hash twice",
            with(&manifest("", &[image(1), image(2)]), "[]"),
            "image 2 is listed twice",
        ),
        ("a missing image", with(&one, "[]"), "images/"),
        (
            "numbers at their end",
            with(&manifest("\"posts\":9223372036854775807", &[]), "[]"),
            "the sequence of posts",
        ),
        (
            "another table",
            with(&manifest("\"users\":1", &[]), "[]"),
            "unknown sequence",
        ),
        (
            "more than listed",
            tar_of(&[
                (
                    "archive.json",
                    Regular,
                    plain.as_bytes(),
                    plain.len() as u64,
                ),
                ("posts.json", Regular, b"[]", 2),
                ("posts.json", Regular, b"[]", 2),
            ]),
            "more than it lists",
        ),
    ];
    for (name, bytes, reason) in table {
        let refused = format!("{:#}", import(&to, &bytes).expect_err(name));
        assert!(refused.contains(reason), "{name}: {refused}");
    }
    assert_eq!(
        import(&to, &with(&plain, &list(&[post(7, "null")])))
            .unwrap()
            .posts,
        1,
        "nothing of them stayed"
    );
}
