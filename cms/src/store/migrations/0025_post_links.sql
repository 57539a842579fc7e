-- Which posts' texts, on-line or being written, lead to which: read from HTML by store/finding/links.rs with the words by which a
-- post is found. What leads to a post was asked of every text before.
CREATE TABLE post_links (
    to_post   INTEGER NOT NULL, -- a number in an address: there may be no such post, or none yet
    from_post INTEGER NOT NULL,
    PRIMARY KEY (to_post, from_post)
) STRICT, WITHOUT ROWID;
CREATE INDEX post_links_by_source ON post_links (from_post);

-- Posts that may lead to others are due; the words of the rest are known.
INSERT OR IGNORE INTO finding_due
    SELECT id FROM posts WHERE instr(content_az, '/blog/') OR instr(content_en, '/blog/') OR instr(content_ru, '/blog/')
    UNION
    SELECT post_id FROM working_copies
        WHERE instr(content_az, '/blog/') OR instr(content_en, '/blog/') OR instr(content_ru, '/blog/');
