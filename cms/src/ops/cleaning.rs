//! Posts on their way in from a file: cleaned as on their way through the API.

use std::collections::HashSet;

use anyhow::{anyhow, ensure};
use generator::{Lang, Post};

use crate::{posts::rich_text, store::languages};

/// Its cover is one of these images, and noted as used also where its address alone names it.
pub fn check_cover(post: &mut Post, images: &HashSet<i64>) -> anyhow::Result<()> {
    post.image_id = post.own_picture();
    if let Some(cover) = post.image_id {
        ensure!(images.contains(&cover), "the archive has no image {cover}");
    }
    Ok(())
}

/// Sanitises the contents of a post; what an export wrote passes unchanged.
pub fn clean(post: &mut Post) -> anyhow::Result<()> {
    for lang in languages::of_posts([&*post]) {
        let html = cleaned(post, lang)?;
        post.content.set(lang, html);
    }
    Ok(())
}

/// The content of a post in a language, as a save would keep it.
pub fn cleaned(post: &Post, lang: Lang) -> anyhow::Result<String> {
    rich_text::clean(post.content.get(lang)).map_err(|code| {
        anyhow!(
            "post {}: content_{} is refused: {code}",
            post.id,
            lang.code()
        )
    })
}
