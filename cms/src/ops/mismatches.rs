//! What of a store does not fit together, although each row of it is whole.

use generator::{Category, Post};
use rusqlite::Connection;

use crate::{
    posts::rich_text,
    store::{
        images, languages,
        posts::{self, Filter},
        redirects, working_copies,
    },
};

/// A line for each of them, in the order of the posts. `services` are those of the site, none while its content cannot be read.
pub fn mismatches(store: &Connection, services: &[Category]) -> anyhow::Result<Vec<String>> {
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
        found.extend(of_no_service(&stored.post, services, ""));
        Ok::<_, anyhow::Error>(())
    })?;
    for id in working_copies::ids(store)? {
        if let Some(copy) = working_copies::find(store, id)? {
            found.extend(lost(store, &copy.post, " of its draft")?);
            found.extend(of_no_service(&copy.post, services, " in its draft"));
        }
    }
    found.sort();
    let lines = found
        .into_iter()
        .map(|(id, what)| format!("post {id} {what}"));
    Ok(lines.collect())
}

/// A post stands in the first service when the firm has no such one as its own.
fn of_no_service(post: &Post, services: &[Category], whose: &str) -> Option<(i64, String)> {
    let first = services.first()?;
    let what = format!(
        "is about {}{whose}, which is no service of the site: it stands under {first} until another one is chosen",
        post.category
    );
    (!services.contains(&post.category)).then_some((post.id, what))
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
