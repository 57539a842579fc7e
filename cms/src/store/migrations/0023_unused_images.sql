-- Since when an image is unused stands behind its bytes, and is read by way of all of them, every hour.
CREATE INDEX images_by_disuse ON images (unused_since);
