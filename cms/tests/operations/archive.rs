use std::path::Path;

use cms::{
    archive::{self, Carried},
    store::{Store, images, posts, site, users},
};
use generator::{Category, Localized, Post};
use imaging::Limits;

fn store(folder: &Path, name: &str) -> Store {
    Store::open(&folder.join(name).join("cms.db")).unwrap()
}

fn png(shade: u8) -> Vec<u8> {
    let image = image::RgbImage::from_pixel(8, 6, image::Rgb([shade, 20, 30]));
    let mut out = std::io::Cursor::new(Vec::new());
    image.write_to(&mut out, image::ImageFormat::Png).unwrap();
    out.into_inner()
}

fn post(title: &str, image_id: Option<i64>, content: &str) -> Post {
    let texts = |text: &str| Localized {
        az: text.to_owned(),
        en: format!("{text} en"),
        ru: String::new(),
    };
    Post {
        id: 0,
        category: Category::default(),
        featured: title == "first",
        trending: true,
        author: "Leyla \"L\" Ə.".into(),
        date: "2025-03-05T08:00:00.123Z".parse().unwrap(),
        image_id,
        image: image_id
            .is_none()
            .then(|| "https://example.az/x.jpg".into()),
        title: texts(title),
        excerpt: texts("\n'quoted' ₼"),
        content: texts(content),
    }
}

/// Posts 1, 3 and 4 (2 was deleted, and 5 was the last), two images and a user.
fn fill(store: &Store) {
    store
        .write_blocking(|store| {
            let picture = |shade| cms::uploads::accept(&png(shade), &Limits::default()).unwrap();
            let cover = images::insert(store, &picture(1), 5)?;
            let inner = images::insert(store, &picture(2), 6)?;
            let revision = site::advance(store)?;
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
                    &post(title, image, &cms::rich_text::clean(&text)),
                    revision,
                )?;
                posts::set_text_images(store, id, &[inner])?;
            }
            for id in [2, 5] {
                posts::delete(store, id, site::advance(store)?)?;
            }
            users::insert(store, "leyla", "$argon2id$secret", 7)?;
            Ok::<_, anyhow::Error>(())
        })
        .unwrap();
}

fn export(store: &Store) -> Vec<u8> {
    let mut bytes = Vec::new();
    archive::export(store, &mut bytes).unwrap();
    bytes
}

fn import(store: &Store, bytes: &[u8]) -> anyhow::Result<Carried> {
    archive::import(store, bytes, &Limits::default())
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
            users: 1
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
    let passwords = cms::auth::password::Passwords::new(cost).unwrap();
    for guess in ["", "leyla", "!"] {
        assert!(
            !passwords
                .verify(
                    guess.into(),
                    Some(user.password_hash.clone()),
                    cms::auth::throttle::Standing::Stranger
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
