//! A post's text in a feed: readers show it anywhere, so every address in it is whole. Its headings are as they were typed:
//! what stands above them is the reader's own, on a level that only the reader knows.

use lol_html::{RewriteStrSettings, element, rewrite_str};

use super::body::decoded;
use super::captions::{self, with_captions};
use super::stored_id;
use super::{Pictures, PostView, Said};
use crate::base::Lang;
use crate::text::escape_html;

/// Pictures of a feed are not wider; readers scale them down.
const WIDTH: u32 = 1200;

/// A text of a post as it stands in feeds of the site at `origin`.
pub fn feed_text(
    view: &PostView,
    (html, lang): (&str, Lang),
    origin: &str,
) -> Result<String, String> {
    let notes = &view.post.pictures;
    let said = Said { notes, lang };
    rewrite((html, said), &view.body_images, &view.linked, origin)
}

fn rewrite(
    (html, said): (&str, Said<'_>),
    images: &Pictures,
    linked: &Pictures,
    origin: &str,
) -> Result<String, String> {
    let picture = |pictures: &Pictures, id: i64| {
        let found = pictures.iter().find(|(known, _)| *known == id);
        found.map(|(_, picture)| picture.clone())
    };
    let whole = |address: &str| {
        if address.starts_with('/') && !address.starts_with("//") {
            format!("{origin}{address}")
        } else {
            address.to_owned()
        }
    };
    let there = |id| images.iter().any(|(known, _)| *known == id);
    let html = with_captions(html.to_owned(), said, there);
    let settings = RewriteStrSettings::new()
        .append_element_content_handler(element!("img[src]", |image| {
            image.remove_attribute(captions::OWN);
            let source = image.get_attribute("src").unwrap_or_default();
            let Some(id) = stored_id(&source) else {
                image.set_attribute("src", &whole(&source))?;
                return Ok(());
            };
            let found = picture(images, id);
            match found.as_ref().and_then(|picture| picture.fallback(WIDTH)) {
                Some(((width, height), url)) => {
                    image.set_attribute("src", &whole(url))?;
                    image.set_attribute("width", &width.to_string())?;
                    image.set_attribute("height", &height.to_string())?;
                    let own = decoded(&image.get_attribute("alt").unwrap_or_default());
                    let alt = said.alt(id, own.clone());
                    if alt != own {
                        image.set_attribute("alt", &escape_html(&alt))?;
                    }
                }
                None => image.remove(),
            }
            Ok(())
        }))
        .append_element_content_handler(element!("a[href]", |link| {
            let target = link.get_attribute("href").unwrap_or_default();
            let Some(id) = stored_id(&target) else {
                link.set_attribute("href", &whole(&target))?;
                return Ok(());
            };
            match picture(linked, id) {
                Some(picture) => link.set_attribute("href", &whole(picture.url()))?,
                None => link.remove_and_keep_content(),
            }
            Ok(())
        }));
    rewrite_str(&html, settings).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::images::Picture;

    #[test]
    fn every_address_is_whole() {
        let single = |url: &str| {
            Arc::new(Picture::single(
                url.into(),
                "image/jpeg",
                10,
                20,
                Vec::new(),
            ))
        };
        let images = vec![(7, single("/media/a.jpg"))];
        let linked = vec![(8, single("/media/b.jpg"))];
        let html = "<p><a href=\"/faq/?a=1&amp;b=2\">f</a> <a href=\"https://a.example/\">x</a> <a href=\"/api/blog/images/8/\">b</a> \
                    <a href=\"/api/blog/images/9/\">gone</a><img src=\"/api/blog/images/7/\" alt=\"A\"><img src=\"/api/blog/images/6/\">\
                    <img src=\"//b.example/y.png\"></p><p><img src=\"/api/blog/images/7/\" alt=\"B\" data-caption=\"C\"></p>";
        let notes = crate::posts::PictureNotes::new();
        let said = Said {
            notes: &notes,
            lang: Lang::AZ,
        };
        let text = rewrite((html, said), &images, &linked, "https://x.example").unwrap();
        assert_eq!(
            text,
            "<p><a href=\"https://x.example/faq/?a=1&amp;b=2\">f</a> <a href=\"https://a.example/\">x</a> \
             <a href=\"https://x.example/media/b.jpg\">b</a> gone\
             <img src=\"https://x.example/media/a.jpg\" alt=\"A\" width=\"10\" height=\"20\">\
             <img src=\"//b.example/y.png\"></p>\
             <figure><img src=\"https://x.example/media/a.jpg\" alt=\"B\" width=\"10\" height=\"20\"><figcaption>C</figcaption></figure>"
        );
    }
}
