-- An earlier publication stands in place of what the posts say, until publishing goes on.
CREATE TABLE hold (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    release INTEGER NOT NULL, -- the publication's number
    since   INTEGER NOT NULL, -- by the machine's clock
    by      TEXT    NOT NULL
) STRICT;
