//! What one file is made of, and the making.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::Problem;
use crate::content::model;
use crate::files::search::Search;
use crate::files::{Feed, Sitemap, counts_css, headers, redirects, robots, web_manifest};
use crate::inputs::Inputs;
use crate::pages::{Frame, Hashed, Led, Page};
use crate::posts::{Counts, TextStore};
use crate::routes::{Output, RedirectFormat};

/// Something that makes one file.
#[derive(Debug, Clone, Copy, Hash)]
pub enum Job<'a> {
    /// A page.
    Page(Page<'a>),
    /// A feed.
    Feed(Feed<'a>),
    /// A part of the search data.
    Search(Search<'a>),
    /// The sitemap or a part of it.
    Sitemap(Sitemap<'a>),
    /// How many posts there are.
    Counts(&'a Frame, &'a Counts),
    /// `_redirects` and what else leads old addresses on
    Redirects(
        RedirectFormat,
        &'a Frame,
        OldAddresses<'a>,
        &'a BTreeMap<i64, Led>,
    ),
    /// `robots.txt`, `_headers` …
    Plain(Output, &'a Frame),
}

/// The rules of `redirects.toml` that hold.
#[derive(Debug, Clone, Copy, Hash)]
pub struct OldAddresses<'a> {
    /// All of them.
    pub rules: &'a Hashed<Vec<model::OldAddress>>,
    /// Places of those that posts have overtaken.
    pub overtaken: &'a BTreeSet<usize>,
}

impl<'a> OldAddresses<'a> {
    fn iter(self) -> impl Iterator<Item = &'a model::OldAddress> {
        let rules = self.rules.iter().enumerate();
        rules.filter_map(move |(place, rule)| (!self.overtaken.contains(&place)).then_some(rule))
    }
}

/// File of `content/media` that is published at the root.
pub const FAVICON: &str = "favicon.ico";

impl Job<'_> {
    /// Makes the bytes; `texts` are the posts'.
    pub fn render(&self, inputs: &Inputs, texts: &dyn TextStore) -> Result<Vec<u8>, Problem> {
        Ok(match self {
            Job::Page(page) => {
                let (template, lang, context) = page.prepare(texts)?;
                let html = inputs.renderer.render(template, lang, context)?;
                html.into_bytes()
            }
            Job::Feed(feed) => feed.render(texts)?.into_bytes(),
            Job::Search(search) => search.json().into_bytes(),
            Job::Sitemap(sitemap) => sitemap.xml().into_bytes(),
            Job::Counts(_, counts) => counts_css(counts).into_bytes(),
            Job::Redirects(format, frame, old, moved) => {
                let services: Vec<_> = frame.services.ids().collect();
                let site = (frame.languages, &*services);
                redirects(*format, old.iter(), moved, site).into_bytes()
            }
            Job::Plain(output, frame) => plain(*output, frame, inputs),
        })
    }
}

fn plain(output: Output, frame: &Frame, inputs: &Inputs) -> Vec<u8> {
    match output {
        Output::Robots => robots(&frame.public_url).into_bytes(),
        Output::IndexNow => frame
            .site
            .indexnow_key
            .clone()
            .unwrap_or_default()
            .into_bytes(),
        Output::WebManifest => web_manifest(frame).into_bytes(),
        Output::Headers => headers().into_bytes(),
        _ => inputs
            .media
            .bytes(FAVICON)
            .map(|bytes| bytes.to_vec())
            .unwrap_or_default(),
    }
}
