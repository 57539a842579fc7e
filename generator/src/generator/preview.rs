//! A post as its editor sees it before it is saved: pictures come straight from the API.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::base::{ByService, Lang, Languages, Problem, Problems};
use crate::images::{Coming, Found, ImageStore, ImageStoreError, Picture};
use crate::inputs::Inputs;
use crate::output::BuildError;
use crate::pages::{Audience, BodyRef, Page, PostPage, Told};
use crate::plan::Job;
use crate::posts::{Catalogue, Digest, List, Post, PostView, RELATED, related_places};

/// React's renderer recurses on the native stack; QuickJS may use 1 MB of it.
const STACK: usize = 8 << 20;

/// Makes previews with the site as it was after the last build. It shares nothing that a running build holds, and has
/// a thread of its own, so that it never waits for one.
#[derive(Debug, Clone)]
pub struct Previewer {
    inputs: Arc<Inputs>,
    /// The newest posts, one more than a page shows beside its own.
    newest: ByService<Vec<Arc<PostView>>>,
    pool: Arc<rayon::ThreadPool>,
}

impl Previewer {
    /// Of a site and its posts.
    pub fn new(
        inputs: &Arc<Inputs>,
        catalogue: &Catalogue,
        pool: &Arc<rayon::ThreadPool>,
    ) -> Previewer {
        let newest = |_, list: &List| {
            let posts = list.iter();
            posts.take(RELATED + 1).cloned().collect()
        };
        Previewer {
            inputs: Arc::clone(inputs),
            newest: catalogue.by_category.map(newest),
            pool: Arc::clone(pool),
        }
    }

    /// Origin of the site's addresses, without a slash at its end.
    pub fn origin(&self) -> &str {
        &self.inputs.frames.default().public_url
    }

    /// Languages of the site.
    pub fn languages(&self) -> Languages {
        self.inputs.languages
    }

    /// The page of a post that is not saved, with the site's own templates. Writes nothing.
    pub fn preview(
        &self,
        post: &Post,
        lang: Lang,
        images: &dyn ImageStore,
    ) -> Result<String, BuildError> {
        self.page(post, lang, Audience::Editor, images)
    }

    /// The same for someone who knows the address `base` (with a slash at its end), below which it stands in each language.
    pub fn shared(
        &self,
        post: &Post,
        lang: Lang,
        base: &str,
        images: &dyn ImageStore,
    ) -> Result<String, BuildError> {
        self.page(post, lang, Audience::Guest(base), images)
    }

    fn page(
        &self,
        post: &Post,
        lang: Lang,
        audience: Audience<'_>,
        images: &dyn ImageStore,
    ) -> Result<String, BuildError> {
        // Its pictures need not be published.
        let category = self.newest.known(post.category);
        let texts = BTreeMap::from([(post.id, post.content.clone())]);
        let (listed, _) = post.clone().exchange(Digest::of(post.content.iter()));
        let own = (Arc::new(listed), category);
        let own = PostView::of(own, self.inputs.languages, |_, id| stored(id, images))?;
        let others = self.newest.get(category).into_iter().flatten();
        let others: Vec<&PostView> = others
            .map(AsRef::as_ref)
            .filter(|other| other.post.id != post.id)
            .collect();
        let list: Vec<&PostView> = std::iter::once(&own).chain(others).collect();
        let related =
            related_places(0, list.len()).map(|place| place.map(|place| list[place].card(lang)));
        let page = PostPage {
            frame: self.inputs.frames.get(lang),
            page: &self.inputs.words.get(lang).blog,
            card: own.card(lang),
            body: BodyRef::new(&own, lang),
            languages: own.post.languages(self.inputs.languages),
            slugs: &own.post.slugs,
            told: Told::new(&own.post, lang),
            alt: own.alt(lang),
            updated: own.post.updated,
            // Nobody shares it.
            drawn: None,
            related,
            // Which they will be, its publication decides.
            beside: [None, None],
            audience,
        };
        let job = Job::Page(Page::Post(page));
        let bytes = self.pool.install(|| job.render(&self.inputs, &texts))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Threads that render; as many as the machine has, or so many.
pub fn pool_of(threads: Option<usize>) -> Result<rayon::ThreadPool, Problems> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0))
        .stack_size(STACK)
        .thread_name(|index| format!("generate-{index}"))
        .build()
        .map_err(|error| Problem::error("threads", error.to_string()).into())
}

fn stored(id: i64, images: &dyn ImageStore) -> Result<Option<Found>, ImageStoreError> {
    let Some(image) = images.image(id)? else {
        return Ok(None);
    };
    let Some(bytes) = images.bytes(id)? else {
        return Ok(None);
    };
    let size = imaging::inspect(&bytes, &imaging::Limits::default());
    let (width, height) = size.map_or((0, 0), |info| (info.width, info.height));
    let url = format!("/api/blog/images/{id}/");
    let picture = Picture::single(url, &image.content_type, width, height, Vec::new());
    Ok(Some(Found {
        picture: Some(Arc::new(picture)),
        coming: Coming::Nothing,
    }))
}
