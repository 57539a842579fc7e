-- Publication and unpublication of a language may both be ahead; a whole post that goes off-line by plan may send its
-- address elsewhere.
CREATE TABLE plans (
    post_id     INTEGER NOT NULL,
    lang        TEXT    NOT NULL,
    action      TEXT    NOT NULL, -- publish, unpublish
    at          INTEGER NOT NULL, -- by the machine's clock
    by_name     TEXT    NOT NULL,
    problem     TEXT,             -- as in migration 7
    redirect_to TEXT,             -- as in `redirects`
    PRIMARY KEY (post_id, lang, action)
) STRICT, WITHOUT ROWID;
INSERT INTO plans (post_id, lang, action, at, by_name, problem)
SELECT post_id, lang, action, at, by_name, problem FROM schedules;
DROP TABLE schedules;
ALTER TABLE plans RENAME TO schedules;
CREATE INDEX schedules_by_time ON schedules (at);

-- Where the address of a post leads that is off-line, also of one that is forgotten: an own path in its Azerbaijani form, or
-- an https address.
CREATE TABLE redirects (
    post_id INTEGER PRIMARY KEY,
    target  TEXT NOT NULL
) STRICT;

-- The posts that staff see, in the order of their list and with all that it is filtered by, so that a page of it costs
-- what is on the page. Triggers keep it: whatever changes a post changes this in the same transaction.
CREATE TABLE desk (
    id         INTEGER PRIMARY KEY,
    date       INTEGER NOT NULL,
    category   TEXT    NOT NULL,
    state      TEXT    NOT NULL, -- scheduled, draft, changed, published
    stale_az   INTEGER NOT NULL,
    stale_en   INTEGER NOT NULL,
    stale_ru   INTEGER NOT NULL,
    differs_az INTEGER NOT NULL,
    differs_en INTEGER NOT NULL,
    differs_ru INTEGER NOT NULL,
    missing_az INTEGER NOT NULL,
    missing_en INTEGER NOT NULL,
    missing_ru INTEGER NOT NULL
) STRICT;
CREATE INDEX desk_by_date ON desk (date DESC, id DESC);
CREATE INDEX desk_by_category ON desk (category, date DESC, id DESC);
CREATE INDEX desk_by_state ON desk (state, date DESC, id DESC);
CREATE INDEX desk_stale ON desk (date DESC, id DESC) WHERE stale_az OR stale_en OR stale_ru;
CREATE INDEX desk_missing_az ON desk (date DESC, id DESC) WHERE missing_az;
CREATE INDEX desk_missing_en ON desk (date DESC, id DESC) WHERE missing_en;
CREATE INDEX desk_missing_ru ON desk (date DESC, id DESC) WHERE missing_ru;

-- What a row of `desk` has to say. A post is there once: on-line, or else as a working copy.
CREATE VIEW desk_now AS
SELECT p.id AS id, p.date AS date, coalesce(c.category, p.category) AS category,
    CASE WHEN EXISTS (SELECT 1 FROM schedules WHERE post_id = p.id) THEN 'scheduled'
         WHEN c.post_id IS NULL THEN 'published' ELSE 'changed' END AS state,
    EXISTS (SELECT 1 FROM translations WHERE post_id = p.id AND lang = 'az' AND stale) AS stale_az,
    EXISTS (SELECT 1 FROM translations WHERE post_id = p.id AND lang = 'en' AND stale) AS stale_en,
    EXISTS (SELECT 1 FROM translations WHERE post_id = p.id AND lang = 'ru' AND stale) AS stale_ru,
    coalesce(p.title_az <> c.title_az OR p.excerpt_az <> c.excerpt_az OR p.content_az <> c.content_az, 0) AS differs_az,
    coalesce(p.title_en <> c.title_en OR p.excerpt_en <> c.excerpt_en OR p.content_en <> c.content_en, 0) AS differs_en,
    coalesce(p.title_ru <> c.title_ru OR p.excerpt_ru <> c.excerpt_ru OR p.content_ru <> c.content_ru, 0) AS differs_ru,
    iif(c.post_id IS NULL, p.title_az, c.title_az) = ''
        OR iif(c.post_id IS NULL, octet_length(p.content_az), octet_length(c.content_az)) = 0 AS missing_az,
    iif(c.post_id IS NULL, p.title_en, c.title_en) = ''
        OR iif(c.post_id IS NULL, octet_length(p.content_en), octet_length(c.content_en)) = 0 AS missing_en,
    iif(c.post_id IS NULL, p.title_ru, c.title_ru) = ''
        OR iif(c.post_id IS NULL, octet_length(p.content_ru), octet_length(c.content_ru)) = 0 AS missing_ru
FROM posts AS p LEFT JOIN working_copies AS c ON c.post_id = p.id
WHERE NOT EXISTS (SELECT 1 FROM trash WHERE post_id = p.id)
UNION ALL
SELECT c.post_id, coalesce(c.date, c.created_at), c.category,
    iif(EXISTS (SELECT 1 FROM schedules WHERE post_id = c.post_id), 'scheduled', 'draft'),
    EXISTS (SELECT 1 FROM translations WHERE post_id = c.post_id AND lang = 'az' AND stale),
    EXISTS (SELECT 1 FROM translations WHERE post_id = c.post_id AND lang = 'en' AND stale),
    EXISTS (SELECT 1 FROM translations WHERE post_id = c.post_id AND lang = 'ru' AND stale),
    0, 0, 0,
    c.title_az = '' OR octet_length(c.content_az) = 0,
    c.title_en = '' OR octet_length(c.content_en) = 0,
    c.title_ru = '' OR octet_length(c.content_ru) = 0
FROM working_copies AS c
WHERE NOT EXISTS (SELECT 1 FROM posts WHERE id = c.post_id)
    AND NOT EXISTS (SELECT 1 FROM trash WHERE post_id = c.post_id);

INSERT INTO desk SELECT * FROM desk_now;

-- To insert a post's number here is to make its row anew.
CREATE VIEW desk_changes AS SELECT 0 AS id;
CREATE TRIGGER desk_changed INSTEAD OF INSERT ON desk_changes BEGIN
    DELETE FROM desk WHERE id = new.id;
    INSERT INTO desk SELECT * FROM desk_now WHERE id = new.id;
END;
CREATE TRIGGER posts_inserted AFTER INSERT ON posts BEGIN INSERT INTO desk_changes VALUES (new.id); END;
CREATE TRIGGER posts_updated AFTER UPDATE ON posts BEGIN INSERT INTO desk_changes VALUES (new.id); END;
CREATE TRIGGER posts_deleted AFTER DELETE ON posts BEGIN INSERT INTO desk_changes VALUES (old.id); END;
CREATE TRIGGER copies_inserted AFTER INSERT ON working_copies BEGIN INSERT INTO desk_changes VALUES (new.post_id); END;
CREATE TRIGGER copies_updated AFTER UPDATE ON working_copies BEGIN INSERT INTO desk_changes VALUES (new.post_id); END;
CREATE TRIGGER copies_deleted AFTER DELETE ON working_copies BEGIN INSERT INTO desk_changes VALUES (old.post_id); END;
CREATE TRIGGER plans_inserted AFTER INSERT ON schedules BEGIN INSERT INTO desk_changes VALUES (new.post_id); END;
CREATE TRIGGER plans_deleted AFTER DELETE ON schedules BEGIN INSERT INTO desk_changes VALUES (old.post_id); END;
CREATE TRIGGER translations_inserted AFTER INSERT ON translations BEGIN INSERT INTO desk_changes VALUES (new.post_id); END;
CREATE TRIGGER translations_updated AFTER UPDATE ON translations BEGIN INSERT INTO desk_changes VALUES (new.post_id); END;
CREATE TRIGGER translations_deleted AFTER DELETE ON translations BEGIN INSERT INTO desk_changes VALUES (old.post_id); END;
CREATE TRIGGER trash_inserted AFTER INSERT ON trash BEGIN INSERT INTO desk_changes VALUES (new.post_id); END;
CREATE TRIGGER trash_deleted AFTER DELETE ON trash BEGIN INSERT INTO desk_changes VALUES (old.post_id); END;
