-- What a user may do (store/role.rs). Before, everyone could do everything; the shell made the first, who owns it now.
ALTER TABLE users ADD COLUMN role TEXT NOT NULL DEFAULT 'editor' CHECK (role IN ('owner', 'editor', 'author'));
ALTER TABLE users ADD COLUMN disabled_at INTEGER;
UPDATE users SET role = 'owner' WHERE id = (SELECT min(id) FROM users);

-- Where a sign-in came from and when it was renewed last, for the user's own list.
ALTER TABLE families ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE families ADD COLUMN agent TEXT NOT NULL DEFAULT '';
ALTER TABLE families ADD COLUMN seen_at INTEGER NOT NULL DEFAULT 0;
UPDATE families SET seen_at = created_at;

-- Who may become a user by a link that works once; of its secret only the hash is kept. Times are the store's.
CREATE TABLE invitations (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    token_hash TEXT    NOT NULL UNIQUE,
    name       TEXT    NOT NULL UNIQUE,
    role       TEXT    NOT NULL CHECK (role IN ('owner', 'editor', 'author')),
    created_at INTEGER NOT NULL,
    created_by TEXT    NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
