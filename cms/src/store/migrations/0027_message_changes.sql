-- Rises with whatever staff see of messages: who shows a list of them knows by it that the list is old.
CREATE TABLE message_changes (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    count INTEGER NOT NULL
) STRICT;
INSERT INTO message_changes (id, count) VALUES (1, 0);
CREATE TRIGGER messages_came AFTER INSERT ON messages BEGIN
    UPDATE message_changes SET count = count + 1;
END;
CREATE TRIGGER messages_went AFTER DELETE ON messages BEGIN
    UPDATE message_changes SET count = count + 1;
END;
CREATE TRIGGER messages_changed AFTER UPDATE OF read_at, state, note, assigned_to, version, suspected ON messages
WHEN (old.read_at IS NULL) <> (new.read_at IS NULL) OR old.version <> new.version
    OR old.assigned_to IS NOT new.assigned_to BEGIN
    UPDATE message_changes SET count = count + 1;
END;
