-- Images that a text only links to are used as well, and a number that a text names belongs to it also when the image
-- comes later. So the texts are read once more, and nothing is left out for not being there yet.
CREATE TABLE named_images (
    post_id  INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
    image_id INTEGER NOT NULL,
    PRIMARY KEY (post_id, image_id)
) STRICT, WITHOUT ROWID;

-- 17 characters: '/api/blog/images/'. What follows is read as far as it is a number.
WITH RECURSIVE named (post_id, rest, found) AS (
    SELECT id, content_az || ' ' || content_en || ' ' || content_ru, 0 FROM posts
    UNION ALL
    SELECT post_id, substr(rest, instr(rest, '/api/blog/images/') + 17), 1
    FROM named WHERE instr(rest, '/api/blog/images/') > 0
)
INSERT OR IGNORE INTO named_images (post_id, image_id)
SELECT post_id, CAST(substr(rest, 1, 19) AS INTEGER) FROM named
WHERE found AND CAST(substr(rest, 1, 19) AS INTEGER) > 0;

INSERT OR IGNORE INTO named_images SELECT post_id, image_id FROM post_images;
DROP TABLE post_images;
ALTER TABLE named_images RENAME TO post_images;
CREATE INDEX post_images_by_image ON post_images (image_id);
