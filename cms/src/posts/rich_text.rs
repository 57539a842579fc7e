//! Rich text as it comes from editors, reduced to what the admin's editor can make. Pure.
//!
//! What its toolbar makes: headings 1-3, paragraphs, bold, italic, underline, strike, ordered and bullet lists, links and
//! images. What stands behind it: quotes, lines and tables (see [`blocks`]). Addresses are http, https or a path of this
//! site; for links also `mailto:` and `tel:`, for images also data URLs, which a save turns into stored images.

#[path = "rich_text_addresses.rs"]
mod addresses;
#[path = "rich_text_blocks.rs"]
mod blocks;
#[path = "rich_text_bounds.rs"]
mod bounds;
#[path = "rich_text_letters.rs"]
mod letters;
#[path = "rich_text_own.rs"]
mod own;

use std::{
    borrow::Cow,
    cell::RefCell,
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use addresses::{direct_address, web_address};
use ammonia::{Builder, UrlRelative};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use lol_html::{
    ElementContentHandlers, RewriteStrSettings, Selector, element, html_content::Element,
    rewrite_str,
};

use crate::media::desk::MAX_CAPTION;

const TAGS: &[&str] = &[
    "h1",
    "h2",
    "h3",
    "p",
    "strong",
    "b",
    "em",
    "i",
    "u",
    "s",
    "ol",
    "ul",
    "li",
    "a",
    "img",
    "br",
    "blockquote",
    "hr",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
];
/// What else says the same as the toolbar: kept, under the toolbar's name. A heading below the smallest one is that, as where it is pasted.
const RENAMED: &[(&str, &str)] = &[
    ("strike", "s"),
    ("del", "s"),
    ("ins", "u"),
    ("h4", "h3"),
    ("h5", "h3"),
    ("h6", "h3"),
];
const DATA_TYPES: &[&str] = &[
    "image/jpeg",
    "image/jpg",
    "image/png",
    "image/gif",
    "image/webp",
];
/// Where a stored image is, before its id.
const STORED: &str = "/api/blog/images/";
/// What stands below a picture in this text alone; empty: nothing does.
const CAPTION: &str = "data-caption";
/// Cleaning again changes nothing after at most so many rounds; what needs more becomes plain text.
const ROUNDS: usize = 8;

static SANITISER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let kept = TAGS.iter().copied();
    let kept = kept.chain(RENAMED.iter().map(|(old, _)| *old));
    let kept = kept.chain(blocks::GONE.iter().copied());
    let kept = kept.chain(letters::DRAWN.iter().copied());
    let mut builder = Builder::default();
    builder
        .tags(kept.collect())
        .tag_attributes(HashMap::from([
            ("a", HashSet::from(["href"])),
            ("img", HashSet::from(["src", "alt", CAPTION])),
        ]))
        .generic_attributes(HashSet::new())
        .url_schemes(HashSet::from(["http", "https", "data", "mailto", "tel"]))
        .url_relative(UrlRelative::PassThrough)
        .link_rel(None)
        .attribute_filter(attribute);
    builder
});

/// Sanitised HTML, or the code of why there is none; idempotent: what came out comes out unchanged.
///
/// What comes out is bounded as what goes in is (see [`bounds::check`]), and so is the work.
pub fn clean(html: &str) -> Result<String, &'static str> {
    // First, so that what is checked is what is parsed.
    let mut text = strip_controls(html);
    let room = bounds::room(&text);
    for _ in 0..ROUNDS {
        let next = clean_once(&text, room)?;
        if next == text {
            return Ok(text);
        }
        text = next;
    }
    let plain = clean_once(&format!("<p>{}</p>", escape(&text)), usize::MAX)?;
    bounds::check(&plain)?;
    Ok(plain)
}

/// A cleaned text in which addresses of the service itself, at `host`, are paths of the site.
pub fn at_home(html: &str, host: &str) -> String {
    if !html.contains("://") {
        return html.to_owned();
    }
    let look = |element: &mut Element<'_, '_>, attribute: &str| {
        let address = element.get_attribute(attribute).unwrap_or_default();
        if let Some(path) = own::path_at(&address, host) {
            let _ = element.set_attribute(attribute, &own::bare(path));
        }
        Ok(())
    };
    let shown = element!("img[src]", |image| look(image, "src"));
    let linked = element!("a[href]", |link| look(link, "href"));
    rewritten(html, vec![shown, linked])
}

/// The pictures that a cleaned text carries as data URLs, in their order.
pub fn embedded_images(html: &str) -> Vec<Vec<u8>> {
    let mut images = Vec::new();
    each_image(html, |image| {
        images.extend(
            image
                .get_attribute("src")
                .as_deref()
                .and_then(decode_data_url),
        );
    });
    images
}

/// The text with its data URLs replaced by `addresses`, in their order.
pub fn point_to(html: &str, addresses: &[String]) -> String {
    let mut next = addresses.iter();
    each_image(html, |image| {
        if image.get_attribute("src").is_some_and(|src| is_data(&src))
            && let Some(address) = next.next()
        {
            // Addresses are ours and valid attribute values.
            let _ = image.set_attribute("src", address);
        }
    })
}

/// Whether a cleaned text shows nothing (an empty editor sends `<p><br></p>`).
pub fn is_blank(html: &str) -> bool {
    let mut in_tag = false;
    let shows = |c: char| match c {
        '<' => {
            in_tag = true;
            false
        }
        '>' => {
            in_tag = false;
            false
        }
        c => !in_tag && !c.is_whitespace(),
    };
    let drawn = html.contains("<img") || html.contains("<hr");
    !drawn && !html.replace("&nbsp;", " ").chars().any(shows)
}

/// Ids of the stored images a text points to: those it shows and those it only links to, in their order.
pub fn stored_images(html: &str) -> Vec<i64> {
    let mut ids = Vec::new();
    each_stored(html, |id| {
        ids.push(id);
        None
    });
    ids
}

/// The text with the stored images it points to under other ids.
pub fn renumber(html: &str, new_id: impl Fn(i64) -> Option<i64>) -> String {
    each_stored(html, new_id)
}

/// The text without these stored images, and with the words alone of links to them.
pub fn without(html: &str, is_lost: impl Fn(i64) -> bool) -> String {
    let lost = |element: &Element<'_, '_>, attribute: &str| {
        let address = element.get_attribute(attribute);
        address
            .as_deref()
            .and_then(stored_image_id)
            .is_some_and(&is_lost)
    };
    let shown = element!("img[src]", |image| {
        if lost(image, "src") {
            image.remove();
        }
        Ok(())
    });
    let linked = element!("a[href]", |link| {
        if lost(link, "href") {
            link.remove_and_keep_content();
        }
        Ok(())
    });
    let left = rewritten(html, vec![shown, linked]);
    // Paragraphs that held nothing else.
    clean(&left).unwrap_or(left)
}

/// Plain text for titles, names and excerpts: no control characters (feeds could not carry them), trimmed.
pub fn plain(text: &str) -> String {
    strip_controls(text)
        .replace("\r\n", "\n")
        .replace('\r', "\n")
        .trim()
        .to_owned()
}

/// [`plain`] on one line.
pub fn plain_line(text: &str) -> String {
    plain(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn clean_once(html: &str, room: usize) -> Result<String, &'static str> {
    bounds::check(html)?;
    bounds::check_growth(html, room)?;
    let cleaned = SANITISER.clean(html).to_string();
    // A character reference is a control character now.
    let cleaned = letters::spell(with_todays_names(strip_controls(&cleaned)));
    let cleaned = blocks::arrange(without_dead_links(cleaned));
    blocks::check(&cleaned)?;
    // An image that lost its address shows nothing.
    let shown = each_image(&cleaned, |image| {
        let keep = image
            .get_attribute("src")
            .is_some_and(|src| !is_data(&src) || decode_data_url(&src).is_some());
        if !keep {
            image.remove();
        }
    });
    Ok(shown)
}

/// Elements of older editors and of other programs under the name that the toolbar's have.
fn with_todays_names(html: String) -> String {
    if !RENAMED
        .iter()
        .any(|(old, _)| html.contains(&format!("<{old}")))
    {
        return html;
    }
    let handlers = RENAMED
        .iter()
        .map(|(old, new)| element!(*old, |element| Ok(element.set_tag_name(new)?)))
        .collect();
    rewritten(&html, handlers)
}

/// A link whose address is refused leaves its words: they would look like one and lead nowhere.
fn without_dead_links(html: String) -> String {
    if !html.contains("<a>") {
        return html;
    }
    let dead = element!("a:not([href])", |link| {
        link.remove_and_keep_content();
        Ok(())
    });
    rewritten(&html, vec![dead])
}

/// Which addresses survive, and captions on one line.
fn attribute<'v>(element: &str, name: &str, value: &'v str) -> Option<Cow<'v, str>> {
    match (element, name) {
        ("a", "href") => direct_address(value).or_else(|| web_address(value).map(own::bare)),
        ("img", "src") if is_data(value) => {
            let kind = value.get(5..)?.split(';').next()?;
            DATA_TYPES
                .contains(&kind.to_ascii_lowercase().as_str())
                .then_some(Cow::Borrowed(value))
        }
        ("img", "src") => web_address(value)
            .filter(|address| !address.starts_with('#'))
            .map(own::bare),
        ("img", CAPTION) => {
            let caption = plain_line(value).chars().take(MAX_CAPTION).collect();
            Some(Cow::Owned(caption))
        }
        _ => Some(Cow::Borrowed(value)),
    }
}

fn is_data(src: &str) -> bool {
    src.get(..5)
        .is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
}

fn decode_data_url(src: &str) -> Option<Vec<u8>> {
    let (head, body) = src.get(5..).filter(|_| is_data(src))?.split_once(',')?;
    head.to_ascii_lowercase()
        .ends_with(";base64")
        .then_some(())?;
    let body: String = body.chars().filter(|c| !c.is_ascii_whitespace()).collect();
    STANDARD.decode(body).ok().filter(|bytes| !bytes.is_empty())
}

fn stored_image_id(src: &str) -> Option<i64> {
    src.strip_prefix(STORED)?.trim_end_matches('/').parse().ok()
}

/// Visits every image of a text.
fn each_image(html: &str, mut visit: impl FnMut(&mut Element<'_, '_>)) -> String {
    if !html.contains("<img") {
        return html.to_owned();
    }
    let handler = element!("img", |image| {
        visit(image);
        Ok(())
    });
    rewritten(html, vec![handler])
}

/// Visits every address of a stored image; the id that comes back takes the place of its own.
fn each_stored(html: &str, visit: impl FnMut(i64) -> Option<i64>) -> String {
    if !html.contains(STORED) {
        return html.to_owned();
    }
    let visit = RefCell::new(visit);
    let look = |element: &mut Element<'_, '_>, attribute: &str| {
        let address = element.get_attribute(attribute);
        let known = address.as_deref().and_then(stored_image_id);
        if let Some(id) = known.and_then(&mut *visit.borrow_mut()) {
            let _ = element.set_attribute(attribute, &format!("{STORED}{id}/"));
        }
        Ok(())
    };
    let shown = element!("img[src]", |image| look(image, "src"));
    let linked = element!("a[href]", |link| look(link, "href"));
    rewritten(html, vec![shown, linked])
}

/// The input is always our own well-formed output, so rewriting cannot fail; if it did, the text would be kept as it was.
fn rewritten<'h>(
    html: &str,
    handlers: Vec<(Cow<'static, Selector>, ElementContentHandlers<'h>)>,
) -> String {
    let settings = handlers.into_iter().fold(
        RewriteStrSettings::new(),
        RewriteStrSettings::append_element_content_handler,
    );
    rewrite_str(html, settings).unwrap_or_else(|error| {
        tracing::error!(%error, "cannot rewrite a sanitised text");
        html.to_owned()
    })
}

/// Without C0 controls (but tab and line ends), DEL, and code points that XML forbids.
fn strip_controls(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '\0'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x1f' | '\x7f' | '\u{fffe}' | '\u{ffff}')).collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
#[path = "rich_text_tests.rs"]
mod tests;
