//! The table `slugs`: all words that addresses of posts have or had on-line. Triggers of `posts` fill it.

use std::collections::BTreeMap;

use generator::{Lang, ListedPost, Slug};
use rusqlite::{Connection, Row, Transaction, params};

/// Words of an address and the post that they lead to.
pub type Address = (i64, Lang, Slug);

/// All of them, in the order of the posts.
pub fn all(connection: &Connection) -> rusqlite::Result<Vec<Address>> {
    let found = connection
        .prepare_cached("SELECT post_id, lang, slug FROM slugs ORDER BY post_id, lang, slug")?
        .query_map([], read)?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    Ok(found.into_iter().flatten().collect())
}

/// Gives posts the words that their addresses had; costs nothing where there never were any.
pub fn attach_all(connection: &Connection, posts: &mut [ListedPost]) -> rusqlite::Result<()> {
    let any = connection
        .prepare_cached("SELECT 1 FROM slugs")?
        .exists([])?;
    if any {
        for post in posts {
            let had = of(connection, post.id)?.into_iter();
            post.slugs.former = had.map(|(_, lang, slug)| (lang, slug)).collect();
        }
    }
    Ok(())
}

/// Those of the posts whose addresses are sent elsewhere, by number.
pub fn of_moved(connection: &Connection) -> rusqlite::Result<BTreeMap<i64, Vec<Address>>> {
    let found = connection
        .prepare_cached(
            "SELECT s.post_id, s.lang, s.slug FROM redirects AS r JOIN slugs AS s ON s.post_id = r.post_id",
        )?
        .query_map([], read)?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    let mut moved: BTreeMap<i64, Vec<Address>> = BTreeMap::new();
    for address in found.into_iter().flatten() {
        moved.entry(address.0).or_default().push(address);
    }
    Ok(moved)
}

/// Takes one that an archive tells of.
pub fn insert(transaction: &Transaction<'_>, (id, lang, slug): Address) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("INSERT OR IGNORE INTO slugs (post_id, lang, slug) VALUES (?1, ?2, ?3)")?
        .execute(params![id, lang.code(), slug.as_str()])?;
    Ok(())
}

fn of(connection: &Connection, id: i64) -> rusqlite::Result<Vec<Address>> {
    let found = connection
        .prepare_cached("SELECT post_id, lang, slug FROM slugs WHERE post_id = ?1")?
        .query_map([id], read)?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    Ok(found.into_iter().flatten().collect())
}

/// What no release would have written is left out.
fn read(row: &Row<'_>) -> rusqlite::Result<Option<Address>> {
    let (lang, slug): (String, String) = (row.get(1)?, row.get(2)?);
    let address = |id| Some((id, Lang::from_code(&lang)?, Slug::new(&slug)?));
    row.get(0).map(address)
}
