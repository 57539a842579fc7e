-- The second step of a sign-in (RFC 6238). The secret is sealed under a key that is not in this file, so a copy of it opens nothing.
CREATE TABLE second_steps (
    user_id   INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    key_id    TEXT    NOT NULL, -- which key sealed it
    sealed    BLOB    NOT NULL,
    begun_at  INTEGER NOT NULL, -- by the store's time
    on_since  INTEGER,          -- by the machine's clock; NULL: not confirmed yet
    last_step INTEGER NOT NULL DEFAULT 0, -- of the last code that was taken, in half minutes since the epoch
    failures  INTEGER NOT NULL DEFAULT 0  -- wrong codes in a row
) STRICT;

-- For whoever has lost the telephone; each works once and is gone then.
CREATE TABLE recovery_codes (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hash    TEXT    NOT NULL,
    PRIMARY KEY (user_id, hash)
) STRICT, WITHOUT ROWID;
