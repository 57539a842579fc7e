//! JSON Feed 1.1 (jsonfeed.org/version/1.1).

use serde_json::{Map, Value, json};

use super::{Feed, FeedEntry};
use crate::base::Problem;
use crate::posts::TextStore;

pub fn write(feed: &Feed<'_>, texts: &dyn TextStore) -> Result<String, Problem> {
    let frame = feed.frame;
    let items: Vec<Value> = feed
        .entries
        .iter()
        .flatten()
        .map(|entry| item(feed, entry, texts))
        .collect::<Result<_, _>>()?;
    let whole = json!({
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title(),
        "description": feed.subtitle(),
        "home_page_url": feed.list(),
        "feed_url": feed.own(),
        "language": frame.lang,
        "authors": [{ "name": frame.firm.name }],
        "items": items,
    });
    Ok(format!("{whole}\n"))
}

fn item(feed: &Feed<'_>, entry: &FeedEntry<'_>, texts: &dyn TextStore) -> Result<Value, Problem> {
    let (frame, facts) = (feed.frame, entry.facts());
    let url = feed.post_url(&facts);
    let mut item = Map::new();
    let mut put = |key: &str, value: Value| item.insert(key.to_owned(), value);
    put("id", json!(feed.post_id(&facts)));
    put("url", json!(url));
    put("title", json!(facts.title.0));
    if !facts.excerpt.0.is_empty() {
        put("summary", json!(facts.excerpt.0));
    }
    put("content_html", json!(entry.text(frame, texts)?));
    if let Some((_, picture)) = facts.image.and_then(|picture| picture.fallback(1200)) {
        put("image", json!(frame.absolute(picture)));
    }
    put("date_published", json!(facts.date.to_string()));
    put("date_modified", json!(entry.modified().to_string()));
    let (author, page) = entry.author(frame);
    let mut author = json!({ "name": author });
    if let Some(page) = page {
        author["url"] = page.into();
    }
    put("authors", json!([author]));
    put("tags", json!([frame.category(facts.category).label]));
    put("language", json!(entry.text_lang()));
    Ok(Value::Object(item))
}
