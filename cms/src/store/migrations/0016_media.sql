-- The library: what is said of each picture. A table of its own, because what stands behind the bytes of a row is read by
-- way of all of them.
CREATE TABLE media (
    image_id   INTEGER PRIMARY KEY REFERENCES images (id) ON DELETE CASCADE,
    file_name  TEXT    NOT NULL DEFAULT '', -- as it was called when it came
    created_by TEXT    NOT NULL DEFAULT '', -- who uploaded it first; empty: not known
    alt_az     TEXT    NOT NULL DEFAULT '',
    alt_en     TEXT    NOT NULL DEFAULT '',
    alt_ru     TEXT    NOT NULL DEFAULT '',
    caption_az TEXT    NOT NULL DEFAULT '',
    caption_en TEXT    NOT NULL DEFAULT '',
    caption_ru TEXT    NOT NULL DEFAULT '',
    focus_x    INTEGER NOT NULL DEFAULT 50 CHECK (focus_x BETWEEN 0 AND 100), -- per cent from the left
    focus_y    INTEGER NOT NULL DEFAULT 50 CHECK (focus_y BETWEEN 0 AND 100), -- per cent from the top
    words      TEXT    NOT NULL DEFAULT '', -- texts and file name, folded
    revision   INTEGER NOT NULL DEFAULT 0   -- the site's at the last change of texts or focus; 0: nothing was ever said
) STRICT;
CREATE INDEX media_by_revision ON media (revision) WHERE revision > 0;

INSERT INTO media (image_id) SELECT id FROM images;
CREATE TRIGGER media_of_image AFTER INSERT ON images BEGIN
    INSERT INTO media (image_id) VALUES (new.id);
END;
