-- Tokens by which scripts call the API in the firm's name; of each only the hash is kept. Times are by the machine's clock but
-- the end, which is the store's: a clock that is set back opens nothing again.
CREATE TABLE tokens (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    hash       TEXT    NOT NULL UNIQUE,
    name       TEXT    NOT NULL UNIQUE,
    role       TEXT    NOT NULL, -- author, editor
    created_at INTEGER NOT NULL,
    created_by TEXT    NOT NULL,
    expires_at INTEGER,          -- by the store's time; NULL: never
    used_at    INTEGER,          -- the last use, to the minute
    used_from  TEXT    NOT NULL DEFAULT ''
) STRICT;
