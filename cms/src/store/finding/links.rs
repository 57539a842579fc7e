//! The table `post_links`: which posts' texts lead to which.

use std::collections::BTreeSet;

use generator::Post;
use rusqlite::{Connection, Transaction};

const LINKING: &str = "SELECT k.id, coalesce(c.title_az, p.title_az) FROM post_links AS l JOIN desk AS k ON k.id = l.from_post
    LEFT JOIN posts AS p ON p.id = k.id LEFT JOIN working_copies AS c ON c.post_id = k.id
    WHERE l.to_post = ?1 AND l.from_post <> ?1 ORDER BY l.from_post";

/// Number and title of every other post whose texts, on-line or being written, link to this one in any language.
pub fn to(connection: &Connection, id: i64) -> rusqlite::Result<Vec<(i64, String)>> {
    connection
        .prepare_cached(LINKING)?
        .query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

/// Where a post leads, by what visitors see and by what is being written.
pub(super) fn write<'a>(
    transaction: &Transaction<'_>,
    id: i64,
    posts: impl Iterator<Item = &'a Post>,
) -> rusqlite::Result<()> {
    transaction
        .prepare_cached("DELETE FROM post_links WHERE from_post = ?1")?
        .execute([id])?;
    let texts = posts.flat_map(|post| post.content.iter().map(|(_, text)| text));
    let linked: BTreeSet<i64> = texts.flat_map(linked_posts).collect();
    let mut insert = transaction
        .prepare_cached("INSERT INTO post_links (to_post, from_post) VALUES (?1, ?2)")?;
    for to in linked {
        insert.execute([to, id])?;
    }
    Ok(())
}

/// The numbers of posts to which links in a text lead, with whatever words in the address, in any language and on any host.
fn linked_posts(html: &str) -> impl Iterator<Item = i64> {
    html.match_indices("href=").filter_map(|(at, attribute)| {
        let rest = html.get(at + attribute.len()..)?;
        let target = rest.trim_start_matches(['"', '\'']);
        let end = target.find(['"', '\'', '>', ' ']).unwrap_or(target.len());
        let path = target.get(..end)?.split(['?', '#']).next()?;
        let (_, number) = path.split_once("/blog/")?;
        number.split('/').next()?.parse().ok()
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::store::{Store, migrations};

    fn linked(html: &str) -> Vec<i64> {
        linked_posts(html).collect()
    }

    #[test]
    fn a_link_is_told_from_what_looks_like_one() {
        for html in [
            "<a href=\"/blog/7/\">x</a>",
            "<a href=\"/ru/blog/7/#a\">x</a>",
            "<a href='https://example.az/en/blog/7'>x</a>",
            "<a href=\"/blog/7/edv-2026/?a\">x</a>",
        ] {
            assert_eq!(linked(html), [7], "{html}");
        }
        for html in [
            "/blog/7/",
            "<a href=\"/blog/\">7</a>",
            "<a href=\"/blog/page/7/\">x</a>",
            "<a href=\"/en/audit/?from=/blog/7/\">/blog/7/</a>",
        ] {
            assert!(linked(html).is_empty(), "{html}");
        }
        let both = "<a href=\"/blog/77/\">x</a><a href=\"/ru/blog/7/\">x</a>";
        assert_eq!(linked(both), [77, 7]);
    }

    /// As release 24 left it, which had no such table.
    #[test]
    fn the_links_of_an_older_store_are_known_after_its_upgrade() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("cms.db");
        let mut older = Connection::open(&file).unwrap();
        migrations::run_to(&mut older, &file, 24).unwrap();
        older
            .execute_batch(
                "INSERT INTO posts (id, revision, category, featured, trending, author, date, title_az, title_en, title_ru,
                     excerpt_az, excerpt_en, excerpt_ru, content_az, content_en, content_ru)
                 VALUES (1, 1, 'audit', 0, 0, 'Leyla', 0, 'title', '', '', '', '', '', '', '',
                     '<p><a href=\"/ru/blog/9/\">x</a></p>')",
            )
            .unwrap();
        drop(older);
        let store = Store::open(&file).unwrap();
        let found = store.read_blocking(|store| Ok::<_, anyhow::Error>(to(store, 9)?));
        assert_eq!(found.unwrap(), [(1, "title".to_owned())]);
    }

    #[test]
    fn who_links_is_looked_up_and_not_looked_for() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(&dir.path().join("cms.db")).unwrap();
        let plan = store.read_blocking(|store| -> anyhow::Result<Vec<String>> {
            let mut plan = store.prepare(&format!("EXPLAIN QUERY PLAN {LINKING}"))?;
            let steps = plan.query_map([1], |row| row.get(3))?;
            Ok(steps.collect::<Result<_, _>>()?)
        });
        let plan = plan.unwrap();
        assert!(
            plan.iter().all(|step| step.starts_with("SEARCH")),
            "{plan:?}"
        );
    }
}
