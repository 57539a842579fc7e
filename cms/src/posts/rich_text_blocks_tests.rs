use super::*;

#[test]
fn quotes_lines_and_tables_stay() {
    let html = concat!(
        "<p>a</p><blockquote><p>b <em>c</em></p><p>d</p></blockquote><hr>",
        "<table><thead><tr><th>Vergi</th><th></th></tr></thead>",
        "<tbody><tr><td>ƏDV<br>x</td><td><strong>18</strong> %</td></tr><tr><td>a</td><td>b</td></tr></tbody></table>",
    );
    assert_eq!(clean(html), html);
}

#[test]
fn they_have_one_form_at_the_top_of_a_text_and_nothing_nested() {
    let table = [
        (
            "<table class=x><caption>t</caption><tr><td colspan=2>a</td></tr><tr><th>b</th></tr></table>",
            "t<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>",
        ),
        (
            "<table><thead><tr><th>a</th></tr><tr><th>b</th></tr></thead><tbody><tr><td>c</td></tr></tbody><tfoot><tr><td>d</td></tr></tfoot></table>",
            "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr><tr><td>c</td></tr><tr><td>d</td></tr></tbody></table>",
        ),
        (
            "<table><tr><td><p>a</p><h2>b</h2><ul><li>c</li></ul>d<p></p></td></tr></table>",
            "<table><thead><tr><th>a<br>b<br>c<br>d</th></tr></thead></table>",
        ),
        (
            "<table><tr><td>a<table><tr><td>b</td><td>c</td></tr></table></td></tr></table>",
            "<table><thead><tr><th>a<br>b<br>c</th></tr></thead></table>",
        ),
        ("<table></table><blockquote></blockquote>a", "a"),
        (
            "<ul><li>a<hr><blockquote>b</blockquote></li></ul>",
            "<ul><li>a<br>b</li></ul>",
        ),
        (
            "<blockquote><h2>a</h2><hr><blockquote><p>b</p></blockquote></blockquote>",
            "<blockquote><p>a</p><p>b</p></blockquote>",
        ),
        (
            "<blockquote><ul><li>a</li><li>b</li></ul></blockquote>",
            "<blockquote><p>a</p><p>b</p></blockquote>",
        ),
        (
            "<table><tr><td><img src=\"/a.png\"><p><img src=\"/b.png\"></p></td></tr></table>",
            "<table><thead><tr><th><img src=\"/a.png\"><br><img src=\"/b.png\"></th></tr></thead></table>",
        ),
    ];
    for (given, expected) in table {
        assert_eq!(clean(given), expected, "{given}");
        assert_eq!(clean(expected), expected);
    }
}

#[test]
fn cells_of_a_table_that_goes_stay_apart() {
    let rows = "<tr><td>2025</td><td>18</td></tr><tr><td>2026</td><td>20</td></tr>";
    let table = format!("<table>{rows}</table>");
    let apart = "2025<br>18<br>2026<br>20";
    for (given, expected) in [
        (
            format!("<ul><li>ƏDV{table}faiz</li><li>b</li></ul>"),
            format!("<ul><li>ƏDV<br>{apart}<br>faiz</li><li>b</li></ul>"),
        ),
        (
            format!("<blockquote>{table}</blockquote>"),
            format!("<blockquote>{apart}</blockquote>"),
        ),
        (
            format!("<blockquote><p>a</p>{table}<p>b</p></blockquote>"),
            format!("<blockquote><p>a</p>{apart}<p>b</p></blockquote>"),
        ),
        (
            format!("<ol><li><blockquote>{table}</blockquote><p>b</p>c</li></ol>"),
            format!("<ol><li>{apart}<p>b</p>c</li></ol>"),
        ),
        (
            format!("<h2>a{table}</h2><p>b</p>"),
            format!("<h2>a<br>{apart}</h2><p>b</p>"),
        ),
        (
            "<ul><li>a<blockquote><ul><li>b</li></ul></blockquote>c</li></ul>".into(),
            "<ul><li>a<ul><li>b</li></ul>c</li></ul>".into(),
        ),
        (
            "<table><tr><td>12<hr>5</td></tr></table><ul><li>12<hr>5</li></ul>".into(),
            "<table><thead><tr><th>12<br>5</th></tr></thead></table><ul><li>12<br>5</li></ul>"
                .into(),
        ),
    ] {
        assert_eq!(clean(&given), expected, "{given}");
        assert_eq!(clean(&expected), expected);
    }
}

#[test]
fn lines_of_other_programs_stay_apart() {
    for (given, expected) in [
        (
            "<div>ƏDV 2025</div><div>18 manat</div>",
            "ƏDV 2025<br>18 manat",
        ),
        ("x<div>a</div>y<div>b</div>", "x<br>a<br>y<br>b"),
        (
            "<div><div><p>a</p></div><div>b</div><section>c</section></div><p>d</p>",
            "<p>a</p>b<br>c<p>d</p>",
        ),
        (
            "<strong><div>1</div><div>2</div></strong><figure><img src=\"/a.png\"><figcaption>b</figcaption></figure>",
            "<strong>1<br>2</strong><br><img src=\"/a.png\"><br>b",
        ),
        ("a<br><div>b</div><br>c", "a<br>b<br>c"),
        (
            "<ul><li><div>a</div><div>b</div></li></ul><div>c</div><hr><div>d</div>",
            "<ul><li>a<br>b</li></ul>c<hr>d",
        ),
        (
            "<blockquote><h4>a</h4><div>b</div></blockquote>",
            "<blockquote><p>a</p>b</blockquote>",
        ),
        (
            "<dl><dt>a</dt><dd>1</dd></dl><pre>2</pre><address>c</address>",
            "a<br>1<br>2<br>c",
        ),
        (
            "<div></div><div> </div><div>a</div><div><br></div>",
            " a<br>",
        ),
        (
            "<p>a</p>\n<div>\n<p>b</p>\n</div>",
            "<p>a</p>\n\n<p>b</p>\n",
        ),
    ] {
        assert_eq!(clean(given), expected, "{given}");
        assert_eq!(clean(expected), expected);
    }
}

#[test]
fn a_text_has_a_sane_number_of_cells() {
    let row = format!("<tr>{}</tr>", "<td>a</td>".repeat(50));
    assert!(super::super::clean(&format!("<table>{}</table>", row.repeat(400))).is_ok());
    let many = format!("<table>{}</table>", row.repeat(401));
    assert_eq!(super::super::clean(&many), Err("too_complex"));
}

#[test]
fn links_lead_to_mail_and_telephone_too_and_images_do_not() {
    for good in [
        "mailto:a@b.az",
        "MAILTO:ad.soyad+x@xəzri.az?subject=Salam%20a&amp;body=x",
        "tel:+994501234567",
        "tel:(012)345-67-89",
        "tel:102",
    ] {
        let html = format!("<a href=\"{good}\">a</a>");
        assert_eq!(clean(&html), html);
    }
    for bad in [
        "mailto:",
        "mailto:a",
        "mailto:@b.az",
        "mailto:a@b@c",
        "mailto:a@b.az&#10;x",
        "mailto:a b@c.az",
        "mailto:a@b.az?subject=a b",
        "mailto:a@b.az?subject=<",
        "tel:",
        "tel:12",
        "tel:abc",
        "tel:*100#",
        "tel:1+2345",
    ] {
        let html = format!("<a href=\"{bad}\">a</a>");
        assert_eq!(clean(&html), "a", "{bad}");
    }
    assert_eq!(
        clean("<img src=\"mailto:a@b.az\"><img src=\"tel:102\">"),
        ""
    );
}
