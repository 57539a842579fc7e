//! What one file is made of, and the making.

use crate::base::Problem;
use crate::files::{Feed, Search, Sitemap, headers, redirects, robots, web_manifest};
use crate::inputs::Inputs;
use crate::pages::{Frame, Page};
use crate::routes::Output;

/// Something that makes one file (the sitemap: several).
#[derive(Debug, Clone, Copy, Hash)]
pub enum Job<'a> {
    /// A page.
    Page(Page<'a>),
    /// A feed.
    Feed(Feed<'a>),
    /// Search data.
    Search(Search<'a>),
    /// The sitemap.
    Sitemap(Sitemap<'a>),
    /// `robots.txt`, `_headers` …
    Plain(Output, &'a Frame),
}

/// File of `content/media` that is published at the root.
pub const FAVICON: &str = "favicon.ico";

impl Job<'_> {
    /// Makes the bytes.
    pub fn render(
        &self,
        inputs: &Inputs,
        output: Output,
    ) -> Result<Vec<(Output, Vec<u8>)>, Problem> {
        let bytes = match self {
            Job::Page(page) => {
                let (template, lang, context) = page.prepare()?;
                inputs
                    .renderer
                    .render(template, lang, context)?
                    .into_bytes()
            }
            Job::Feed(feed) => feed.xml().into_bytes(),
            Job::Search(search) => search.json().into_bytes(),
            Job::Sitemap(sitemap) => {
                return Ok(sitemap
                    .files()
                    .into_iter()
                    .map(|(output, xml)| (output, xml.into_bytes()))
                    .collect());
            }
            Job::Plain(output, frame) => plain(*output, frame, inputs),
        };
        Ok(vec![(output, bytes)])
    }
}

fn plain(output: Output, frame: &Frame, inputs: &Inputs) -> Vec<u8> {
    match output {
        Output::Robots => robots(&frame.public_url).into_bytes(),
        Output::WebManifest => web_manifest(frame).into_bytes(),
        Output::Headers => headers().into_bytes(),
        Output::Redirects => redirects().into_bytes(),
        _ => inputs
            .media
            .bytes(FAVICON)
            .map(|bytes| bytes.to_vec())
            .unwrap_or_default(),
    }
}
