//! `content/posts/`: what is imported goes live, so it is what may be published.

use std::os::unix::fs::symlink;

use generator::content::samples::Samples;

use crate::support::SiteTest;

const FACTS: &str = "category = \"audit\"\nfeatured = false\ntrending = false\nauthor = \"Aytən\"\n\
                     date = \"2025-03-05T08:00:00Z\"\n";
const AZ: &str = "[az]\ntitle = \"Başlıq\"\nexcerpt = \"\"\ncontent = \"<p>Mətn</p>\"\n";

/// What is wrong with the posts, one line each.
fn told(site: &SiteTest) -> Vec<String> {
    let root = format!("{}/content/posts/", site.path("").display()).replace("//", "/");
    match Samples::read(&site.path("content")) {
        Ok(_) => Vec::new(),
        Err(problems) => {
            let problems = problems.0.iter();
            problems
                .map(|problem| problem.to_string().replace(&root, ""))
                .collect()
        }
    }
}

fn of_posts(posts: &[(&str, String)]) -> Vec<String> {
    let site = SiteTest::new();
    for (name, text) in posts {
        site.write(&format!("content/posts/{name}"), text);
    }
    told(&site)
}

fn of_post(text: &str) -> Vec<String> {
    of_posts(&[("07.toml", text.to_owned())])
}

#[test]
fn what_a_publication_needs_is_asked_for() {
    let whole = format!("{FACTS}{AZ}");
    assert_eq!(of_post(&whole), [""; 0]);
    let empty = whole
        .replace("\"Aytən\"", "\" \"")
        .replace("\"Başlıq\"", "\"\"")
        .replace("\"<p>Mətn</p>\"", "\"\"");
    let needed = [
        "07.toml:4:1: error: author: a post needs it to be published",
        "07.toml:7:1: error: az.title: a post needs it to be published",
        "07.toml:9:1: error: az.content: a post needs it to be published",
    ];
    assert_eq!(of_post(&empty), needed);
    let blank = whole.replace("<p>Mətn</p>", "<p> </p><p>&nbsp;<br></p>");
    assert_eq!(of_post(&blank), [needed[2]]);
    let picture = whole.replace("<p>Mətn</p>", "<hr>");
    assert_eq!(of_post(&picture), [""; 0]);
}

#[test]
fn another_language_is_whole_or_not_there() {
    let post = |title: &str, content: &str| {
        let texts = format!("title = \"{title}\"\nexcerpt = \"\"\ncontent = \"{content}\"");
        of_post(&format!("{FACTS}{AZ}[en]\n{texts}\n"))
    };
    assert_eq!(post("Title", "<p>Text</p>"), [""; 0]);
    assert_eq!(post("", ""), [""; 0]);
    assert_eq!(
        post("", "<p>Text</p>"),
        ["07.toml:11:1: error: en.title: a post needs it to be published"]
    );
    assert_eq!(
        post("Title", ""),
        ["07.toml:13:1: error: en.content: a post needs it to be published"]
    );
}

/// Titles and what a post is told in short are plain text: what looks like a tag is seen.
#[test]
fn a_title_may_have_a_sign_of_less_than() {
    let whole = format!("{FACTS}{AZ}").replace("\"Başlıq\"", "\"<5% ƏDV\"");
    assert_eq!(of_post(&whole), [""; 0]);
    for field in [
        "title = \"<5% VAT\"\nexcerpt = \"\"",
        "title = \"\"\nexcerpt = \"<5% VAT\"",
    ] {
        let told = of_post(&format!("{whole}[en]\n{field}\ncontent = \"\"\n"));
        let missing = "07.toml:13:1: error: en.content: a post needs it to be published";
        assert!(told.iter().any(|line| line == missing), "{told:?}");
    }
}

#[test]
fn a_number_is_that_of_one_post() {
    let post = format!("{FACTS}{AZ}");
    let twice = of_posts(&[("08.toml", post.clone()), ("8.toml", post.clone())]);
    assert_eq!(
        twice,
        ["8.toml: error: 08.toml has the same number (give one of them another name)"]
    );
    let wrong = post.replace("\"Başlıq\"", "\"\"");
    let twice = of_posts(&[("08.toml", wrong), ("8.toml", post)]);
    assert_eq!(twice.len(), 2, "{twice:?}");
}

#[test]
fn words_of_an_address_are_told_where_they_stand() {
    let post = |slug: &str| of_post(&format!("{FACTS}{AZ}slug = \"{slug}\"\n"));
    assert_eq!(post("edv-2026"), [""; 0]);
    assert_eq!(
        post("ABC"),
        [
            "07.toml:10:1: error: az.slug: \"ABC\" is no name: small Latin letters, digits and hyphens between them"
        ]
    );
    let long = "x".repeat(49);
    let told = post(&long);
    assert_eq!(
        told,
        [format!(
            "07.toml:10:1: error: az.slug: {long:?} has 49 letters; a name has 40 at most"
        )]
    );
}

#[test]
fn of_two_featured_posts_the_second_is_told() {
    let post = format!("{FACTS}{AZ}").replace("featured = false", "featured = true");
    let told = of_posts(&[("03.toml", post.clone()), ("07.toml", post)]);
    assert_eq!(
        told,
        ["07.toml:2:1: error: featured: 03.toml is featured, too (one post at most is)"]
    );
}

/// No folder is no post; one that cannot be read is not the same.
#[test]
fn a_folder_that_cannot_be_read_is_told_and_not_taken_for_an_empty_one() {
    let site = SiteTest::new();
    let at = |name: &str| site.path("content").join(name);
    let said = || match Samples::read(&site.path("content")) {
        Ok(samples) => vec![format!("{} posts", samples.posts.len())],
        Err(problems) => {
            let root = format!("{}/", site.path("content").display());
            let lines = problems.0.iter().map(|problem| problem.to_string());
            lines.map(|line| line.replace(&root, "")).collect()
        }
    };
    let _ = std::fs::remove_dir_all(at("posts"));
    assert_eq!(said(), ["0 posts"]);

    symlink("nowhere", at("posts")).unwrap();
    assert!(said()[0].starts_with("posts: error: "), "{:?}", said());
    std::fs::remove_file(at("posts")).unwrap();
    std::fs::write(at("posts"), "").unwrap();
    assert_eq!(said(), ["posts: error: this is not a folder"]);
    std::fs::remove_file(at("posts")).unwrap();

    let pictured = format!("{FACTS}image = \"a.png\"\n{AZ}");
    site.write("content/posts/07.toml", &pictured);
    assert!(
        said()[0].contains("there is no such picture"),
        "{:?}",
        said()
    );
    // It leads to itself, which no user can follow.
    symlink("images", at("posts/images")).unwrap();
    let told = said();
    assert!(
        told.len() == 1 && told[0].starts_with("posts/images: error: "),
        "{told:?}"
    );
    std::fs::remove_file(at("posts/images")).unwrap();
    std::fs::write(at("posts/images"), "").unwrap();
    assert_eq!(said(), ["posts/images: error: this is not a folder"]);
}
