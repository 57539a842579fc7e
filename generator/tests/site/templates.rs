//! Templates: what goes in as text comes out as text, and mistakes are named.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use generator::{Category, Lang};
use sha2::{Digest as _, Sha256};

use crate::support::{SiteTest, post};

const ATTACK: &str = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>";

#[test]
fn a_script_in_any_field_comes_out_as_text() {
    let mut site = SiteTest::new().posts([post(1), post(2)]);
    site.edit(1, |post| {
        post.author = ATTACK.into();
        for lang in [Lang::AZ, Lang::EN, Lang::RU] {
            post.title.set(lang, ATTACK);
            post.excerpt.set(lang, ATTACK);
        }
        post.image = Some(format!("https://x.example/{ATTACK}"));
        post.featured = true;
    });
    site.change(
        "content/az/firm.toml",
        "name = \"Firma\"",
        &format!("name = '''{ATTACK}'''"),
    );
    site.change(
        "content/az/services/audit.toml",
        "title = \"Audit xidmətləri\"",
        &format!("title = '''{ATTACK}'''"),
    );
    site.build();
    for (name, file) in site.state() {
        let text = String::from_utf8(file.bytes).unwrap_or_default();
        if name.ends_with(".html") || name.ends_with(".xml") {
            assert!(!text.contains("<script>alert"), "{name}:\n{text}");
            assert!(!text.contains("<img src=x"), "{name}:\n{text}");
        }
    }
    site.assert_file("blog/1/index.html", "&lt;script&gt;alert(1)");
}

#[test]
fn an_island_that_throws_is_named_with_its_stack() {
    let mut site = SiteTest::new();
    site.write(
        "templates/pages/faq.html",
        "{% extends \"layouts/base.html\" %}\n{% block main %}\n{{ island(\"Broken\", {\"a\": 1}) }}\n{% endblock %}",
    );
    let errors = site.errors();
    let line = errors.iter().find(|line| line.contains("Broken")).unwrap();
    assert!(
        line.starts_with("templates/pages/faq.html:3: error:"),
        "{line}"
    );
    assert!(
        line.contains("broken on purpose") && line.contains("renderIsland"),
        "{line}"
    );
    assert!(line.contains("props: {\"a\":1}"), "{line}");
}

#[track_caller]
fn mistake(body: &str, expected: &str) {
    let mut site = SiteTest::new().posts([post(1)]);
    site.write(
        "templates/pages/faq.html",
        &format!(
            "{{% extends \"layouts/base.html\" %}}\n{{% block main %}}\n{body}\n{{% endblock %}}"
        ),
    );
    let errors = site.errors();
    assert!(
        errors[0].starts_with("templates/pages/faq.html:3: error:"),
        "{errors:?}"
    );
    assert!(errors[0].contains(expected), "{errors:?}");
    assert!(!site.exists("index.html"));
}

#[test]
fn mistakes_in_templates_have_their_place() {
    mistake(
        "{{ t(\"nav.hoem\") }}",
        "ui.toml has no key \"nav.hoem\"; known in [nav]: nav.about",
    );
    mistake("{{ page.nothing }}", "undefined");
    mistake("{{ icon(\"no\") }}", "there is no templates/icons/no.svg");
    mistake(
        "{{ media(\"no.png\") }}",
        "there is no content/media/no.png",
    );
    mistake("{{ asset(\"no.png\") }}", "there is no templates/no.png");
    mistake("{{ url(\"nowhere\") }}", "there is no page \"nowhere\"");
    mistake("{{ picture(\"logo.svg\") }}", "needs alt");
    mistake(
        "{{ inline_script(\"blog-layout\") }}",
        "does not allow the script",
    );
    mistake(
        "{{ island(\"Nope\", {}) }}",
        "there is no such island; known: Broken, Header",
    );
    mistake(
        "{{ island(\"Header\", {\"a\": page.nothing}) }}",
        "undefined",
    );
    mistake(
        "{{ island(\"Header\", {}, hydrate=\"soon\") }}",
        "hydrate is \"soon\"",
    );
}

#[test]
fn a_syntax_error_names_file_and_line() {
    let mut site = SiteTest::new();
    site.write("templates/partials/card.html", "\n{% if %}");
    let errors = site.errors();
    assert!(
        errors[0].starts_with("templates/partials/card.html:2: error:"),
        "{errors:?}"
    );
}

#[test]
fn texts_that_fall_back_are_marked() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.edit(1, |post| {
        post.category = Category::HR;
        post.title.set(Lang::EN, " ");
        post.content.set(Lang::EN, "");
    });
    site.build();
    site.assert_file(
        "en/blog/1/index.html",
        "<div lang=\"az\"><p>Mətn 1</p></div>",
    )
    .assert_file("en/blog/index.html", "lang=\"az\">Başlıq 1</a>")
    .assert_not("ru/blog/1/index.html", "<div lang=\"az\">");
}

const WITH_FOOT: &str = "{% extends \"layouts/base.html\" %}\n{% block main %}\n{{ once(\"partials/foot.html\") }}\n{% endblock %}";

#[test]
fn what_is_rendered_once_is_each_language_s_own_and_sees_nothing_of_a_page() {
    let mut site = SiteTest::new();
    site.write("templates/pages/faq.html", WITH_FOOT);
    site.write(
        "templates/partials/foot.html",
        "<i>{{ firm.name }} {{ nav.footer_quick|length }} {{ url(\"faq\") }}</i>",
    );
    site.build();
    site.assert_file("faq/index.html", " 5 /faq/</i>")
        .assert_file("en/faq/index.html", " 5 /en/faq/</i>");

    let mut site = SiteTest::new();
    site.write("templates/pages/faq.html", WITH_FOOT);
    site.write("templates/partials/foot.html", "\n{{ meta.title }}");
    let errors = site.errors();
    assert!(
        errors[0].starts_with("templates/partials/foot.html:2: error:"),
        "{errors:?}"
    );
    assert!(errors[0].contains("undefined"), "{errors:?}");
}

#[test]
fn what_is_rendered_once_follows_the_content() {
    let mut site = SiteTest::new();
    site.write("templates/pages/faq.html", WITH_FOOT);
    site.write("templates/partials/foot.html", "<i>{{ firm.name }}</i>");
    site.build();
    site.assert_file("faq/index.html", "<i>Firma</i>");
    site.change(
        "content/az/firm.toml",
        "name = \"Firma\"",
        "name = \"Yeni firma\"",
    );
    site.reload().unwrap();
    site.build();
    site.assert_file("faq/index.html", "<i>Yeni firma</i>");
}

#[test]
fn the_style_in_a_page_is_the_one_that_its_policy_allows() {
    let mut site = SiteTest::new().posts([post(1)]);
    site.build();
    let check = |site: &SiteTest, style: &str| {
        let hash = BASE64_STANDARD.encode(Sha256::digest(style));
        for page in ["index.html", "en/blog/1/index.html", "404.html"] {
            site.assert_file(page, &format!("<style>{style}</style>"));
            site.assert_file(page, &format!("style-src 'self' 'sha256-{hash}'"));
        }
    };
    check(&site, "@view-transition{navigation:auto}");
    site.write(
        "templates/styles/head.css",
        "@view-transition { navigation: none; }",
    );
    site.reload().unwrap();
    site.build();
    check(&site, "@view-transition{navigation:none}");
}
