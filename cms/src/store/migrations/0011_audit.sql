-- Who did what, when, from where. It outlives users and posts, so it refers to neither; nothing secret is in it.
CREATE TABLE audit (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    at        INTEGER NOT NULL, -- by the machine's clock
    kept_from INTEGER NOT NULL, -- by the store's time
    kind      TEXT    NOT NULL, -- store/audit.rs
    user_id   INTEGER,          -- NULL: nobody, or nobody known
    name      TEXT    NOT NULL, -- as it was then
    post_id   INTEGER,
    subject   TEXT    NOT NULL, -- whom or what it was about: a user's name, languages
    address   TEXT    NOT NULL, -- of the client; `shell` for the command line
    times     INTEGER NOT NULL DEFAULT 1, -- failed sign-ins of an hour are one row
    until     INTEGER           -- the last of them, by the machine's clock
) STRICT;
CREATE INDEX audit_by_age ON audit (kept_from);
CREATE INDEX audit_by_kind ON audit (kind, id);
CREATE INDEX audit_by_name ON audit (name, id);
CREATE INDEX audit_by_post ON audit (post_id, id) WHERE post_id IS NOT NULL;
CREATE INDEX audit_by_time ON audit (at, id);
CREATE INDEX audit_failures ON audit (kept_from, name, address) WHERE kind = 'sign_in_failed';

-- Append-only, whatever program or mistake asks for something else. Only failed sign-ins are counted up, and only age deletes.
CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit WHEN old.kind <> 'sign_in_failed' OR new.kind <> old.kind BEGIN
    SELECT RAISE(ABORT, 'the record of who did what is append-only');
END;
CREATE TRIGGER audit_undeleted BEFORE DELETE ON audit
WHEN old.kept_from > (SELECT time FROM timekeeping) - 29 * 86400000 BEGIN
    SELECT RAISE(ABORT, 'the record of who did what is append-only');
END;
