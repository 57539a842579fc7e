-- Posts as they are found: by their words, and by what their list is filtered by and sorted in beside `desk`. Both need
-- letters folded, which SQL cannot: triggers note the posts that are due, and store/finding writes them before the same
-- transaction ends.

CREATE TABLE finding_due (post_id INTEGER PRIMARY KEY) STRICT;

-- Twice a post's number: the post as staff see it. One more: as visitors do, where that is something else.
CREATE TABLE finding (
    id        INTEGER PRIMARY KEY,
    post_id   INTEGER NOT NULL,
    staff     INTEGER NOT NULL, -- whether staff see it
    visitors  INTEGER NOT NULL, -- whether visitors do
    date      INTEGER NOT NULL,
    edited    INTEGER NOT NULL, -- what was done to it last, in milliseconds since the epoch
    category  TEXT    NOT NULL,
    author    TEXT    NOT NULL, -- folded
    title     TEXT    NOT NULL, -- in an order of letters, not to be read
    author_at TEXT    NOT NULL, -- the author in that order
    az        INTEGER NOT NULL, -- whether it has a title in that language
    en        INTEGER NOT NULL,
    ru        INTEGER NOT NULL
) STRICT;
CREATE INDEX finding_by_date ON finding (date DESC, post_id DESC);
CREATE INDEX finding_by_edited ON finding (edited DESC, post_id DESC);
CREATE INDEX finding_by_title ON finding (title, post_id DESC);
CREATE INDEX finding_by_author_at ON finding (author_at, post_id DESC);
CREATE INDEX finding_by_author ON finding (author, date DESC, post_id DESC);

-- Which words are where, by that number; the texts themselves are not in it. Words are told apart, folded and cut by
-- store/finding/words.rs, so the tokenizer only parts them at spaces. Where in a text they stand is not asked.
CREATE VIRTUAL TABLE finding_words USING fts5(
    words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '1 2 3'
);

CREATE TRIGGER finding_post_inserted AFTER INSERT ON posts BEGIN
    INSERT OR IGNORE INTO finding_due VALUES (new.id);
END;
CREATE TRIGGER finding_post_updated AFTER UPDATE ON posts BEGIN
    INSERT OR IGNORE INTO finding_due VALUES (new.id);
END;
CREATE TRIGGER finding_post_deleted AFTER DELETE ON posts BEGIN
    INSERT OR IGNORE INTO finding_due VALUES (old.id);
END;
CREATE TRIGGER finding_copy_inserted AFTER INSERT ON working_copies BEGIN
    INSERT OR IGNORE INTO finding_due VALUES (new.post_id);
END;
CREATE TRIGGER finding_copy_updated AFTER UPDATE ON working_copies BEGIN
    INSERT OR IGNORE INTO finding_due VALUES (new.post_id);
END;
CREATE TRIGGER finding_copy_deleted AFTER DELETE ON working_copies BEGIN
    INSERT OR IGNORE INTO finding_due VALUES (old.post_id);
END;
CREATE TRIGGER finding_trash_inserted AFTER INSERT ON trash BEGIN
    INSERT OR IGNORE INTO finding_due VALUES (new.post_id);
END;
CREATE TRIGGER finding_trash_deleted AFTER DELETE ON trash BEGIN
    INSERT OR IGNORE INTO finding_due VALUES (old.post_id);
END;

INSERT INTO finding_due SELECT id FROM posts UNION SELECT post_id FROM working_copies;
