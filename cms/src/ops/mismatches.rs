//! What of a store does not fit together, although each row of it is whole.

use generator::Post;
use rusqlite::Connection;

use crate::{
    posts::rich_text,
    store::{
        images, languages,
        posts::{self, Filter},
        redirects, working_copies,
    },
};

/// A line for each of them, in the order of the posts.
pub fn mismatches(store: &Connection) -> anyhow::Result<Vec<String>> {
    let mut found = Vec::new();
    for (id, target) in redirects::all(store)? {
        if posts::revision(store, id)?.is_some() {
            found.push((
                id,
                format!("is on-line and its address is sent to {target}: no archive of this store can be imported"),
            ));
        }
    }
    posts::each(store, &Filter::default(), |stored| {
        found.extend(lost(store, &stored.post, "")?);
        Ok::<_, anyhow::Error>(())
    })?;
    for id in working_copies::ids(store)? {
        if let Some(copy) = working_copies::find(store, id)? {
            found.extend(lost(store, &copy.post, " of its draft")?);
        }
    }
    found.sort();
    let lines = found
        .into_iter()
        .map(|(id, what)| format!("post {id} {what}"));
    Ok(lines.collect())
}

/// Texts that show or name a picture that is not there: the next one that is uploaded may get its number.
fn lost(store: &Connection, post: &Post, whose: &str) -> rusqlite::Result<Vec<(i64, String)>> {
    let mut found = Vec::new();
    for lang in languages::of_posts([post]) {
        for image in rich_text::stored_images(post.content.get(lang)) {
            if !images::exists(store, image)? {
                let field = format!("content_{}{whose}", lang.code());
                found.push((
                    post.id,
                    format!("names image {image} in {field}, which is not there"),
                ));
            }
        }
    }
    Ok(found)
}
