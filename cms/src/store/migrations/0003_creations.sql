-- Which post a request with an idempotency key created, so that repeating the request creates no second one.
CREATE TABLE creations (
    key        TEXT    PRIMARY KEY,
    post_id    INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE ON UPDATE CASCADE,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX creations_by_post ON creations (post_id);
