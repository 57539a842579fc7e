-- What was planned and asked of a post when it went into the trash: nothing of it happens or waits for anybody there, and it comes
-- back with the post.
CREATE TABLE schedules_aside (
    post_id     INTEGER NOT NULL,
    lang        TEXT    NOT NULL,
    action      TEXT    NOT NULL,
    at          INTEGER NOT NULL, -- by the machine's clock
    by_name     TEXT    NOT NULL,
    problem     TEXT,
    redirect_to TEXT,
    PRIMARY KEY (post_id, lang, action)
) STRICT, WITHOUT ROWID;
CREATE TABLE approvals_aside (
    post_id       INTEGER PRIMARY KEY,
    languages     TEXT    NOT NULL,
    note          TEXT    NOT NULL,
    asked_at      INTEGER NOT NULL,
    asked_by      TEXT    NOT NULL,
    version       INTEGER NOT NULL,
    returned_at   INTEGER,
    returned_by   TEXT,
    returned_note TEXT
) STRICT;
