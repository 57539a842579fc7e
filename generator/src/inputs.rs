//! Content and templates as one loaded set. It is replaced whole or not at all.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::base::{ByLang, Category, Fingerprint, Languages, PROGRAM, Problem, Problems};
use crate::content::{
    Content, Sources, assemble, check_references, is_origin, left_out, model, redirects_under,
};
use crate::images::{Library, MediaTable, ShownPictures};
use crate::options::Options;
use crate::pages::{Frame, Hashed, PagePictures, PageWords};
use crate::render::islands::{Islands, Limits};
use crate::render::theme::{Theme, ThemeFiles};
use crate::render::{Renderer, Tools};
use crate::routes::AuthorId;
use crate::sharing::Sharing;

/// What was read from disk.
#[derive(Debug)]
pub struct Loaded {
    content: Content,
    theme: Arc<Theme>,
    media: std::collections::BTreeMap<String, Arc<[u8]>>,
    shown: ShownPictures,
    islands: Arc<Islands>,
    public_url: String,
    sharing: Option<Arc<Sharing>>,
    /// Of the program and all files that were read: equal ones make the same site of the same posts.
    pub identity: Fingerprint,
    /// What someone should look at.
    pub warnings: Vec<Problem>,
}

/// Everything pages are made of but posts.
#[derive(Debug)]
pub struct Inputs {
    /// Of the site, in the order of the switcher.
    pub languages: Languages,
    /// What all pages of a language share.
    pub frames: ByLang<Frame>,
    /// By language.
    pub words: ByLang<PageWords>,
    /// English.
    pub terms: Hashed<model::Terms>,
    /// Who writes for the blog.
    pub authors: BTreeMap<AuthorId, AuthorInput>,
    /// Old addresses and where they lead.
    pub redirects: Hashed<Vec<model::OldAddress>>,
    /// How it looks.
    pub theme: Arc<Theme>,
    /// Files of `content/media`.
    pub media: Arc<MediaTable>,
    /// What pictures of posts for sharing are drawn from.
    pub sharing: Option<Arc<Sharing>>,
    /// Pictures of pages for sharing.
    pub page_pictures: Arc<PagePictures>,
    /// The templates.
    pub renderer: Renderer,
}

impl Loaded {
    /// Reads and checks both folders; everything wrong in either is reported.
    pub fn read(options: &Options) -> Result<Loaded, Problems> {
        let mut problems = Problems::default();
        let mut keep = |found: Problems| problems.extend(found.0);
        let sources = Sources::read(&options.content).map_err(&mut keep).ok();
        let content = sources
            .as_ref()
            .and_then(|sources| assemble(sources).map_err(&mut keep).ok());
        let theme = ThemeFiles::read(&options.templates)
            .and_then(Theme::new)
            .map_err(&mut keep)
            .ok();
        let (Some(sources), Some((content, warnings)), Some(theme)) = (sources, content, theme)
        else {
            return Err(problems);
        };
        problems.extend(warnings);
        let media = MediaTable::read(&options.content.join("media"), &sources.media)
            .map_err(|found| problems.extend(found.0))
            .unwrap_or_default();
        let files = (&sources, &media);
        problems.extend(check_references(&content, files, &theme.icon_names()).0);
        let shown = shown(&content, &theme, &sources);
        let public_url = public_url(options, &content)
            .map_err(|problem| problems.push(problem))
            .unwrap_or_default();
        problems.extend(redirects_under(&content, &public_url).0);
        let sharing = Sharing::new(&theme, &content)
            .map_err(|problem| problems.push(problem))
            .unwrap_or_default();
        let media_bytes = media
            .iter()
            .map(|(name, bytes)| (name, Fingerprint::of_bytes(bytes)));
        let identity = Fingerprint::of(&(
            PROGRAM,
            (&sources.files, media_bytes.collect::<Vec<_>>()),
            (theme.fingerprint, &theme.sheet),
            &public_url,
        ));
        let theme = Arc::new(theme);
        let islands = Islands::new(Arc::clone(&theme.islands.server), Limits::default());
        let islands = Arc::new(islands);
        let warnings = std::mem::take(&mut problems).finish(())?.1;
        Ok(Loaded {
            content,
            theme,
            media,
            shown,
            islands,
            public_url,
            sharing: sharing.map(Arc::new),
            identity,
            warnings,
        })
    }

    /// The site with the media variants that are ready now.
    pub fn inputs(&self, options: &Options, library: &Library) -> Result<Inputs, Problems> {
        let pictures = self.sharing.as_ref();
        let pictures = pictures.map(|sharing| sharing.of_pages(&self.content, library));
        let media = self.media_table(options, library);
        self.inputs_with(media, &Arc::new(pictures.unwrap_or_default()))
    }

    /// What is said of rules of `redirects.toml` that are left out because a post stands at their address.
    pub fn left_out(&self, rules: &BTreeSet<usize>) -> impl Iterator<Item = Problem> {
        let rules = rules.iter();
        rules.filter_map(|rule| left_out(&self.content, *rule))
    }

    /// The media with the variants that are ready now.
    pub fn media_table(&self, options: &Options, library: &Library) -> Arc<MediaTable> {
        let dir = options.content.join("media");
        Arc::new(MediaTable::new(&dir, &self.media, &self.shown, library))
    }

    /// The site with these media and pictures of pages.
    pub fn inputs_with(
        &self,
        media: Arc<MediaTable>,
        page_pictures: &Arc<PagePictures>,
    ) -> Result<Inputs, Problems> {
        let languages = self.content.languages;
        let tools = |lang| Tools {
            lang,
            ui: self.content.words.get(lang).ui.clone(),
            theme: Arc::clone(&self.theme),
            media: Arc::clone(&media),
            islands: Arc::clone(&self.islands),
        };
        let tools = ByLang::of(languages, |lang| Arc::new(tools(lang)));
        let renderer = Renderer::new(&self.theme, &tools)?;
        let sharing = self.sharing.as_ref();
        let sharing = sharing.map_or_else(Fingerprint::default, |sharing| sharing.fingerprint);
        let pictures = (sharing, page_pictures);
        let frame = |lang| {
            let place = (&media, &*self.public_url);
            Frame::new(lang, &self.content, &self.theme, place, pictures)
        };
        Ok(Inputs {
            languages,
            frames: ByLang::of(languages, frame),
            words: ByLang::of(languages, |lang| {
                PageWords::new(self.content.words.get(lang))
            }),
            terms: Hashed::new(self.content.terms.clone()),
            authors: authors(&self.content),
            redirects: Hashed::new(self.content.redirects.clone()),
            theme: Arc::clone(&self.theme),
            media,
            sharing: self.sharing.clone(),
            page_pictures: Arc::clone(page_pictures),
            renderer,
        })
    }
}

/// An author as pages use one.
#[derive(Debug)]
pub struct AuthorInput {
    /// As it stands in the author field of posts.
    pub byline: String,
    /// Picture of the person.
    pub portrait: Option<String>,
    /// By language.
    pub words: ByLang<Hashed<model::AuthorWords>>,
}

fn authors(content: &Content) -> BTreeMap<AuthorId, AuthorInput> {
    let authors = content.authors.iter().map(|(id, author)| {
        let input = AuthorInput {
            byline: author.byline.trim().to_owned(),
            portrait: author.portrait.clone(),
            words: ByLang::of(content.languages, |lang| {
                Hashed::new(author.words.get(lang).clone())
            }),
        };
        (*id, input)
    });
    authors.collect()
}

impl Inputs {
    /// The services of the firm, in the order of the menus.
    pub fn services(&self) -> impl Iterator<Item = Category> {
        self.words.default().service.ids()
    }
}

/// Pictures that pages show with `picture()` or `poster()`: those in folders (the files beside them are icons, posters
/// and the like), and those that content or a template names.
fn shown(content: &Content, theme: &Theme, sources: &Sources) -> ShownPictures {
    let certificates = content.site.certificates.iter();
    let mut names: BTreeSet<String> = certificates.map(|facts| facts.image.clone()).collect();
    names.extend(
        content
            .authors
            .values()
            .filter_map(|author| author.portrait.clone()),
    );
    let films = [&content.site.header_video, &content.site.not_found_video];
    names.extend(films.map(|film| film.poster.clone()));
    for words in content.words.values() {
        let services = words.service.iter();
        names.extend(services.map(|(_, service)| service.image.clone()));
    }
    for media in &sources.media {
        let quoted = format!("\"{media}\"");
        let named = |template: &String| template.contains(&quoted);
        if media.contains('/') || theme.templates.values().any(named) {
            names.insert(media.clone());
        }
    }
    ShownPictures {
        wide: content.site.hero.iter().cloned().collect(),
        others: names,
    }
}

/// The canonical origin: the option's, or that of `content/site.toml`, which is checked with the content.
fn public_url(options: &Options, content: &Content) -> Result<String, Problem> {
    let given = options
        .public_url
        .as_deref()
        .map(str::trim)
        .filter(|url| !url.is_empty());
    let Some(given) = given else {
        return Ok(content.site.public_url.clone());
    };
    let given = given.trim_end_matches('/');
    if is_origin(given) {
        return Ok(given.to_owned());
    }
    let problem = Problem::error("public-url", format!("{given:?} is not an origin"));
    Err(problem
        .key("--public-url")
        .hint("like https://www.example.com"))
}
