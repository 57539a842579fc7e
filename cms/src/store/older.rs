//! A store of an older release, read as if it had been migrated: views of this connection alone stand before its tables.

use std::ops::Range;

use rusqlite::Connection;

use super::migrations;

/// The version that began the life of a post: history, working copies and what belongs to them.
pub(super) const LIFE: usize = 6;
/// The version in which a plan says why it was not carried out.
pub(super) const PROBLEMS: usize = 7;
/// The version in which addresses can be sent elsewhere.
const REDIRECTS: usize = 8;

/// The version that gave users a role.
const PEOPLE: usize = 9;
/// The version that began to keep messages, and the one that says what becomes of them.
pub(super) const MESSAGES: usize = 2;
const INBOX: usize = 10;
/// The version in which scripts have tokens.
const TOKENS: usize = 13;
/// The version in which signing in may take a second step.
const SECOND_STEPS: usize = 14;
/// The version in which authors ask for publication.
const APPROVALS: usize = 15;
/// The version in which something is said of pictures.
const MEDIA: usize = 16;
/// The version in which an earlier publication may stand.
const HOLD: usize = 17;
/// The version in which others are told of publications.
const WEBHOOKS: usize = 18;
/// The version in which a post may have texts for search engines.
const META: usize = 19;
/// The version in which the address of a post may have words.
const SLUGS: usize = 20;
/// The version in which originals may be in object storage.
const ORIGINALS: usize = 21;

/// The version that notes apart from pictures which of them are unused, or kept all the same.
const UNUSED_APART: usize = 24;
/// The version in which posts may say something in other languages than the three.
const OTHERS: usize = 26;

/// The version in which plans and requests wait for deleted posts.
const ASIDE: usize = 28;

/// What stands before the tables of a store of one of these versions (the second is the first that needs it no more). Tables of
/// posts grew in several steps: [`posts`].
const SHIMS: [(Range<usize>, &str); 17] = [
    (1..LIFE, include_str!("older.sql")),
    (1..PEOPLE, include_str!("older_people.sql")),
    (
        LIFE..PROBLEMS,
        "CREATE TEMP VIEW schedules AS
         SELECT *, NULL AS problem, NULL AS redirect_to FROM main.schedules;",
    ),
    (
        PROBLEMS..REDIRECTS,
        "CREATE TEMP VIEW schedules AS SELECT *, NULL AS redirect_to FROM main.schedules;",
    ),
    (1..REDIRECTS, "CREATE TEMP TABLE redirects (post_id, target);"),
    (
        MESSAGES..INBOX,
        "CREATE TEMP VIEW messages AS
         SELECT *, iif(read_at IS NULL AND relayed_at IS NULL, 'new', 'archived') AS state, '' AS note,
             NULL AS assigned_to, NULL AS handled_by, NULL AS handled_at, 1 AS version, NULL AS suspected
         FROM main.messages;",
    ),
    (1..MEDIA, include_str!("older_media.sql")),
    (
        MEDIA..OTHERS,
        "CREATE TEMP VIEW media AS SELECT *, '{}' AS others FROM main.media;",
    ),
    (
        1..TOKENS,
        "CREATE TEMP TABLE tokens (id, name, role, created_at, created_by, expires_at, used_at, used_from);",
    ),
    (1..SECOND_STEPS, "CREATE TEMP TABLE second_steps (user_id, on_since);"),
    (
        1..APPROVALS,
        "CREATE TEMP TABLE approvals (
             post_id, languages, note, asked_at, asked_by, version, returned_at, returned_by, returned_note
         );",
    ),
    (1..HOLD, "CREATE TEMP TABLE hold (release, since, by);"),
    (
        1..WEBHOOKS,
        "CREATE TEMP TABLE webhooks (id, url, key_id, sealed, created_at, created_by, disabled_at);
         CREATE TEMP TABLE deliveries (
             id, webhook_id, event, kind, body, at, kept_from, state, release, attempts, tried_at, status, reason, detail, next_at
         );
         CREATE TEMP TABLE announced (release);",
    ),
    (1..SLUGS, "CREATE TEMP TABLE slugs (post_id, lang, slug);"),
    (
        1..ORIGINALS,
        "CREATE TEMP VIEW images AS SELECT *, NULL AS away FROM main.images;
         CREATE TEMP TABLE left_away (hash, since);",
    ),
    (1..UNUSED_APART, "CREATE TEMP TABLE unused_images (image_id, since);"),
    (
        1..ASIDE,
        "CREATE TEMP TABLE schedules_aside (post_id, lang, action, at, by_name, problem, redirect_to);
         CREATE TEMP TABLE approvals_aside (
             post_id, languages, note, asked_at, asked_by, version, returned_at, returned_by, returned_note
         );",
    ),
];

/// Makes the tables of this release out of those that are there; nothing of the file changes.
pub(super) fn shim(connection: &Connection) -> rusqlite::Result<()> {
    let version = migrations::version(connection)?;
    for (_, sql) in SHIMS.iter().filter(|(of, _)| of.contains(&version)) {
        connection.execute_batch(sql)?;
    }
    posts(connection, version)
}

/// Of both tables of a post what later releases added to it.
fn posts(connection: &Connection, version: usize) -> rusqlite::Result<()> {
    if !(LIFE..OTHERS).contains(&version) {
        return Ok(());
    }
    let meta = if version < META {
        "'' AS meta_title_az, '' AS meta_title_en, '' AS meta_title_ru,
         '' AS meta_description_az, '' AS meta_description_en, '' AS meta_description_ru,"
    } else {
        ""
    };
    let slugs = if version < SLUGS {
        "'' AS slug_az, '' AS slug_en, '' AS slug_ru,"
    } else {
        ""
    };
    for (table, published) in [
        ("posts", "'{}' AS published_others,"),
        ("working_copies", ""),
    ] {
        connection.execute_batch(&format!(
            "CREATE TEMP VIEW {table} AS
             SELECT *, {meta} {slugs} {published} '{{}}' AS others, '{{}}' AS other_contents
             FROM main.{table};"
        ))?;
    }
    Ok(())
}
