#![allow(clippy::unwrap_used, clippy::panic)]

use generator::Lang;
use jiff::Timestamp;

use super::*;
use crate::posts::changes::blank;

fn raw(fields: &[(&str, &str)]) -> RawForm {
    let texts = fields
        .iter()
        .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
        .collect();
    RawForm {
        texts,
        ..RawForm::default()
    }
}

fn site() -> Site {
    Site {
        services: Category::USUAL.to_vec(),
        ..Site::default()
    }
}

fn complete() -> Vec<(&'static str, &'static str)> {
    vec![
        ("title_az", "a"),
        ("title_en", "e"),
        ("title_ru", "r"),
        ("author", "A"),
    ]
}

fn errors(raw: RawForm) -> FieldErrors {
    match Form::check(raw, &site()) {
        Err(errors) => errors,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_bad_field_is_named_at_once() {
    let long = "x".repeat(MAX_AUTHOR + 1);
    let found = errors(raw(&[
        ("title_en", " \n"),
        ("author", &long),
        ("category", "tax"),
        ("featured", "maybe"),
    ]));
    let expected = [
        ("author", "too_long"),
        ("category", "invalid_choice"),
        ("featured", "invalid_choice"),
        ("title_az", "required"),
        ("title_en", "required"),
        ("title_ru", "required"),
    ];
    let expected = expected.map(|(field, code)| (field.to_owned(), vec![code.to_owned()]));
    assert_eq!(found, BTreeMap::from(expected));
}

#[test]
fn missing_optional_fields_keep_what_is_there() {
    let mut post = blank(Timestamp::UNIX_EPOCH);
    post.trending = true;
    post.category = Category::HR;
    post.excerpt.set(Lang::EN, "kept");
    post.content.set(Lang::RU, "<p>kept</p>");
    let changes = Form::check(raw(&complete()), &site())
        .unwrap()
        .prepare(&Limits::default())
        .unwrap();
    changes.apply(&mut post, |_| Ok::<_, ()>(1)).unwrap();
    assert_eq!((post.trending, post.category), (true, Category::HR));
    assert_eq!(
        (post.excerpt.get(Lang::EN), post.content.get(Lang::RU)),
        ("kept", "<p>kept</p>")
    );
    assert_eq!(post.title.get(Lang::RU), "r");
}

#[test]
fn booleans_come_in_many_forms() {
    for (text, value) in [
        ("true", true),
        ("on", true),
        ("1", true),
        ("TRUE", true),
        ("false", false),
        ("0", false),
    ] {
        let mut fields = complete();
        fields.push(("featured", text));
        assert_eq!(
            Form::check(raw(&fields), &site()).unwrap().featured,
            Some(value),
            "{text}"
        );
    }
}

#[test]
fn a_picture_in_a_text_that_is_none_is_named_by_its_field() {
    let mut fields = complete();
    fields.push((
        "content_en",
        "<img src=\"data:image/png;base64,AAAA\" alt=\"\">",
    ));
    match Form::check(raw(&fields), &site())
        .unwrap()
        .prepare(&Limits::default())
    {
        Err(errors) => assert!(errors.contains_key("content_en")),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_draft_needs_nothing() {
    assert!(Form::check_draft(RawForm::default(), &site()).is_ok());
}

#[test]
fn a_picture_goes_only_when_it_is_taken_away() {
    let table = [(None, true), (Some("false"), true), (Some("true"), false)];
    for (sent, kept) in table {
        let mut fields = complete();
        fields.extend(sent.map(|value| ("remove_image", value)));
        let mut post = blank(Timestamp::UNIX_EPOCH);
        post.image_id = Some(7);
        let changes = Form::check(raw(&fields), &site())
            .unwrap()
            .prepare(&Limits::default())
            .unwrap();
        changes.apply(&mut post, |_| Ok::<_, ()>(8)).unwrap();
        assert_eq!(post.image_id.is_some(), kept, "{sent:?}");
    }
}
