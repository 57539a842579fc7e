-- Originals may lie in object storage: `bytes` is empty then, and `away` says how many there were.
ALTER TABLE images ADD COLUMN away INTEGER;
CREATE INDEX images_here ON images (id) WHERE away IS NULL;

-- What lies there and is named by no image any more, and since when. It stays for as long as somebody may want a backup back.
CREATE TABLE left_away (
    hash  TEXT    NOT NULL PRIMARY KEY,
    since INTEGER -- by the store's time; noted within the hour
) STRICT, WITHOUT ROWID;

CREATE TRIGGER left_away_by_deletion AFTER DELETE ON images WHEN OLD.away IS NOT NULL BEGIN
    INSERT OR IGNORE INTO left_away (hash) VALUES (OLD.hash);
END;
CREATE TRIGGER left_away_by_return AFTER UPDATE OF away ON images WHEN OLD.away IS NOT NULL AND NEW.away IS NULL BEGIN
    INSERT OR IGNORE INTO left_away (hash) VALUES (OLD.hash);
END;
CREATE TRIGGER wanted_away_again AFTER UPDATE OF away ON images WHEN NEW.away IS NOT NULL BEGIN
    DELETE FROM left_away WHERE hash = NEW.hash;
END;
