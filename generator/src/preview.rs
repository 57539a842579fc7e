//! A post as its editor sees it before it is saved: pictures come straight from the API.

use std::sync::Arc;

use crate::body::{stored_id, stored_ids};
use crate::images::{ImageStore, ImageStoreError, Picture};
use crate::lang::Lang;
use crate::pages::PostView;
use crate::post::Post;

/// The post with pictures that need not be published.
pub fn view(post: &Post, images: &dyn ImageStore) -> Result<PostView, ImageStoreError> {
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
