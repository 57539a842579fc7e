-- Since when a picture is unused stood behind its bytes: noting it wrote all of them again. The column stays where it is, since
-- dropping it would do that once more for every picture; nobody reads it.
CREATE TABLE unused_images (
    image_id INTEGER PRIMARY KEY REFERENCES images (id) ON DELETE CASCADE,
    since    INTEGER NOT NULL -- by the store's time
) STRICT;
CREATE INDEX unused_images_by_age ON unused_images (since);
INSERT INTO unused_images (image_id, since) SELECT id, unused_since FROM images WHERE unused_since IS NOT NULL;
DROP INDEX images_by_disuse;
