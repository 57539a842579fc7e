-- Who is told of publications. The secret is sealed under a key that is not in this file, so a copy of it signs nothing.
CREATE TABLE webhooks (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    url         TEXT    NOT NULL UNIQUE,
    key_id      TEXT    NOT NULL, -- which key sealed it
    sealed      BLOB    NOT NULL,
    created_at  INTEGER NOT NULL, -- by the machine's clock
    created_by  TEXT    NOT NULL,
    disabled_at INTEGER           -- by the machine's clock; the receiver said that it is gone
) STRICT;

-- What is to be told, or was: the queue and the log in one.
CREATE TABLE deliveries (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    webhook_id INTEGER NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    event      TEXT    NOT NULL, -- `msg_…`, the same at each attempt
    kind       TEXT    NOT NULL, -- site.published, webhook.test
    body       TEXT    NOT NULL, -- JSON as it is sent
    at         INTEGER NOT NULL, -- by the machine's clock
    kept_from  INTEGER NOT NULL, -- by the store's time
    state      TEXT    NOT NULL, -- waiting (for the deployment of `release`), pending, delivered, failed
    release    INTEGER,
    attempts   INTEGER NOT NULL DEFAULT 0,
    tried_at   INTEGER,          -- the last one, by the machine's clock
    status     INTEGER,          -- that it was answered with
    reason     TEXT,             -- why it failed
    detail     TEXT,             -- the same in the machine's words
    next_at    INTEGER           -- by the store's time; NULL: nothing more is to be done now
) STRICT;
CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id, id);
CREATE INDEX deliveries_due ON deliveries (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX deliveries_by_age ON deliveries (kept_from);

-- The publication of which events were made last, by its number among those that can be gone back to.
CREATE TABLE announced (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    release INTEGER NOT NULL
) STRICT;
