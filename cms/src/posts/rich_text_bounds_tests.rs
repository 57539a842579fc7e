use super::*;
use crate::posts::rich_text::{clean, embedded_images};

#[test]
fn what_would_take_long_is_refused_quickly() {
    let table = [
        ("<ul><li>".repeat(60_000), "too_complex"),
        ("<b><ul><li></b>".repeat(1_000), "too_complex"),
        ("<div></i>".repeat(1_000), "too_complex"),
        (
            format!("<style><x a=\"</style>{}\">", "<ul>".repeat(1_000)),
            "too_complex",
        ),
        (
            format!(
                "<p {}>",
                (0..1_000).map(|n| format!("a{n} ")).collect::<String>()
            ),
            "too_complex",
        ),
        ("x".repeat(MAX_TEXT + 1), "too_long"),
    ];
    for (html, code) in table {
        assert_eq!(check(&html), Err(code), "{}", &html[..40]);
    }
    let picture = format!(
        "<p><img src=\"data:image/png;base64,{}\"></p>",
        "A".repeat(2 * MAX_TEXT)
    );
    let list = format!("{}x{}", "<ul><li>".repeat(50), "</li></ul>".repeat(50));
    for html in [
        picture,
        list,
        "<p>a</p>".repeat(10_000),
        "<p>a<br>b".repeat(50),
        "x".repeat(MAX_TEXT),
    ] {
        assert_eq!(check(&html), Ok(()), "{}", &html[..40]);
    }
}

/// Little that a parser makes much of, each as large as a save may be: refused, or as small as was promised.
#[test]
fn nothing_grows_beyond_its_bound() {
    let left_open = |tag: &str| {
        (0..190)
            .map(|n| format!("<{tag} a={n}>"))
            .collect::<String>()
    };
    let lines = "<p>x</p>".repeat(25_000);
    let table = [
        format!("<p>{}{lines}", left_open("b")),
        format!("<p>{}{lines}", left_open("nobr")),
        format!("<p>{}{lines}", left_open("font")),
        format!("<ul><li>{}{}", left_open("i"), "<li>x</li>".repeat(25_000)),
        format!("<h1>{}{}", left_open("u"), "<h2>x</h2>".repeat(25_000)),
        format!("<p>{}{}", left_open("s"), "<div>x</div>".repeat(25_000)),
        format!(
            "<table>{}{}",
            left_open("b"),
            "<tr><td>x</td></tr>".repeat(9_000)
        ),
        format!(
            "<table><tr><td>{}{}",
            left_open("b"),
            "<td>x</td>".repeat(9_000)
        ),
        format!(
            "<p><a href=\"https://x.example/{}\">{lines}",
            "a".repeat(2_000)
        ),
        format!(
            "<p><b {}>{lines}",
            (0..60).map(|n| format!("a{n} ")).collect::<String>()
        ),
        "<b><p>x</b></p>".repeat(60_000),
        "<a href=\"/\"><p>x</a></p>".repeat(40_000),
        "<blockquote>".repeat(190) + "x",
        "<blockquote><p>x".repeat(90),
        "<table><tr><td>".repeat(60),
        "<table>".repeat(190),
        format!("<table><tr>{}", "<td><p>x<p>y".repeat(9_000)),
        format!("<table>{}", "<tr>".repeat(90_000)),
        "<p></p><b></b><i></i>".repeat(45_000),
        "</p>".repeat(240_000),
        "<li>".repeat(150),
        "&".repeat(900_000),
        "\u{a0}".repeat(450_000),
        "<\u{1}ul><\u{1}li>".repeat(60_000),
        "<img src=\"data:image/png;base64,AAAA\">".repeat(MAX_PICTURES + 1),
    ];
    for html in table {
        let start: String = html.chars().take(60).collect();
        let Ok(cleaned) = clean(&html) else { continue };
        assert!(cleaned.len() <= 8 * html.len() + 64 * 1024, "{start}");
        assert!(cleaned.len() <= MAX_TEXT, "{start}");
        assert_eq!(clean(&cleaned).as_deref(), Ok(cleaned.as_str()), "{start}");
    }
}

#[test]
fn formatting_that_is_left_open_in_many_paragraphs_is_refused_before_it_is_built() {
    let open: String = (0..190).map(|n| format!("<b a={n}>")).collect();
    let html = format!("<p>{open}{}", "<p>x</p>".repeat(25_000));
    assert_eq!(check(&html), Ok(()));
    assert_eq!(check_growth(&html, room(&html)), Err("too_complex"));
    assert_eq!(clean(&html), Err("too_complex"));
}

#[test]
fn what_may_not_stand_in_a_table_is_not_looked_a_place_for_without_end() {
    let breaks = "<br>".repeat(100_000);
    for html in [
        format!("<table>{breaks}"),
        format!("{breaks}<table>{}", "a<tr></tr>".repeat(50_000)),
        // Few, among much that stands where it may.
        format!("{breaks}<table>{}", "a<tr></tr>".repeat(5_000)),
    ] {
        assert_eq!(check(&html), Ok(()));
        assert_eq!(check_growth(&html, room(&html)), Err("too_complex"));
        assert_eq!(clean(&html), Err("too_complex"));
    }
    // One in each row, as a page's author may have got it wrong.
    let rows = "<tr>&nbsp;<td>a</td><td>b</td><td>c</td></tr>".repeat(5_000);
    let html = format!("{}<table>{rows}</table>", "<p>a</p>".repeat(1_000));
    assert_eq!(check_growth(&html, room(&html)), Ok(()));
}

#[test]
fn what_editors_and_other_programs_write_is_taken() {
    let word = "<p class=MsoNormal style='margin:0cm'><b><span lang=AZ style='font-size:12.0pt'>Hesabat</span></b></p>";
    let table = [
        word.repeat(5_000),
        "<p><b>a<i>b</b>c</i></p>".repeat(50),
        "<ul><li>a<ul><li>b</li></ul></li></ul>".repeat(5_000),
        "<table><tr><td>1</td><td>2</td></tr></table>".repeat(5_000),
        "Ə &amp; &lt;b&gt; ".repeat(20_000),
        "<p><img src=\"data:image/png;base64,AAAA\"></p>".repeat(MAX_PICTURES),
    ];
    for html in table {
        let cleaned = clean(&html).unwrap_or_else(|code| panic!("{code}: {html:.60}"));
        assert!(!cleaned.is_empty(), "{html:.60}");
    }
    let many = "<img src=\"data:image/png;base64,AAAA\">".repeat(MAX_PICTURES);
    assert_eq!(
        clean(&many).map(|html| embedded_images(&html).len()),
        Ok(MAX_PICTURES)
    );
}

/// A parser makes much of little where the whole is little; a bound that only multiplies would refuse it.
#[test]
fn a_short_text_has_room() {
    let left_open = ["b", "i", "u", "s", "em", "strong", "code", "small"];
    let left_open: String = left_open
        .iter()
        .map(|tag| format!("<{tag}>").repeat(3))
        .collect();
    let html = format!("<p>{left_open}{}", "<p>x".repeat(60));
    assert!(clean(&html).is_ok());
}

/// What an element is written as: its tags, and its attributes in quotes. The parser puts all of it into two of its own.
#[test]
fn markup_is_counted_by_the_byte() {
    let html = "<ul title=\"abc\">x</ul>";
    let bytes = "<div><html><ul title=\"abc\"></ul></html></div>".len();
    assert_eq!(check_growth(html, bytes), Ok(()));
    assert_eq!(check_growth(html, bytes - 1), Err("too_complex"));
}
