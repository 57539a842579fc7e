-- One row: who this store is, what was saved last, what of it is live.
CREATE TABLE site (
    id                 INTEGER PRIMARY KEY CHECK (id = 1),
    store_id           TEXT    NOT NULL,
    revision           INTEGER NOT NULL DEFAULT 0,
    published_revision INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO site (id, store_id) VALUES (1, lower(hex(randomblob(8))));

-- Originals as they are published (metadata stripped), once per content.
CREATE TABLE images (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    hash         TEXT    NOT NULL UNIQUE,
    content_type TEXT    NOT NULL,
    width        INTEGER NOT NULL,
    height       INTEGER NOT NULL,
    bytes        BLOB    NOT NULL,
    created_at   INTEGER NOT NULL -- milliseconds since the epoch, like every time in this store
) STRICT;

-- `revision` is the site's revision at which the post was saved last: the publisher asks for "newer than".
CREATE TABLE posts (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    revision   INTEGER NOT NULL,
    category   TEXT    NOT NULL,
    featured   INTEGER NOT NULL,
    trending   INTEGER NOT NULL,
    author     TEXT    NOT NULL,
    date       INTEGER NOT NULL,
    image_id   INTEGER REFERENCES images (id),
    image_url  TEXT, -- fallback when there is no stored image
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
CREATE UNIQUE INDEX posts_one_featured ON posts (featured) WHERE featured = 1;
CREATE INDEX posts_by_revision ON posts (revision);
CREATE INDEX posts_by_date ON posts (date DESC, id DESC);
CREATE INDEX posts_by_category ON posts (category, date DESC, id DESC);
CREATE INDEX posts_by_image ON posts (image_id) WHERE image_id IS NOT NULL;

-- Which stored images the texts of a post point to; the cover is in posts.image_id.
CREATE TABLE post_images (
    post_id  INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    image_id INTEGER NOT NULL REFERENCES images (id),
    PRIMARY KEY (post_id, image_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX post_images_by_image ON post_images (image_id);

-- What the publisher must forget.
CREATE TABLE deletions (
    post_id  INTEGER PRIMARY KEY,
    revision INTEGER NOT NULL
) STRICT;
CREATE INDEX deletions_by_revision ON deletions (revision);

CREATE TABLE users (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    name          TEXT    NOT NULL UNIQUE,
    password_hash TEXT    NOT NULL,
    created_at    INTEGER NOT NULL
) STRICT;

-- A family is one sign-in; revoking it ends every token that came from it.
CREATE TABLE families (
    id         TEXT    PRIMARY KEY,
    user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
) STRICT;
CREATE INDEX families_by_user ON families (user_id);

-- Refresh tokens by hash. The successor of a token is derived, not stored (auth/refresh.rs).
CREATE TABLE refresh_tokens (
    hash       TEXT    PRIMARY KEY,
    family     TEXT    NOT NULL REFERENCES families (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL,
    used_at    INTEGER,
    successor  TEXT
) STRICT;
CREATE INDEX refresh_tokens_by_family ON refresh_tokens (family);
CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at);
