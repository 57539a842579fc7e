//! A firm with facts and files of its own: what machines could not read or no browser show is told with its place.

use std::fs;
use std::path::Path;

use generator::ImageMode;

use crate::own_content::{ABOUT, HOME, SITE, errors, one, told, warnings};
use crate::support::SiteTest;

#[test]
fn facts_for_machines_are_of_their_form() {
    for (from, to, key) in [
        (
            "opens = \"09:00\"",
            "opens = \"9 am\"",
            "hours.opens: \"9 am\" is no time",
        ),
        ("closes = \"18:00\"", "closes = \"25:00\"", "hours.closes: "),
        (
            "[\"Monday\"]",
            "[\"Monday\", \"Bazar\"]",
            "hours.days[1]: \"Bazar\" is no day",
        ),
        ("latitude = 40.4", "latitude = nan", "map.latitude: "),
        (
            "longitude = 49.8",
            "longitude = 181",
            "map.longitude: 181 is not between -180 and 180",
        ),
        (
            "info@firm.example",
            "info firm",
            "contact.email: \"info firm\" is no e-mail address",
        ),
        (
            "https://map.example/embed",
            "map.example/embed",
            "map.embed_url: ",
        ),
        (
            "\"https://map.example/\"",
            "\"javascript:1\"",
            "map.link_url: ",
        ),
        (
            "https://builder.example/",
            "//builder.example/",
            "builder.url: ",
        ),
        (
            "\"/api/contact/\"",
            "\"mail.example/send\"",
            "mail.endpoint: ",
        ),
        (
            "social = []",
            "social = [{ name = \"L\", url = \"linkedin.example/x\" }]",
            "social[0].url: ",
        ),
        (
            "id = \"c2\"",
            "id = \"c1\"",
            "certificates.id: \"c1\" is used twice",
        ),
    ] {
        let errors = told(SITE, &[(from, to)]);
        let of_site: Vec<String> = errors
            .into_iter()
            .filter(|line| line.starts_with(SITE))
            .collect();
        assert_eq!(of_site.len(), 1, "{of_site:#?}");
        assert!(
            of_site[0].contains(&format!(": error: {key}")),
            "{of_site:#?}"
        );
    }
    let mut site = SiteTest::new();
    site.change(SITE, "\"/api/contact/\"", "\"https://mail.example/send\"");
    site.change(SITE, "opens = \"09:00\"", "opens = \"09:00:00\"");
    site.change(SITE, "latitude = 40.4", "latitude = -40");
    site.build();
    // Of a value of another type that is said once.
    one(
        &told(SITE, &[("opens = \"09:00\"", "opens = 9")]),
        "content/site.toml:23:1: error: hours.opens: expected text",
    );
}

#[test]
fn words_of_a_certificate_belong_to_one() {
    let added = "[certificates.items.c0]\ntitle = \"T\"\nissuer = \"I\"\ndescription = \"D\"\n\n[certificates.items.c1]";
    one(
        &told(HOME, &[("[certificates.items.c1]", added)]),
        "content/az/pages/home.toml:45:21: error: certificates.items.c0: site.toml has no certificate of this id",
    );
}

#[test]
fn a_picture_that_is_none_is_told() {
    let mut site = SiteTest::new();
    site.mode = ImageMode::Background;
    let whole =
        fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/media/og.jpg")).unwrap();
    fs::create_dir_all(site.path("content/media/hero")).unwrap();
    let picture = site.path("content/media/hero/1.jpg");
    fs::write(&picture, &whole).unwrap();
    site.change(SITE, "hero = [\"logo.svg\"", "hero = [\"hero/1.jpg\"");
    site.build();
    for bytes in [&b"not a picture"[..], &b""[..], &whole[..whole.len() / 2]] {
        fs::write(&picture, bytes).unwrap();
        site.restart();
        one(
            &errors(&mut site),
            "content/site.toml:2:9: error: hero[0]: content/media/hero/1.jpg is no picture that can be shown: ",
        );
    }
    fs::write(&picture, &whole).unwrap();
    site.change(SITE, "og_image = \"logo.svg\"", "og_image = \"og.svg\"");
    site.write("content/media/og.svg", "<html>not found</html>");
    site.restart();
    one(
        &errors(&mut site),
        "content/site.toml:3:1: error: og_image: content/media/og.svg is no picture",
    );
}

/// Browsers show it, if slowly, and other pages have nothing to do with it.
#[test]
fn a_picture_that_is_only_too_large_is_published_as_it_is() {
    let mut site = SiteTest::new();
    let mut large =
        fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/media/og.jpg")).unwrap();
    let frame = large
        .windows(2)
        .position(|two| matches!(two, [0xff, 0xc0 | 0xc2]))
        .unwrap();
    // Height and width.
    large[frame + 5..frame + 9].copy_from_slice(&[0x17, 0x70, 0x23, 0x28]);
    fs::create_dir_all(site.path("content/media/hero")).unwrap();
    fs::write(site.path("content/media/hero/1.jpg"), &large).unwrap();
    site.change(SITE, "hero = [\"logo.svg\"", "hero = [\"hero/1.jpg\"");
    site.change(SITE, "og_image = \"logo.svg\"", "og_image = \"hero/1.jpg\"");
    site.change(
        "templates/layouts/base.html",
        "</head>",
        "<meta content=\"{{ meta.og_image.mime }}\">\n</head>",
    );
    let warnings = warnings(&mut site);
    let line = |place: &str| {
        format!(
            "{SITE}:{place}: content/media/hero/1.jpg is published as it is, in no smaller sizes: \
             the picture is 9000 x 6000 pixels; at most 50000000 pixels are accepted (make it smaller)"
        )
    };
    for place in ["2:9: warning: hero[0]", "3:1: warning: og_image"] {
        assert!(warnings.contains(&line(place)), "{warnings:#?}");
    }
    let files = site.state();
    let published = files.iter().find(|(name, _)| name.starts_with("media/1-"));
    assert_eq!(published.unwrap().1.bytes, large);
    site.assert_file("index.html", "<img src=\"/media/1-")
        .assert_file("index.html", "<meta content=\"image/jpeg\">");
}

#[test]
fn what_a_browser_shows_does_not_stop_the_site() {
    let mut site = SiteTest::new();
    let utf16: Vec<u8> = "\u{feff}<svg xmlns=\"http://www.w3.org/2000/svg\"/>"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let avif = b"\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf";
    let files: [(&str, &[u8]); 4] = [
        (
            "prefixed.svg",
            b"<?xml version=\"1.0\"?><ns0:svg xmlns:ns0=\"http://www.w3.org/2000/svg\"/>",
        ),
        ("utf16.svg", &utf16),
        ("new.avif", avif),
        ("old.bmp", b"BM\0\0\0\0"),
    ];
    for (name, bytes) in files {
        fs::write(site.path("content/media").join(name), bytes).unwrap();
    }
    let hero = "hero = [\"logo.svg\", \"logo.svg\", \"logo.svg\", \"logo.svg\"]";
    let names = files.map(|(name, _)| name);
    site.change(SITE, hero, &format!("hero = {names:?}"));
    let warnings = warnings(&mut site);
    let told: Vec<&String> = warnings
        .iter()
        .filter(|line| line.starts_with(SITE))
        .collect();
    let says = |place: &str, name: &str, what: &str| {
        format!(
            "{SITE}:{place}: content/media/{name} is published as it is, in no smaller sizes: \
             this is {what} (JPEG, PNG and WebP pictures have smaller sizes)"
        )
    };
    assert_eq!(
        told,
        [
            &says("2:38: warning: hero[2]", "new.avif", "an AVIF picture"),
            &says("2:50: warning: hero[3]", "old.bmp", "a BMP picture"),
        ]
    );
    // What only looks like one is said by its name, and so is a picture that few browsers show.
    for (name, bytes, what) in [
        ("none.svg", &b"<svgs/>"[..], "there is no <svg> in it"),
        ("scan.jpg", &b"%PDF-1.7"[..], "this is a PDF document"),
        (
            "phone.jpg",
            &b"\0\0\0\x18ftypheic\0\0\0\0heic"[..],
            "this is a HEIC picture",
        ),
    ] {
        fs::write(site.path("content/media").join(name), bytes).unwrap();
        let mut hero = names;
        hero[0] = name;
        let written = fs::read_to_string(site.path(SITE)).unwrap();
        let kept = written.lines().filter(|line| !line.starts_with("hero = "));
        let rest: String = kept.map(|line| format!("{line}\n")).collect();
        site.write(SITE, &format!("hero = {hero:?}\n{rest}"));
        site.restart();
        one(
            &errors(&mut site),
            &format!(
                "content/site.toml:1:9: error: hero[0]: content/media/{name} is no picture that can be shown: {what}"
            ),
        );
    }
}

#[test]
fn a_sector_with_another_icon_has_another_picture() {
    let mut site = SiteTest::new();
    site.write("content/media/sectors/dot.jpg", "a picture");
    site.write(
        "templates/icons/other.svg",
        &fs::read_to_string(site.path("templates/icons/dot.svg")).unwrap(),
    );
    site.build();
    let sectors =
        "[sectors]\nheading = { eyebrow = \"e\", title = \"t\", lead = \"l\" }\nitems = [{ icon = ";
    site.change(
        ABOUT,
        &format!("{sectors}\"dot\""),
        &format!("{sectors}\"other\""),
    );
    site.restart();
    one(
        &errors(&mut site),
        "content/az/pages/about.toml:19:12: error: sectors.items[0].icon: there is no content/media/sectors/other.jpg",
    );
}

#[test]
fn a_rule_whose_status_is_a_text_is_told_once() {
    let mut site = SiteTest::new();
    let rule = "[[redirects]]\nfrom = \"/old\"\nto = \"/about/\"\nstatus = \"301\"\n";
    site.write("content/redirects.toml", rule);
    one(
        &errors(&mut site),
        "content/redirects.toml:4:1: error: redirects[0].status: expected a whole number",
    );
}

#[test]
fn a_fact_that_is_misspelt_is_a_warning() {
    let mut site = SiteTest::new();
    let firm = "content/az/firm.toml";
    site.change(
        firm,
        "\"təsvir\"",
        "\"a { figures.years } b {Figures.clients} c {x} d {figures.projects, e\"",
    );
    let warnings = warnings(&mut site);
    for (written, right) in [
        ("{ figures.years }", "years"),
        ("{Figures.clients}", "clients"),
        ("{figures.projects", "projects"),
    ] {
        let line = format!(
            "{firm}:4:1: warning: description: {written} is shown as it is written (write {{figures.{right}}})"
        );
        assert_eq!(
            warnings.iter().filter(|warning| **warning == line).count(),
            1,
            "{line} {warnings:#?}"
        );
    }
    assert_eq!(
        warnings
            .iter()
            .filter(|line| line.contains("as it is written"))
            .count(),
        3
    );
}
