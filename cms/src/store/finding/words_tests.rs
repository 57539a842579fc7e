use generator::{Lang, Texts};

use super::*;

fn post(title: &str, author: &str, content: &str) -> Post {
    Post {
        author: author.to_owned(),
        title: [(Lang::AZ, title)].into(),
        content: [(Lang::AZ, content)].into(),
        id: 1,
        date: jiff::Timestamp::UNIX_EPOCH,
        updated: None,
        category: generator::Category::AUDIT,
        featured: false,
        trending: false,
        image_id: None,
        image: None,
        excerpt: Texts::default(),
        meta: generator::Meta::default(),
        slugs: generator::Slugs::default(),
        pictures: generator::PictureNotes::new(),
    }
}

fn finds(question: &str, post: &Post) -> bool {
    Question::of(question).unwrap().unwrap().fits(post)
}

/// The pairs that the generator and the browser read, too: all three fold alike.
#[test]
fn letters_fold_as_in_the_search_of_the_site() {
    let pairs = include_str!("../../../../templates/islands/test/folded.json");
    let pairs: Vec<[String; 2]> = serde_json::from_str(pairs).unwrap();
    let mut asked = 0;
    for [text, folded] in pairs {
        let Some(question) = Question::of(&folded).unwrap() else {
            continue;
        };
        if question.expression().is_some() {
            assert!(question.fits(&post(&text, "", "")), "{text:?}");
            asked += 1;
        }
    }
    assert!(asked > 8, "{asked}");
}

#[test]
fn a_name_is_found_by_any_part_a_content_by_the_beginning_of_a_word() {
    let post = post(
        "Ödəmə mənbəyində VERGİ",
        "Şükür Ələkbərov",
        "<p>Uçot <b>siya</b>səti</p><p>İLLİK</p>",
    );
    for found in [
        "mənbə",
        "ənbəy",
        "vergi",
        "ERGİ",
        "ələk",
        "kbər",
        "uçot",
        "uç",
        "siyasət",
        "illik",
        "İllik vergi",
    ] {
        assert!(finds(found, &post), "{found}");
    }
    for missed in [
        "çot",
        "əti",
        "səti illik x",
        "vergi audit",
        "p",
        "bsiya",
        "%",
        "\"",
        "*",
    ] {
        assert!(!finds(missed, &post), "{missed}");
    }
}

#[test]
fn tags_and_their_attributes_are_no_words() {
    let html = "<p><a href=\"https://gov.az/a>b\" title='x > y'>Qanun</a>&nbsp;və&amp;ya<img src=\"/z\" alt=\"\">qayda<br>son</p><";
    assert_eq!(
        readable(html).split_whitespace().collect::<Vec<_>>(),
        ["Qanun", "və", "ya", "qayda", "son"]
    );
}

#[test]
fn a_word_without_end_is_cut_alike_in_the_text_and_in_the_question() {
    let long = "ə".repeat(5_000);
    let words = of_post(&post(&long, "", &long));
    assert!(words.len() < 2 * LONGEST * LONGEST, "{}", words.len());
    assert!(finds(&"ə".repeat(150), &post(&long, "", "")));
}

#[test]
fn a_question_has_an_end() {
    assert_eq!(Question::of(" \u{a0} "), Ok(None));
    assert_eq!(Question::of(&"a ".repeat(150)), Err(TooLong));
    // Of a sentence that was copied the first words are looked for, each once.
    let many: Vec<String> = (10..23).map(|number| format!("a{number}")).collect();
    let asked = |words: &[String]| Question::of(&words.join(" ")).unwrap().unwrap();
    assert_eq!(asked(&many), asked(&many[..12]));
    assert_ne!(asked(&many), asked(&many[..11]));
    let twice = [many.as_slice(), many.as_slice()].concat();
    assert_eq!(asked(&twice), asked(&many[..12]));
    let signs = Question::of("%*\"' AND").unwrap().unwrap();
    assert_eq!(signs.expression().unwrap(), "\"and\"*");
}

#[test]
fn names_are_in_the_order_of_the_alphabet() {
    let mut names = [
        "Zaur",
        "",
        "Ələkbər",
        "Яна",
        "Çinar",
        "Cavid",
        "Elşən",
        "Fuad",
        "7",
        "Iradə",
        "İlqar",
        "Xəyal",
        "Həsən",
        "Jalə",
        "Борис",
    ];
    names.sort_by_key(|name| sorted_as(name));
    assert_eq!(
        names,
        [
            "7",
            "Cavid",
            "Çinar",
            "Elşən",
            "Ələkbər",
            "Fuad",
            "Həsən",
            "Xəyal",
            "İlqar",
            "Iradə",
            "Jalə",
            "Zaur",
            "Борис",
            "Яна",
            ""
        ]
    );
}
