-- What visitors wrote. `relay_at` says when an e-mail is due: NULL when none is wanted or it has been sent.
CREATE TABLE messages (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    received_at INTEGER NOT NULL,
    name        TEXT    NOT NULL,
    email       TEXT    NOT NULL,
    phone       TEXT    NOT NULL,
    subject     TEXT    NOT NULL,
    message     TEXT    NOT NULL,
    read_at     INTEGER,
    relay_at    INTEGER,
    relayed_at  INTEGER,
    attempts    INTEGER NOT NULL DEFAULT 0,
    last_error  TEXT
) STRICT;
CREATE INDEX messages_by_relay ON messages (relay_at) WHERE relay_at IS NOT NULL;

-- Since when no post has used an image; collected after a grace period.
ALTER TABLE images ADD COLUMN unused_since INTEGER;
