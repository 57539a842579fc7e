-- When a picture came stands behind its bytes, and is read by way of all of them. The library has it beside what is said of it.
ALTER TABLE media ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
UPDATE media SET created_at = (SELECT created_at FROM images WHERE id = image_id);

DROP TRIGGER media_of_image;
CREATE TRIGGER media_of_image AFTER INSERT ON images BEGIN
    INSERT INTO media (image_id, created_at) VALUES (NEW.id, NEW.created_at);
END;
