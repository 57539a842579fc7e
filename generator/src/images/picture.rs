//! A picture as pages use it: `<picture>` with every format and width there is.

use std::fmt::Write;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use imaging::{Format, Variant, Variants};
use minijinja::Value;
use minijinja::value::Object;

use super::{Blob, BlobSource};
use crate::text::escape_html;

/// A picture with the addresses of its files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// In pixels, upright; 0 when unknown (a foreign address).
    pub width: u32,
    /// In pixels, upright; 0 when unknown.
    pub height: u32,
    /// Best format first; the last one every browser can show.
    pub sets: Vec<PictureSet>,
    /// What has to be published for it.
    pub blobs: Vec<Blob>,
}

/// One format.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PictureSet {
    /// `image/avif`
    pub mime: String,
    /// Narrowest first: width and address.
    pub files: Vec<(u32, String)>,
}

impl PictureSet {
    /// The widest file that is at most `max` wide, else the narrowest.
    fn at_most(&self, max: u32) -> Option<&(u32, String)> {
        let fitting = self.files.iter().rev().find(|(width, _)| *width <= max);
        fitting.or(self.files.first())
    }
}

impl Hash for Picture {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.width, self.height, &self.sets).hash(state);
    }
}

impl Picture {
    /// All variants of a picture.
    pub fn of_variants(variants: &Variants) -> Picture {
        let fallback = variants.fallback();
        let formats = [Format::Avif, Format::Webp]
            .into_iter()
            .filter(|format| *format != fallback);
        let set = |format: Format| PictureSet {
            mime: format.content_type().to_owned(),
            files: variants
                .of(format)
                .map(|file| (file.width, format!("/media/{}", file.file_name)))
                .collect(),
        };
        let sets = formats
            .chain([fallback])
            .map(set)
            .filter(|set| !set.files.is_empty())
            .collect();
        let blobs = variants.files.iter().map(|file| Blob {
            file: format!("media/{}", file.file_name),
            source: BlobSource::File(file.path.clone(), file.seal.clone()),
        });
        Picture {
            width: variants.width,
            height: variants.height,
            sets,
            blobs: blobs.collect(),
        }
    }

    /// The picture as it was uploaded.
    pub fn of_original(original: &Variant) -> Picture {
        let blob = Blob {
            file: format!("media/{}", original.file_name),
            source: BlobSource::File(original.path.clone(), original.seal.clone()),
        };
        Picture::single(
            format!("/media/{}", original.file_name),
            original.format.content_type(),
            original.width,
            original.height,
            vec![blob],
        )
    }

    /// One file.
    pub fn single(url: String, mime: &str, width: u32, height: u32, blobs: Vec<Blob>) -> Picture {
        let sets = vec![PictureSet {
            mime: mime.to_owned(),
            files: vec![(width, url)],
        }];
        Picture {
            width,
            height,
            sets,
            blobs,
        }
    }

    /// The largest file every browser can show.
    pub fn url(&self) -> &str {
        self.fallback(u32::MAX).map_or("", |(_, url)| url)
    }

    /// The widest file of the best format that is at most `max` wide: where one address is all there is room for.
    pub fn lightest(&self, max: u32) -> &str {
        let file = self.sets.first().and_then(|set| set.at_most(max));
        file.map_or("", |(_, url)| url)
    }

    /// The narrowest file every browser can show: for a small preview.
    pub fn small_url(&self) -> &str {
        let first = self.sets.last().and_then(|set| set.files.first());
        first.map_or("", |(_, url)| url)
    }

    /// The widest fallback file that is at most `max` wide, with its size.
    pub fn fallback(&self, max: u32) -> Option<((u32, u32), &str)> {
        let (width, url) = self.sets.last()?.at_most(max)?;
        Some(((*width, self.height_at(*width)), url))
    }

    /// Media type of the files that every browser can show; empty for a foreign address.
    pub fn mime(&self) -> &str {
        self.sets.last().map_or("", |set| &set.mime)
    }

    fn height_at(&self, width: u32) -> u32 {
        if self.width == 0 {
            return 0;
        }
        let height = u64::from(self.height) * u64::from(width) / u64::from(self.width);
        u32::try_from(height.max(1)).unwrap_or(self.height)
    }

    /// The foreign origin the picture comes from, if any.
    pub fn foreign_origin(&self) -> Option<String> {
        foreign_origin(self.url())
    }
}

/// `https://cdn.example` of an absolute http(s) address.
pub fn foreign_origin(address: &str) -> Option<String> {
    let parsed = url::Url::parse(address).ok()?;
    matches!(parsed.scheme(), "http" | "https").then(|| parsed.origin().ascii_serialization())
}

/// How a template wants the picture.
#[derive(Debug, Clone, Default)]
pub struct PictureTag {
    /// Alternative text; empty for decoration.
    pub alt: String,
    /// The `sizes` attribute.
    pub sizes: Option<String>,
    /// Class of the `<img>`.
    pub class: Option<String>,
    /// `eager`, else lazy.
    pub eager: bool,
    /// `high` or `low`.
    pub fetchpriority: Option<String>,
    /// No wider than this.
    pub max_width: Option<u32>,
}

impl PictureTag {
    /// The markup.
    pub fn html(&self, picture: &Picture) -> String {
        let mut html = String::with_capacity(1024);
        let Some((fallback, better)) = picture.sets.split_last() else {
            return html;
        };
        let sizes = self.sizes.as_deref().unwrap_or("100vw");
        if !better.is_empty() {
            html.push_str("<picture>");
            for set in better {
                html.push_str("<source");
                attribute(&mut html, "type", &set.mime);
                attribute(&mut html, "srcset", &self.srcset(set));
                attribute(&mut html, "sizes", sizes);
                html.push('>');
            }
        }
        let alone = better.is_empty().then_some(fallback);
        self.img(&mut html, picture, alone, sizes);
        if !better.is_empty() {
            html.push_str("</picture>");
        }
        html
    }

    /// Beside better formats the fallback is one file: what needs it is old and rare, its widths are bytes for everyone.
    fn img(&self, html: &mut String, picture: &Picture, alone: Option<&PictureSet>, sizes: &str) {
        html.push_str("<img");
        let max = self.max_width.unwrap_or(1200);
        attribute(
            html,
            "src",
            picture.fallback(max).map_or("", |(_, url)| url),
        );
        if let Some(set) = alone.filter(|set| set.files.len() > 1) {
            attribute(html, "srcset", &self.srcset(set));
            attribute(html, "sizes", sizes);
        }
        attribute(html, "alt", &self.alt);
        if picture.width > 0 {
            attribute(html, "width", &picture.width.to_string());
            attribute(html, "height", &picture.height.to_string());
        }
        if let Some(class) = &self.class {
            attribute(html, "class", class);
        }
        if !self.eager {
            attribute(html, "loading", "lazy");
        }
        if let Some(priority) = &self.fetchpriority {
            attribute(html, "fetchpriority", priority);
        }
        html.push_str(" decoding=\"async\">");
    }

    fn srcset(&self, set: &PictureSet) -> String {
        let max = self.max_width.unwrap_or(u32::MAX);
        let mut srcset = String::new();
        for (index, (width, url)) in set.files.iter().enumerate() {
            if index > 0 && *width > max {
                break;
            }
            if index > 0 {
                srcset.push_str(", ");
            }
            let _ = write!(srcset, "{url} {width}w");
        }
        srcset
    }
}

/// `<link rel=preload>` for the best format of a picture.
pub fn preload_tag(picture: &Picture, sizes: &str) -> String {
    let Some(set) = picture.sets.first() else {
        return String::new();
    };
    let mut html = String::from("<link rel=\"preload\" as=\"image\"");
    attribute(&mut html, "type", &set.mime);
    attribute(&mut html, "imagesrcset", &PictureTag::default().srcset(set));
    attribute(&mut html, "imagesizes", sizes);
    html.push_str(" fetchpriority=\"high\">");
    html
}

fn attribute(html: &mut String, name: &str, value: &str) {
    let _ = write!(html, " {name}=\"{}\"", escape_html(value));
}

/// A picture in a template: `image.url`, `image.width`, and `picture(image, …)`.
#[derive(Debug)]
pub struct PictureObject(pub Arc<Picture>);

impl Object for PictureObject {
    /// `{% if card.image %}`: a picture is there, although it has no members to count.
    fn is_true(self: &Arc<Self>) -> bool {
        true
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        match key.as_str()? {
            "url" => Some(Value::from(self.0.url())),
            "small_url" => Some(Value::from(self.0.small_url())),
            "width" => Some(Value::from(self.0.width)),
            "height" => Some(Value::from(self.0.height)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture() -> Picture {
        let set = |mime: &str, extension: &str| PictureSet {
            mime: mime.into(),
            files: [480, 800]
                .map(|w| (w, format!("/media/x-{w}.{extension}")))
                .to_vec(),
        };
        Picture {
            width: 900,
            height: 600,
            sets: vec![set("image/avif", "avif"), set("image/jpeg", "jpg")],
            blobs: Vec::new(),
        }
    }

    #[test]
    fn markup_has_every_format_and_the_size() {
        let tag = PictureTag {
            alt: "\"<x>".into(),
            sizes: Some("50vw".into()),
            ..PictureTag::default()
        };
        assert_eq!(
            tag.html(&picture()),
            "<picture><source type=\"image/avif\" srcset=\"/media/x-480.avif 480w, /media/x-800.avif 800w\" sizes=\"50vw\">\
             <img src=\"/media/x-800.jpg\" \
             alt=\"&quot;&lt;x&gt;\" width=\"900\" height=\"600\" loading=\"lazy\" decoding=\"async\"></picture>"
        );
    }

    #[test]
    fn where_one_address_is_all_it_is_that_of_the_best_format() {
        let picture = picture();
        assert_eq!(picture.lightest(1200), "/media/x-800.avif");
        assert_eq!(picture.lightest(799), "/media/x-480.avif");
        assert_eq!(picture.lightest(100), "/media/x-480.avif");
        let one = Picture::single("/media/x.svg".into(), "image/svg+xml", 0, 0, Vec::new());
        assert_eq!(one.lightest(1200), "/media/x.svg");
    }

    #[test]
    fn without_a_better_format_the_fallback_has_its_widths() {
        let mut picture = picture();
        picture.sets.remove(0);
        assert_eq!(
            PictureTag::default().html(&picture),
            "<img src=\"/media/x-800.jpg\" srcset=\"/media/x-480.jpg 480w, /media/x-800.jpg 800w\" sizes=\"100vw\" \
             alt=\"\" width=\"900\" height=\"600\" loading=\"lazy\" decoding=\"async\">"
        );
    }

    #[test]
    fn a_single_file_is_a_plain_image() {
        let picture = Picture::single(
            "https://x.example/a.gif".into(),
            "image/gif",
            0,
            0,
            Vec::new(),
        );
        assert_eq!(
            PictureTag::default().html(&picture),
            "<img src=\"https://x.example/a.gif\" alt=\"\" loading=\"lazy\" decoding=\"async\">"
        );
        assert_eq!(
            picture.foreign_origin().as_deref(),
            Some("https://x.example")
        );
    }
}
