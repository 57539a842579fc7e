//! What pictures for sharing say, on which sheet and in which faces.

use std::sync::Arc;

use drawing::{DrawingError, Face, Faces, Sheet, Texts};
use rayon::prelude::*;

use crate::base::{ByLang, ByService, Fingerprint, Lang, Problem};
use crate::content::{Content, Words};
use crate::images::{Drawing, Library};
use crate::pages::PagePictures;
use crate::posts::ListedPost;
use crate::render::theme::{SHEET, Theme};
use crate::routes::Route;

/// Weights and spaces between letters (in ems) as in `styles/tokens.css`.
const DISPLAY: (f32, f32) = (500.0, -0.012);
const TEXT: (f32, f32) = (500.0, 0.0);
/// Letters that are in several files of a face come from the first of them.
const PARTS: [&str; 3] = ["latin", "az", "cyrillic"];

/// All that pictures for sharing are drawn from but posts.
#[derive(Debug)]
pub struct Sharing {
    sheet: Arc<Sheet>,
    /// By language: the firm's name, and those of the services.
    words: ByLang<(String, ByService<String>)>,
    identity: String,
    /// Equal fingerprints draw equal pictures.
    pub fingerprint: Fingerprint,
}

impl Sharing {
    /// On the theme's sheet; `None` when it has none.
    pub fn new(theme: &Theme, content: &Content) -> Result<Option<Sharing>, Problem> {
        let Some(svg) = &theme.sheet else {
            return Ok(None);
        };
        let failed = |error: DrawingError| {
            let file = format!("{}/{SHEET}", theme.root);
            Problem::error("sharing-sheet", error.to_string()).in_file(file)
        };
        let mut files = vec![Fingerprint::of_bytes(svg.as_bytes())];
        let mut face = |name: &str, (weight, tracking)| {
            let paths = PARTS.map(|part| format!("fonts/{name}-{part}.woff2"));
            let assets = paths.iter().filter_map(|path| theme.assets.get(path));
            let parts: Vec<&[u8]> = assets.map(|asset| asset.bytes.as_ref()).collect();
            files.extend(parts.iter().map(|bytes| Fingerprint::of_bytes(bytes)));
            Face::new(parts, weight, tracking)
        };
        let faces = Faces {
            display: face("display", DISPLAY).map_err(failed)?,
            text: face("text", TEXT).map_err(failed)?,
        };
        let words = ByLang::of(content.languages, |lang| {
            let words = content.words.get(lang);
            let services = words.service.map(|_, service| service.title.clone());
            (words.firm.name.clone(), services)
        });
        let identity = Fingerprint::of(&files).hex();
        Ok(Some(Sharing {
            sheet: Arc::new(Sheet::new(svg, faces).map_err(failed)?),
            fingerprint: Fingerprint::of(&(&identity, drawing::IDENTITY, &words)),
            identity,
            words,
        }))
    }

    fn drawing(&self, lang: Lang, title: &str, label: &str) -> Drawing {
        let texts = Texts {
            title: title.to_owned(),
            label: label.to_owned(),
            name: self.words.get(lang).0.clone(),
        };
        Drawing::new(&self.sheet, &self.identity, texts)
    }

    /// That of a post with its title in a language.
    pub fn of_post(&self, post: &ListedPost, lang: Lang) -> Drawing {
        let (_, services) = self.words.get(lang);
        let label = services.get(services.known(post.category));
        self.drawing(lang, post.title.get(lang), label.map_or("", String::as_str))
    }

    /// Those of all pages that have no picture of their own.
    pub fn of_pages(&self, content: &Content, library: &Library) -> PagePictures {
        let terms = &content.terms.seo.title;
        let pages = content.languages.iter().flat_map(|lang| {
            let titles = titles(content.words.get(lang), terms).into_iter();
            let authors = content.authors.iter().map(move |(id, author)| {
                let words = author.words.get(lang);
                (Route::Author(*id), words.name.as_str(), words.role.as_str())
            });
            titles.chain(authors).map(move |page| (lang, page))
        });
        let pages: Vec<_> = pages.collect();
        let drawn = pages.into_par_iter().map(|(lang, (route, title, label))| {
            let drawing = self.drawing(lang, title, label);
            (lang, route, library.drawn_now(&drawing))
        });
        let drawn: Vec<_> = drawn.collect();
        let mut pictures = PagePictures::default();
        for (lang, route, picture) in drawn {
            pictures.extend(picture.map(|picture| ((lang, route), picture)));
        }
        pictures
    }
}

/// Pages with what their pictures say: title and label. The home page has the firm's picture, a service its own.
fn titles<'a>(words: &'a Words, terms: &'a str) -> Vec<(Route, &'a str, &'a str)> {
    let firm = words.firm.tagline.as_str();
    let mut titles = vec![
        (Route::About, words.about.seo.title.as_str(), firm),
        (Route::Services, &words.services.seo.title, firm),
        (Route::Blog(None, 1), &words.blog.seo.title, firm),
        (Route::Contact, &words.contact.seo.title, firm),
        (Route::Faq, &words.faq.seo.title, firm),
        (Route::Terms, terms, firm),
    ];
    for (category, service) in words.service.iter() {
        let route = Route::Blog(Some(category), 1);
        titles.push((route, &service.title, &words.blog.seo.title));
    }
    titles
}
