-- How much time this store has seen pass (timekeeping.rs): a wrong clock makes nothing older.
CREATE TABLE timekeeping (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    time    INTEGER NOT NULL,
    offset  INTEGER NOT NULL,
    doubt   INTEGER NOT NULL,
    stopped INTEGER NOT NULL,
    agreed  INTEGER NOT NULL
) STRICT;
-- A store that has been in use saw at least the newest time in it, unless that lies in the future.
INSERT INTO timekeeping (id, time, offset, doubt, stopped, agreed)
SELECT 1, min(max(seen), CAST(strftime('%s', 'now') AS INTEGER) * 1000), 0, 0, 0, 0 FROM (
    SELECT max(created_at) AS seen FROM images
    UNION ALL SELECT max(unused_since) FROM images
    UNION ALL SELECT max(received_at) FROM messages
    UNION ALL SELECT max(created_at) FROM creations
    UNION ALL SELECT max(created_at) FROM families
    UNION ALL SELECT max(used_at) FROM refresh_tokens
    UNION ALL SELECT max(created_at) FROM users
) HAVING max(seen) IS NOT NULL;

-- By the store's time, unlike `received_at`, which is what the machine's clock said.
ALTER TABLE messages ADD COLUMN kept_from INTEGER NOT NULL DEFAULT 0;
UPDATE messages SET kept_from = received_at;
CREATE INDEX messages_by_age ON messages (kept_from);

-- How much is kept, without reading all of it: anyone may send messages.
CREATE TABLE message_totals (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    count INTEGER NOT NULL,
    bytes INTEGER NOT NULL
) STRICT;
INSERT INTO message_totals (id, count, bytes)
SELECT 1, count(*), coalesce(sum(
    octet_length(name) + octet_length(email) + octet_length(phone) + octet_length(subject) + octet_length(message)
), 0) FROM messages;
CREATE TRIGGER messages_counted AFTER INSERT ON messages BEGIN
    UPDATE message_totals SET count = count + 1, bytes = bytes + octet_length(new.name) + octet_length(new.email)
        + octet_length(new.phone) + octet_length(new.subject) + octet_length(new.message);
END;
CREATE TRIGGER messages_discounted AFTER DELETE ON messages BEGIN
    UPDATE message_totals SET count = count - 1, bytes = bytes - octet_length(old.name) - octet_length(old.email)
        - octet_length(old.phone) - octet_length(old.subject) - octet_length(old.message);
END;

-- What the request held that created a post; older ones are not known.
ALTER TABLE creations ADD COLUMN request TEXT;

-- Networks from which a user has signed in, as keyed hashes: guessing elsewhere does not lock them out.
CREATE TABLE known_networks (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    network TEXT    NOT NULL,
    seen_at INTEGER NOT NULL, -- by the store's time
    PRIMARY KEY (user_id, network)
) STRICT, WITHOUT ROWID;
