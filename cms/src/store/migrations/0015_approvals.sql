-- Who asks for a working copy to be published, and what an editor answered. At most one request for each post.
CREATE TABLE approvals (
    post_id       INTEGER PRIMARY KEY,
    languages     TEXT    NOT NULL, -- az,ru
    note          TEXT    NOT NULL,
    asked_at      INTEGER NOT NULL, -- by the machine's clock, like the next
    asked_by      TEXT    NOT NULL,
    version       INTEGER NOT NULL, -- of the working copy that was asked about
    returned_at   INTEGER,          -- NULL: it waits for an answer
    returned_by   TEXT,
    returned_note TEXT
) STRICT;
CREATE INDEX approvals_waiting ON approvals (asked_at) WHERE returned_at IS NULL;

-- Without a working copy there is nothing to ask for.
CREATE TRIGGER approvals_of_gone_copies AFTER DELETE ON working_copies BEGIN
    DELETE FROM approvals WHERE post_id = old.post_id;
END;
CREATE TRIGGER approvals_of_trash AFTER INSERT ON trash BEGIN
    DELETE FROM approvals WHERE post_id = new.post_id;
END;
