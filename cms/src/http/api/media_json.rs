//! Pictures of the library as the API spells them.

use std::collections::{BTreeMap, BTreeSet};

use generator::{Lang, Languages, Localized};
use jiff::Timestamp;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    http::{
        api::post_json::{Others, others},
        error::ApiError,
    },
    media::{
        address,
        desk::{self, Change, Hand},
        version,
    },
    store::{
        languages::{self, is_other},
        library::Item,
    },
};

/// The form of an upload.
#[derive(Debug, ToSchema)]
#[allow(
    dead_code,
    reason = "describes the form; its parts are read one by one"
)]
pub struct MediaForm {
    /// jpeg, png, gif or webp, told by content.
    #[schema(value_type = String, format = Binary)]
    image: Vec<u8>,
}

/// The form of an upload into the library.
#[derive(Debug, ToSchema)]
#[allow(
    dead_code,
    reason = "describes the form; its parts are read one by one"
)]
pub struct UploadForm {
    /// jpeg, png, gif or webp, told by content.
    #[schema(value_type = String, format = Binary)]
    image: Vec<u8>,
    /// `true`: it is kept even while no saved post uses it.
    #[schema(value_type = bool, required = false)]
    keep: Option<String>,
}

/// A stored picture.
#[derive(Debug, Serialize, ToSchema)]
pub struct Media {
    /// Its number; the same content has the same number.
    pub id: i64,
    /// Where it is served, for `src` of a text's `<img>`.
    pub url: String,
    /// Pixels, orientation applied.
    pub width: u32,
    /// Pixels, orientation applied.
    pub height: u32,
}

/// A picture of the library, with what is said of it wherever it is shown.
#[derive(Debug, Serialize, ToSchema)]
pub struct LibraryPicture {
    #[serde(flatten)]
    media: Media,
    /// Names its file: another one has another. `url` with `?v=` and this is an address that no cache has for an earlier file.
    version: String,
    /// By content.
    content_type: String,
    /// Bytes.
    size: i64,
    /// What the file was called; may be empty.
    file_name: String,
    /// When it came.
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// Who uploaded it; empty when nobody knows.
    created_by: String,
    /// Whether a post, a working copy, the history or the trash uses it; what is used cannot be deleted.
    used: bool,
    /// When it is deleted unless something uses it by then; null: it is used, was uploaded to be kept, or something was said of it.
    #[schema(value_type = Option<String>, format = DateTime, required = true)]
    goes_at: Option<Timestamp>,
    /// Whether whoever asks may change, replace or delete it.
    editable: bool,
    /// What it shows, in Azerbaijani.
    alt_az: String,
    /// In English; blank: as in Azerbaijani.
    alt_en: String,
    /// In Russian; blank: as in Azerbaijani.
    alt_ru: String,
    /// What stands below it in a text, in Azerbaijani.
    caption_az: String,
    /// In English; blank: as in Azerbaijani.
    caption_en: String,
    /// In Russian; blank: as in Azerbaijani.
    caption_ru: String,
    /// `alt_de`, `caption_de` and so on.
    #[serde(flatten)]
    #[schema(ignore)]
    others: Others,
    /// The point that crops keep: per cent of the width, from the left.
    focus_x: u8,
    /// Per cent of the height, from the top.
    focus_y: u8,
}

impl LibraryPicture {
    /// A picture of a site with these languages, as `reader` sees it.
    pub fn of(item: Item, site: Languages, reader: &Hand, goes_at: Option<Timestamp>) -> Self {
        let editable = desk::may_change(&item, reader);
        let (mut alt, mut caption, focus) = (item.said.alt, item.said.caption, item.said.focus);
        let mut languages: BTreeSet<Lang> = languages::of_forms(site);
        languages.extend(alt.iter().chain(caption.iter()).map(|(lang, _)| lang));
        Self {
            others: others(&languages, [("alt", &alt), ("caption", &caption)]),
            media: Media {
                id: item.id,
                url: address(item.id),
                width: item.width,
                height: item.height,
            },
            version: version(&item.hash).to_owned(),
            content_type: item.content_type,
            size: item.size,
            file_name: item.file_name,
            created_at: Timestamp::from_millisecond(item.created_at).unwrap_or_default(),
            created_by: item.created_by,
            used: item.used,
            goes_at,
            editable,
            alt_az: alt.take(Lang::AZ),
            alt_en: alt.take(Lang::EN),
            alt_ru: alt.take(Lang::RU),
            caption_az: caption.take(Lang::AZ),
            caption_en: caption.take(Lang::EN),
            caption_ru: caption.take(Lang::RU),
            focus_x: focus.x,
            focus_y: focus.y,
        }
    }
}

/// Which pictures.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct MediaQuery {
    /// Only those in whose texts or file name all of these words are. Case does not count, nor do `İ`, `I`, `ı`, `i` and `ё`,
    /// `е` differ.
    #[param(max_length = 200)]
    pub q: String,
    /// Only those that nothing uses.
    pub unused: bool,
    /// Only those of this post, as visitors or as staff see it.
    pub post: Option<i64>,
    /// From 1.
    #[param(minimum = 1, maximum = 4_294_967_295_u32)]
    pub page: Option<u32>,
    /// Pictures on a page, 24 when it is left out.
    #[param(minimum = 1, maximum = 100)]
    pub page_size: Option<u32>,
}

/// What is to be different (RFC 7396): what is left out stays, null takes it away.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct MediaChange {
    /// 300 characters at most.
    #[serde(deserialize_with = "text")]
    #[schema(max_length = 300)]
    alt_az: Option<String>,
    /// 300 characters at most.
    #[serde(deserialize_with = "text")]
    #[schema(max_length = 300)]
    alt_en: Option<String>,
    /// 300 characters at most.
    #[serde(deserialize_with = "text")]
    #[schema(max_length = 300)]
    alt_ru: Option<String>,
    /// 500 characters at most.
    #[serde(deserialize_with = "text")]
    #[schema(max_length = 500)]
    caption_az: Option<String>,
    /// 500 characters at most.
    #[serde(deserialize_with = "text")]
    #[schema(max_length = 500)]
    caption_en: Option<String>,
    /// 500 characters at most.
    #[serde(deserialize_with = "text")]
    #[schema(max_length = 500)]
    caption_ru: Option<String>,
    /// 0 to 100; null: the middle.
    #[serde(deserialize_with = "per_cent")]
    #[schema(minimum = 0, maximum = 100)]
    focus_x: Option<i64>,
    /// 0 to 100; null: the middle.
    #[serde(deserialize_with = "per_cent")]
    #[schema(minimum = 0, maximum = 100)]
    focus_y: Option<i64>,
    /// `alt_de`, `caption_de` and so on; anything else is refused.
    #[serde(flatten)]
    #[schema(ignore)]
    others: BTreeMap<String, Option<String>>,
}

impl MediaChange {
    /// What is to be different of a picture of a site with these languages.
    pub fn on_site(self, site: Languages) -> Result<Change, ApiError> {
        let mut alt = given([
            (Lang::AZ, self.alt_az),
            (Lang::EN, self.alt_en),
            (Lang::RU, self.alt_ru),
        ]);
        let mut caption = given([
            (Lang::AZ, self.caption_az),
            (Lang::EN, self.caption_en),
            (Lang::RU, self.caption_ru),
        ]);
        for (name, text) in self.others {
            let (field, code) = name.rsplit_once('_').unwrap_or_default();
            let lang = Lang::from_code(code).filter(|lang| is_other(*lang) && site.has(*lang));
            let texts = match field {
                "alt" => Some(&mut alt),
                "caption" => Some(&mut caption),
                _ => None,
            };
            let (Some(lang), Some(texts)) = (lang, texts) else {
                let problem = format!("unknown field `{name}`");
                return Err(ApiError::Unprocessable(problem));
            };
            texts.set(lang, text.unwrap_or_default());
        }
        Ok(Change {
            alt,
            caption,
            focus: (self.focus_x, self.focus_y),
        })
    }
}

fn given<const N: usize>(texts: [(Lang, Option<String>); N]) -> Localized<String> {
    let texts = texts.into_iter();
    texts
        .filter_map(|(lang, text)| Some((lang, text?)))
        .collect()
}

/// Null is no text; what is left out is not asked for.
fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(Some(Option::deserialize(deserializer)?.unwrap_or_default()))
}

fn per_cent<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    Ok(Some(Option::deserialize(deserializer)?.unwrap_or(50)))
}
