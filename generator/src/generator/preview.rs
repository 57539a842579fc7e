//! A post as its editor sees it before it is saved: pictures come straight from the API.

use std::sync::Arc;

use crate::body::{stored_id, stored_ids};
use crate::catalogue::{Catalogue, related_places};
use crate::images::{ImageStore, ImageStoreError, Picture};
use crate::lang::Lang;
use crate::pages::{BodyRef, Page, PostPage, PostView, RELATED};
use crate::plan::Unit;
use crate::post::{Category, Post};
use crate::problem::{BuildError, Problem, Problems};
use crate::routes::{Output, PageId, Route};
use crate::site::Site;

/// React's renderer recurses on the native stack; QuickJS may use 1 MB of it.
const STACK: usize = 8 << 20;

/// Makes previews with the site as it was after the last build. It shares nothing that a running build holds, and has
/// a thread of its own, so that it never waits for one.
#[derive(Debug, Clone)]
pub struct Previewer {
    site: Arc<Site>,
    /// By [`Category::index`]: the newest posts, one more than a page shows beside its own.
    newest: [Vec<Arc<PostView>>; 6],
    pool: Arc<rayon::ThreadPool>,
}

impl Previewer {
    /// Of a site and its posts.
    pub fn new(
        site: &Arc<Site>,
        catalogue: &Catalogue,
        pool: &Arc<rayon::ThreadPool>,
    ) -> Previewer {
        let newest = |category| {
            let posts = catalogue.list(Some(category)).iter();
            posts.take(RELATED + 1).cloned().collect()
        };
        Previewer {
            site: Arc::clone(site),
            newest: Category::ALL.map(newest),
            pool: Arc::clone(pool),
        }
    }

    /// The page of a post that is not saved, with the site's own templates. Writes nothing.
    pub fn preview(
        &self,
        post: &Post,
        lang: Lang,
        images: &dyn ImageStore,
    ) -> Result<String, BuildError> {
        let own = view(post, images)?;
        let others = self.newest[post.category.index()].iter();
        let others: Vec<&PostView> = others
            .map(AsRef::as_ref)
            .filter(|other| other.post.id != post.id)
            .collect();
        let list: Vec<&PostView> = std::iter::once(&own).chain(others).collect();
        let related =
            related_places(0, list.len()).map(|place| place.map(|place| list[place].card(lang)));
        let page = PostPage {
            chrome: &self.site.chromes[lang as usize],
            page: &self.site.words[lang as usize].blog,
            card: own.card(lang),
            body: BodyRef::new(&own, lang),
            related,
            preview: true,
        };
        let output = Output::Page(PageId {
            route: Route::Post(post.id),
            lang,
        });
        let unit = Unit::Page(Page::Post(page));
        let files = self.pool.install(|| unit.render(&self.site, output))?;
        let bytes = files.into_iter().next();
        let bytes = bytes.map(|(_, bytes)| bytes).unwrap_or_default();
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

/// The post with pictures that need not be published.
fn view(post: &Post, images: &dyn ImageStore) -> Result<PostView, ImageStoreError> {
    let own = post
        .image_id
        .or_else(|| post.image.as_deref().and_then(stored_id));
    let image = match own {
        Some(id) => stored(id, images)?,
        None => post
            .image
            .as_deref()
            .filter(|url| !url.is_empty())
            .map(|url| Arc::new(Picture::single(url.to_owned(), "", 0, 0, Vec::new()))),
    };
    let mut body_images = Vec::new();
    for lang in Lang::ALL {
        for id in stored_ids(post.content.get(lang)) {
            if let Some(picture) = stored(id, images)? {
                body_images.push((id, picture));
            }
        }
    }
    Ok(PostView::new(
        Arc::new(post.clone()),
        image,
        body_images,
        false,
    ))
}

fn stored(id: i64, images: &dyn ImageStore) -> Result<Option<Arc<Picture>>, ImageStoreError> {
    let Some(image) = images.image(id)? else {
        return Ok(None);
    };
    let Some(bytes) = images.bytes(id)? else {
        return Ok(None);
    };
    let size = imaging::inspect(&bytes, &imaging::Limits::default());
    let (width, height) = size.map_or((0, 0), |info| (info.width, info.height));
    let url = format!("/api/blog/images/{id}/");
    Ok(Some(Arc::new(Picture::single(
        url,
        &image.content_type,
        width,
        height,
        Vec::new(),
    ))))
}
