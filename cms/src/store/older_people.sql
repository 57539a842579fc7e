-- What migration 9 makes of users and their sign-ins, as views (older.rs).
CREATE TEMP VIEW users AS SELECT *,
    iif(id = (SELECT min(id) FROM main.users), 'owner', 'editor') AS role, NULL AS disabled_at FROM main.users;
CREATE TEMP VIEW families AS SELECT *, '' AS address, '' AS agent, created_at AS seen_at FROM main.families;
