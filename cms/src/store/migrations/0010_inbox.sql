-- What becomes of a message: who answers it, and what staff note down. What was seen before there was an inbox is done with.
ALTER TABLE messages ADD COLUMN state TEXT NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'answered', 'archived'));
ALTER TABLE messages ADD COLUMN note TEXT NOT NULL DEFAULT '';
ALTER TABLE messages ADD COLUMN assigned_to INTEGER REFERENCES users (id) ON DELETE SET NULL;
ALTER TABLE messages ADD COLUMN handled_by TEXT; -- who changed the state last
ALTER TABLE messages ADD COLUMN handled_at INTEGER;
ALTER TABLE messages ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
UPDATE messages SET state = 'archived' WHERE read_at IS NOT NULL OR relayed_at IS NOT NULL;

-- Why a message is kept apart: `robot` filled in the trap, `rate` came too fast. NULL for all others.
ALTER TABLE messages ADD COLUMN suspected TEXT CHECK (suspected IN ('robot', 'rate'));

CREATE INDEX messages_by_state ON messages (suspected, state, id);
CREATE INDEX messages_unread ON messages (id) WHERE suspected IS NULL AND state = 'new' AND read_at IS NULL;
CREATE INDEX messages_assigned ON messages (assigned_to) WHERE assigned_to IS NOT NULL;

-- What is kept apart has a bound of its own, so that it keeps nobody's message out.
DROP TRIGGER messages_counted;
DROP TRIGGER messages_discounted;
CREATE TRIGGER messages_counted AFTER INSERT ON messages WHEN new.suspected IS NULL BEGIN
    UPDATE message_totals SET count = count + 1, bytes = bytes + octet_length(new.name) + octet_length(new.email)
        + octet_length(new.phone) + octet_length(new.subject) + octet_length(new.message);
END;
CREATE TRIGGER messages_discounted AFTER DELETE ON messages WHEN old.suspected IS NULL BEGIN
    UPDATE message_totals SET count = count - 1, bytes = bytes - octet_length(old.name) - octet_length(old.email)
        - octet_length(old.phone) - octet_length(old.subject) - octet_length(old.message);
END;
CREATE TRIGGER messages_cleared AFTER UPDATE OF suspected ON messages
WHEN old.suspected IS NOT NULL AND new.suspected IS NULL BEGIN
    UPDATE message_totals SET count = count + 1, bytes = bytes + octet_length(new.name) + octet_length(new.email)
        + octet_length(new.phone) + octet_length(new.subject) + octet_length(new.message);
END;
