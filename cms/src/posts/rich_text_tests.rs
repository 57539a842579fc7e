#![allow(clippy::unwrap_used, clippy::panic)]

use proptest::prelude::*;

use super::*;

const PNG: &str = "data:image/png;base64,iVBORw0KGgo=";

fn clean(html: &str) -> String {
    super::clean(html).unwrap_or_else(|code| panic!("{code}: {html:.80}"))
}

#[test]
fn keeps_exactly_what_the_toolbar_makes() {
    let html = concat!(
        "<h1>1</h1><h2>2</h2><h3>3</h3><p>a <strong>b</strong> <b>b</b> <em>i</em> <i>i</i> <u>u</u> <s>s</s><br>x</p>",
        "<ol><li>one<ul><li>nested</li></ul></li></ol><p><a href=\"https://example.com/?a=1&amp;b=2\">link</a> ",
        "<a href=\"/contact/\">site</a> <img src=\"/api/blog/images/3/\" alt=\"Bakı\"></p>",
    );
    assert_eq!(clean(html), html);
}

#[test]
fn drops_what_the_toolbar_cannot_make() {
    let table = [
        (
            "<p style=\"color:red\" class=\"x\" id=\"y\" dir=\"ltr\">a</p>",
            "<p>a</p>",
        ),
        (
            "<h4>a</h4><div>b</div><pre>c</pre><span>d</span>",
            "<h3>a</h3>b<br>c<br>d",
        ),
        (
            "<iframe src=\"https://x.example/\"></iframe><script>a</script>b",
            "b",
        ),
        (
            "<dl><dt>a</dt></dl><figure>b</figure><details>c</details>",
            "a<br>b<br>c",
        ),
        ("<a href=\"ftp://x/\">f</a><a href=\"sms:1234\">s</a>", "fs"),
        (
            "<a href=\"https://x.example/\" target=\"_blank\" rel=\"opener\">a</a>",
            "<a href=\"https://x.example/\">a</a>",
        ),
        (
            "<p><a href=\" javascript:x()\">a <b>b</b><br><img src=\"/c.png\"></a></p>",
            "<p>a <b>b</b><br><img src=\"/c.png\"></p>",
        ),
        ("<img src=\"relative.png\" alt=\"x\">", ""),
        ("<img alt=\"no address\">", ""),
        ("<!-- note --><p>a</p>", "<p>a</p>"),
        ("<style>p{}</style><p>a</p>", "<p>a</p>"),
        ("<a href=\"//evil.example/\">a</a>", "a"),
        ("<p>a\u{0}\u{8}b\u{ffff}</p>", "<p>ab</p>"),
        ("<p>a&#4;b&#x1f;c&#xfffe;d</p>", "<p>abcd</p>"),
    ];
    for (given, expected) in table {
        assert_eq!(clean(given), expected, "{given}");
    }
}

#[test]
fn letters_that_are_only_drawn_become_letters() {
    let table = [
        (
            "<p>10<sup>6</sup> m<sup>2</sup>, CO<sub>2</sub>, x<sup>-1</sup></p>",
            "<p>10⁶ m², CO₂, x⁻¹</p>",
        ),
        (
            "<p>1<sup>st</sup> a<sup>[1]</sup> b<sup> </sup>c<sup>&lt;2</sup></p>",
            "<p>1st a[1] b c&lt;2</p>",
        ),
        ("<sup><b>2</b></sup><sub><sup>3</sup></sub>", "<b>²</b>³"),
        (
            "<p><q>a <q>b</q> <b>c</b></q>, <q>d</q></p>",
            "<p>“a ‘b’ <b>c</b>”, “d”</p>",
        ),
        (
            "<table><tr><td>m<sup>2</sup></td></tr></table>",
            "<table><thead><tr><th>m²</th></tr></thead></table>",
        ),
    ];
    for (given, expected) in table {
        assert_eq!(clean(given), expected, "{given}");
        assert_eq!(clean(expected), expected);
    }
}

/// After cleaning, nothing of these may be left that a browser would run.
#[test]
fn attacks_come_out_harmless() {
    let corpus = include_str!("../../tests/xss.txt");
    for attack in corpus.lines().filter(|line| !line.is_empty()) {
        assert_harmless(&clean(attack), attack);
    }
}

#[track_caller]
fn assert_harmless(html: &str, source: &str) {
    let mut wrong = Vec::new();
    let handler = element!("*", |element| {
        let name = element.tag_name();
        if !TAGS.contains(&name.as_str()) {
            wrong.push(name.clone());
        }
        for attribute in element.attributes() {
            let (key, value) = (attribute.name(), attribute.value().to_ascii_lowercase());
            let allowed = match (name.as_str(), key.as_str()) {
                ("a", "href") => web_address(&value).or(direct_address(&value)).is_some(),
                ("img", "src") => web_address(&value).is_some() || value.starts_with("data:image/"),
                ("img", "alt" | "data-caption") => true,
                _ => false,
            };
            if !allowed {
                wrong.push(format!("{name} {key}={value}"));
            }
        }
        Ok(())
    });
    let rewritten = rewrite_str(
        html,
        RewriteStrSettings::new().append_element_content_handler(handler),
    );
    assert!(
        rewritten.is_ok() && wrong.is_empty(),
        "{source:?} became {html:?}: {wrong:?}"
    );
}

#[test]
fn a_caption_of_a_picture_in_a_text_is_words_on_one_line() {
    let of = |caption: &str| {
        let html =
            format!("<p><img src=\"/api/blog/images/3/\" alt=\"\" data-caption=\"{caption}\"></p>");
        let cleaned = clean(&html);
        let (_, rest) = cleaned.split_once("data-caption=\"").unwrap();
        rest.split_once('"').unwrap().0.to_owned()
    };
    assert_eq!(
        of(" Bakı,\n 2025 &quot;A&quot; "),
        "Bakı, 2025 &quot;A&quot;"
    );
    assert_eq!(of(" "), "", "none, on purpose");
    assert_eq!(of(&"ə".repeat(501)).chars().count(), 500);
    assert_eq!(clean("<p data-caption=\"a\">b</p>"), "<p>b</p>");
}

#[test]
fn data_images_of_four_types_survive_and_others_do_not() {
    for kind in ["jpeg", "jpg", "png", "gif", "webp"] {
        let html = format!("<img src=\"data:image/{kind};base64,AAAA\" alt=\"\">");
        assert_eq!(embedded_images(&clean(&html)), [vec![0, 0, 0]], "{kind}");
    }
    for src in [
        "data:image/svg+xml;base64,AAAA",
        "data:text/html,x",
        "data:image/png,raw",
        "data:image/png;base64,%%%",
    ] {
        assert_eq!(clean(&format!("<img src=\"{src}\" alt=\"\">")), "", "{src}");
    }
    assert_eq!(clean(&format!("<a href=\"{PNG}\">a</a>")), "a");
}

#[test]
fn data_images_become_addresses_in_their_order() {
    let html = clean(&format!(
        "<p><img src=\"{PNG}\" alt=\"a\">b<img src=\"https://x.example/c.png\" alt=\"\"><img src=\"{PNG}\"></p>"
    ));
    assert_eq!(embedded_images(&html).len(), 2);
    let pointed = point_to(
        &html,
        &["/api/blog/images/7/".into(), "/api/blog/images/8/".into()],
    );
    assert_eq!(
        pointed,
        "<p><img src=\"/api/blog/images/7/\" alt=\"a\">b<img src=\"https://x.example/c.png\" alt=\"\"><img src=\"/api/blog/images/8/\"></p>"
    );
    assert_eq!(stored_images(&pointed), [7, 8]);
    let linked = "<p><a href=\"/api/blog/images/9/\"><img src=\"/api/blog/images/7/\"></a> /api/blog/images/5/</p>";
    assert_eq!(
        stored_images(linked),
        [9, 7],
        "a link is a use, words are not"
    );
    assert_eq!(
        renumber(linked, |id| (id > 8).then_some(id + 100)),
        linked.replace("/9/", "/109/")
    );
    assert_eq!(clean(&pointed), pointed);
}

#[test]
fn other_names_for_what_the_toolbar_makes_keep_their_meaning() {
    let table = [
        ("<p><strike>a</strike></p>", "<p><s>a</s></p>"),
        (
            "<p><del>a</del> <DEL>b</DEL></p>",
            "<p><s>a</s> <s>b</s></p>",
        ),
        ("<p><ins cite=\"x\">a</ins></p>", "<p><u>a</u></p>"),
        ("<del><p>a</p></del>", "<s><p>a</p></s>"),
        (
            "<p><ins>a<del>b<strike>c</p>",
            "<p><u>a<s>b<s>c</s></s></u></p>",
        ),
        (
            "<p>&lt;del&gt; <details>a</details></p>",
            "<p>&lt;del&gt; </p>a",
        ),
    ];
    for (given, expected) in table {
        let cleaned = clean(given);
        assert!(cleaned.starts_with(expected), "{given} became {cleaned}");
        assert_eq!(clean(&cleaned), cleaned);
    }
}

#[path = "rich_text_blocks_tests.rs"]
mod blocks;

/// The last resort of a text that no round of cleaning settles, of which none is known.
#[test]
fn what_is_escaped_is_read_as_it_was_written() {
    assert_eq!(escape("a < b & c > &lt;"), "a &lt; b &amp; c &gt; &amp;lt;");
}

#[test]
fn an_empty_editor_is_blank() {
    for html in [
        "",
        "<p></p>",
        "<p><br></p>",
        "<ul><li> &nbsp;</li></ul>",
        "<p>\u{a0}</p>",
    ] {
        assert!(is_blank(&clean(html)), "{html}");
    }
    for html in [
        "x",
        "<p>0</p>",
        "<p>&lt;</p>",
        ">",
        "<img src=\"/api/blog/images/1/\" alt=\"\">",
        "<hr>",
    ] {
        assert!(!is_blank(&clean(html)), "{html}");
    }
}

#[test]
fn plain_texts_lose_control_characters_only() {
    assert_eq!(plain("  a\r\n\u{1}b\t "), "a\nb");
    assert_eq!(plain_line(" Ə \n ğ\u{7f} "), "Ə ğ");
    assert_eq!(plain("<b>&amp;</b>"), "<b>&amp;</b>");
}

/// The editor reads the same file: `admin-ui/src/rich-text/agreement.test.ts`.
#[test]
fn the_editor_and_the_server_agree() {
    #[derive(serde::Deserialize)]
    struct Fixture {
        given: String,
        cleaned: String,
        canonical: String,
    }
    let corpus = include_str!("../../tests/rich-text.json");
    let corpus: Vec<Fixture> = serde_json::from_str(corpus).unwrap();
    for fixture in corpus {
        assert_eq!(clean(&fixture.given), fixture.cleaned);
        // What the editor sends is stored as it is, to the byte.
        assert_eq!(clean(&fixture.canonical), fixture.canonical);
    }
}

/// Fragments that tend to break sanitisers when they are put side by side.
fn soup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        prop::sample::select(vec![
            "<p>",
            "</p>",
            "<b>",
            "</b>",
            "<a href='https://x.example/?a&b'>",
            "</a>",
            "<ul>",
            "<li>",
            "</li>",
            "</ul>",
            "<h1>",
            "</h1>",
            "<table>",
            "<td>",
            "</table>",
            "<svg>",
            "<style>",
            "</style>",
            "<math>",
            "<mtext>",
            "<button>",
            "</button>",
            "<script>",
            "</script>",
            "<!--",
            "-->",
            "<img src=x onerror=y>",
            "<img src='data:image/png;base64,AAAA'>",
            "<br>",
            "<form>",
            "<noscript>",
            "<template>",
            "<textarea>",
            "<title>",
            "<select>",
            "<option>",
            "&lt;",
            "&amp;",
            "\u{a0}",
            "\0",
            "\"",
            "'",
            "<",
            ">",
            "<![CDATA[",
            "]]>",
            "<frameset>",
            "<plaintext>",
            "<s>",
            "<em>",
            "</em>",
            "<strike>",
            "<del>",
            "</del>",
            "<ins>",
            "<blockquote>",
            "</blockquote>",
            "<hr>",
            "<tr>",
            "</tr>",
            "<th>",
            "</td>",
            "<thead>",
            "<tbody>",
            "<caption>",
            "<sup>",
            "</sup>",
            "<sub>",
            "<q>",
            "</q>",
            "<div>",
            "</div>",
            "<h5>",
            "<dd>",
            "<a href='mailto:a@b.az'>",
        ])
        .prop_map(str::to_owned),
        "[a-zəğ<>&\"'/= ]{0,6}",
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

// What is ambiguous to a parser is refused, which is harmless, too.
proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn cleaning_twice_is_cleaning_once(html in soup()) {
        let Ok(once) = super::clean(&html) else { return Ok(()) };
        prop_assert!(once.len() <= 8 * html.len() + 64 * 1024);
        prop_assert_eq!(clean(&once), once);
    }

    #[test]
    fn anything_comes_out_harmless(html in soup()) {
        let Ok(cleaned) = super::clean(&html) else { return Ok(()) };
        assert_harmless(&cleaned, &html);
    }

    #[test]
    fn any_text_is_accepted(html in any::<String>()) {
        let Ok(once) = super::clean(&html) else { return Ok(()) };
        prop_assert_eq!(clean(&once), once);
    }
}
