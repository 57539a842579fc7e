//! Writing the index: a post that changed is read, folded and written once for each transaction, whatever was done to it.

use generator::{Lang, Post};
use rusqlite::{OptionalExtension as _, Transaction, params};

use super::{key, links, words};
use crate::store::{
    languages::is_other,
    others, posts,
    working_copies::{self, WorkingCopy},
};

/// Writes what is known of the posts that changed in this transaction, or outside of this program.
pub fn catch_up(transaction: &Transaction<'_>) -> rusqlite::Result<usize> {
    let mut due = 0;
    let mut next = transaction.prepare_cached("SELECT min(post_id) FROM finding_due")?;
    let mut done = transaction.prepare_cached("DELETE FROM finding_due WHERE post_id = ?1")?;
    while let Some(id) = next.query_row([], |row| row.get::<_, Option<i64>>(0))? {
        write(transaction, id)?;
        done.execute([id])?;
        due += 1;
    }
    Ok(due)
}

/// One post anew: what staff see, and beside it what visitors do where that is something else.
fn write(transaction: &Transaction<'_>, id: i64) -> rusqlite::Result<()> {
    let rows = [2 * id, 2 * id + 1];
    for table in ["finding WHERE id", "finding_words WHERE rowid"] {
        let mut delete = transaction.prepare_cached(&format!("DELETE FROM {table} = ?1"))?;
        for row in rows {
            delete.execute([row])?;
        }
    }
    let in_trash = transaction
        .prepare_cached("SELECT 1 FROM trash WHERE post_id = ?1")?
        .query_row([id], |_| Ok(()))
        .optional()?
        .is_some();
    let live = posts::find(transaction, id)?;
    let copy = working_copies::find(transaction, id)?.filter(|_| !in_trash);
    let shown_at = live.as_ref().map(|live| {
        let dates = live.dates.published.values().copied();
        let dates = dates.chain(live.dates.updated);
        dates
            .max()
            .unwrap_or_else(|| live.post.date.as_millisecond())
    });
    let texts = [
        live.as_ref().map(|live| &live.post),
        copy.as_ref().map(|copy| &copy.post),
    ];
    links::write(transaction, id, texts.into_iter().flatten())?;
    match (live, copy) {
        (Some(live), None) => put(
            transaction,
            rows[0],
            &live.post,
            (!in_trash, true),
            shown_at,
        ),
        (
            live,
            Some(WorkingCopy {
                post, edited_at, ..
            }),
        ) => {
            put(transaction, rows[0], &post, (true, false), Some(edited_at))?;
            match live {
                Some(live) => put(transaction, rows[1], &live.post, (false, true), shown_at),
                None => Ok(()),
            }
        }
        (None, None) => Ok(()),
    }
}

fn put(
    transaction: &Transaction<'_>,
    row: i64,
    post: &Post,
    (staff, visitors): (bool, bool),
    edited: Option<i64>,
) -> rusqlite::Result<()> {
    let date = post.date.as_millisecond();
    let has = |lang| !post.title.get(lang).is_empty();
    let title = post.title.iter().next().map(|(_, title)| title);
    let titled = post.title.iter().map(|(lang, _)| lang);
    let others = others::codes(titled.filter(|lang| is_other(*lang)));
    transaction
        .prepare_cached(
            "INSERT INTO finding (id, post_id, staff, visitors, date, edited, category, author, title, author_at, az, en, ru, others)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
        )?
        .execute(params![
            row,
            row / 2,
            staff,
            visitors,
            date,
            edited.unwrap_or(date),
            post.category.id(),
            key(&post.author),
            words::sorted_as(title.unwrap_or_default()),
            words::sorted_as(&post.author),
            has(Lang::AZ),
            has(Lang::EN),
            has(Lang::RU),
            others,
        ])?;
    transaction
        .prepare_cached("INSERT INTO finding_words (rowid, words) VALUES (?1, ?2)")?
        .execute(params![row, words::of_post(post)])?;
    Ok(())
}
