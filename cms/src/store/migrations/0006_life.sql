-- The life of a post (posts/): what stands in `posts` is what is published and on-line; everything before and after that is
-- beside it.

-- Raised by every change of what only staff see, so that it is noticed; the publisher goes by `revision`.
ALTER TABLE site ADD COLUMN edits INTEGER NOT NULL DEFAULT 0;

-- When a language went live (NULL: it is not; its texts are then empty), and the last publication that changed what a
-- reader sees.
ALTER TABLE posts ADD COLUMN published_az INTEGER;
ALTER TABLE posts ADD COLUMN published_en INTEGER;
ALTER TABLE posts ADD COLUMN published_ru INTEGER;
ALTER TABLE posts ADD COLUMN updated INTEGER;
UPDATE posts SET published_az = iif(title_az = '', NULL, date), published_en = iif(title_en = '', NULL, date),
    published_ru = iif(title_ru = '', NULL, date);

-- At most one for each post; the number of a post that was never published is reserved. `date` is that of the first
-- publication, so that it survives being off-line.
CREATE TABLE working_copies (
    post_id    INTEGER PRIMARY KEY,
    version    INTEGER NOT NULL, -- `site.edits` at the last save
    created_at INTEGER NOT NULL,
    created_by TEXT    NOT NULL,
    edited_at  INTEGER NOT NULL,
    edited_by  TEXT    NOT NULL,
    date       INTEGER,
    category   TEXT    NOT NULL,
    featured   INTEGER NOT NULL,
    trending   INTEGER NOT NULL,
    author     TEXT    NOT NULL,
    image_id   INTEGER REFERENCES images (id),
    image_url  TEXT,
    title_az   TEXT    NOT NULL,
    title_en   TEXT    NOT NULL,
    title_ru   TEXT    NOT NULL,
    excerpt_az TEXT    NOT NULL,
    excerpt_en TEXT    NOT NULL,
    excerpt_ru TEXT    NOT NULL,
    content_az TEXT    NOT NULL,
    content_en TEXT    NOT NULL,
    content_ru TEXT    NOT NULL
) STRICT;
CREATE INDEX working_copies_by_image ON working_copies (image_id) WHERE image_id IS NOT NULL;

-- Stored images that the texts of a working copy name.
CREATE TABLE working_copy_images (
    post_id  INTEGER NOT NULL REFERENCES working_copies (post_id) ON DELETE CASCADE,
    image_id INTEGER NOT NULL,
    PRIMARY KEY (post_id, image_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX working_copy_images_by_image ON working_copy_images (image_id);

-- The history. `edition` is JSON (history.rs): the post as it was, of a publication what was live from then on.
CREATE TABLE post_revisions (
    post_id   INTEGER NOT NULL,
    number    INTEGER NOT NULL, -- from 1
    at        INTEGER NOT NULL, -- by the machine's clock
    kept_from INTEGER NOT NULL, -- by the store's time
    by_name   TEXT,
    kind      TEXT    NOT NULL, -- publication, save, auto, restore, unpublish, replaced
    languages TEXT    NOT NULL, -- codes with commas
    edition   TEXT    NOT NULL,
    PRIMARY KEY (post_id, number)
) STRICT;
CREATE INDEX post_revisions_automatic ON post_revisions (kept_from) WHERE kind = 'auto';

-- Stored images of an edition, its cover among them.
CREATE TABLE revision_images (
    post_id  INTEGER NOT NULL,
    number   INTEGER NOT NULL,
    image_id INTEGER NOT NULL,
    PRIMARY KEY (post_id, number, image_id),
    FOREIGN KEY (post_id, number) REFERENCES post_revisions (post_id, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX revision_images_by_image ON revision_images (image_id);

-- What will happen to a language of a post, when.
CREATE TABLE schedules (
    post_id INTEGER NOT NULL,
    lang    TEXT    NOT NULL,
    action  TEXT    NOT NULL, -- publish, unpublish
    at      INTEGER NOT NULL, -- by the machine's clock
    by_name TEXT    NOT NULL,
    PRIMARY KEY (post_id, lang)
) STRICT, WITHOUT ROWID;
CREATE INDEX schedules_by_time ON schedules (at);

-- Deleted posts; `revision` is the one of post_revisions that was live, NULL when none was.
CREATE TABLE trash (
    post_id   INTEGER PRIMARY KEY,
    at        INTEGER NOT NULL,
    kept_from INTEGER NOT NULL, -- by the store's time
    by_name   TEXT    NOT NULL,
    revision  INTEGER
) STRICT;
CREATE INDEX trash_by_age ON trash (kept_from);

-- What the source of a translation said when the translation was last declared right, as JSON: title, excerpt, content.
CREATE TABLE translations (
    post_id     INTEGER NOT NULL,
    lang        TEXT    NOT NULL,
    source_lang TEXT    NOT NULL DEFAULT 'az',
    source      TEXT    NOT NULL,
    stale       INTEGER NOT NULL,
    PRIMARY KEY (post_id, lang)
) STRICT;

-- Links that show a working copy to someone without an account.
CREATE TABLE share_links (
    token_hash TEXT    PRIMARY KEY,
    post_id    INTEGER NOT NULL,
    created_at INTEGER NOT NULL, -- by the store's time, like the next
    expires_at INTEGER NOT NULL,
    created_by TEXT    NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX share_links_by_post ON share_links (post_id);

-- A request may have created a working copy: `post_id` is no reference any more.
CREATE TABLE creations_of_posts (
    key        TEXT    PRIMARY KEY,
    post_id    INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    request    TEXT
) STRICT, WITHOUT ROWID;
INSERT INTO creations_of_posts (key, post_id, created_at, request)
SELECT key, post_id, created_at, request FROM creations;
DROP TABLE creations;
ALTER TABLE creations_of_posts RENAME TO creations;
CREATE INDEX creations_by_post ON creations (post_id);

-- What is published is revision 1 of each post.
INSERT INTO post_revisions (post_id, number, at, kept_from, by_name, kind, languages, edition)
SELECT id, 1, date, coalesce((SELECT time FROM timekeeping), date), NULL, 'publication',
    trim(iif(title_az = '', '', 'az,') || iif(title_en = '', '', 'en,') || iif(title_ru = '', '', 'ru'), ','),
    json_object(
        'category', category, 'featured', json(iif(featured, 'true', 'false')),
        'trending', json(iif(trending, 'true', 'false')), 'author', author, 'date', date,
        'image_id', image_id, 'image_url', image_url,
        'title_az', title_az, 'title_en', title_en, 'title_ru', title_ru,
        'excerpt_az', excerpt_az, 'excerpt_en', excerpt_en, 'excerpt_ru', excerpt_ru,
        'content_az', content_az, 'content_en', content_en, 'content_ru', content_ru,
        'published_az', published_az, 'published_en', published_en, 'published_ru', published_ru, 'updated', updated)
FROM posts;
INSERT OR IGNORE INTO revision_images (post_id, number, image_id) SELECT post_id, 1, image_id FROM post_images;
INSERT OR IGNORE INTO revision_images (post_id, number, image_id)
SELECT id, 1, image_id FROM posts WHERE image_id IS NOT NULL;
