-- A site may have other languages than az, en and ru. What posts say in them is JSON by the code of the language, in which nothing
-- empty stands; contents are apart, so that lists of posts can leave them out (store/others.rs).
ALTER TABLE posts ADD COLUMN others TEXT NOT NULL DEFAULT '{}';
ALTER TABLE posts ADD COLUMN other_contents TEXT NOT NULL DEFAULT '{}';
ALTER TABLE posts ADD COLUMN published_others TEXT NOT NULL DEFAULT '{}';
ALTER TABLE working_copies ADD COLUMN others TEXT NOT NULL DEFAULT '{}';
ALTER TABLE working_copies ADD COLUMN other_contents TEXT NOT NULL DEFAULT '{}';
ALTER TABLE media ADD COLUMN others TEXT NOT NULL DEFAULT '{}';

-- Codes of such languages, each between commas: ',de,fr,'; nothing where there is none.
ALTER TABLE finding ADD COLUMN others TEXT NOT NULL DEFAULT ''; -- with a title
ALTER TABLE desk ADD COLUMN stale_others TEXT NOT NULL DEFAULT '';
ALTER TABLE desk ADD COLUMN differs_others TEXT NOT NULL DEFAULT '';
ALTER TABLE desk ADD COLUMN written_others TEXT NOT NULL DEFAULT ''; -- with title and content
DROP INDEX desk_stale;
CREATE INDEX desk_stale ON desk (date DESC, id DESC) WHERE stale_az OR stale_en OR stale_ru OR stale_others <> '';

DROP TRIGGER slugs_of_new;
DROP TRIGGER slugs_of_changed;
CREATE TRIGGER slugs_of_new AFTER INSERT ON posts BEGIN
    INSERT OR IGNORE INTO slugs (post_id, lang, slug)
    SELECT NEW.id, 'az', NEW.slug_az WHERE NEW.slug_az <> ''
    UNION ALL SELECT NEW.id, 'en', NEW.slug_en WHERE NEW.slug_en <> ''
    UNION ALL SELECT NEW.id, 'ru', NEW.slug_ru WHERE NEW.slug_ru <> ''
    UNION ALL SELECT NEW.id, key, value ->> 'slug' FROM json_each(NEW.others) WHERE value ->> 'slug' <> '';
END;
CREATE TRIGGER slugs_of_changed AFTER UPDATE OF slug_az, slug_en, slug_ru, others ON posts BEGIN
    INSERT OR IGNORE INTO slugs (post_id, lang, slug)
    SELECT NEW.id, 'az', NEW.slug_az WHERE NEW.slug_az <> ''
    UNION ALL SELECT NEW.id, 'en', NEW.slug_en WHERE NEW.slug_en <> ''
    UNION ALL SELECT NEW.id, 'ru', NEW.slug_ru WHERE NEW.slug_ru <> ''
    UNION ALL SELECT NEW.id, key, value ->> 'slug' FROM json_each(NEW.others) WHERE value ->> 'slug' <> '';
END;

-- As in migration 20, and behind it the other languages.
DROP VIEW desk_now;
CREATE VIEW desk_now AS
SELECT p.id AS id, p.date AS date, coalesce(c.category, p.category) AS category,
    CASE WHEN EXISTS (SELECT 1 FROM schedules WHERE post_id = p.id) THEN 'scheduled'
         WHEN c.post_id IS NULL THEN 'published' ELSE 'changed' END AS state,
    EXISTS (SELECT 1 FROM translations WHERE post_id = p.id AND lang = 'az' AND stale) AS stale_az,
    EXISTS (SELECT 1 FROM translations WHERE post_id = p.id AND lang = 'en' AND stale) AS stale_en,
    EXISTS (SELECT 1 FROM translations WHERE post_id = p.id AND lang = 'ru' AND stale) AS stale_ru,
    coalesce(p.title_az <> c.title_az OR p.excerpt_az <> c.excerpt_az OR p.content_az <> c.content_az
        OR p.meta_title_az <> c.meta_title_az OR p.meta_description_az <> c.meta_description_az
        OR p.slug_az <> c.slug_az, 0) AS differs_az,
    coalesce(p.title_en <> c.title_en OR p.excerpt_en <> c.excerpt_en OR p.content_en <> c.content_en
        OR p.meta_title_en <> c.meta_title_en OR p.meta_description_en <> c.meta_description_en
        OR p.slug_en <> c.slug_en, 0) AS differs_en,
    coalesce(p.title_ru <> c.title_ru OR p.excerpt_ru <> c.excerpt_ru OR p.content_ru <> c.content_ru
        OR p.meta_title_ru <> c.meta_title_ru OR p.meta_description_ru <> c.meta_description_ru
        OR p.slug_ru <> c.slug_ru, 0) AS differs_ru,
    iif(c.post_id IS NULL, p.title_az, c.title_az) = ''
        OR iif(c.post_id IS NULL, octet_length(p.content_az), octet_length(c.content_az)) = 0 AS missing_az,
    iif(c.post_id IS NULL, p.title_en, c.title_en) = ''
        OR iif(c.post_id IS NULL, octet_length(p.content_en), octet_length(c.content_en)) = 0 AS missing_en,
    iif(c.post_id IS NULL, p.title_ru, c.title_ru) = ''
        OR iif(c.post_id IS NULL, octet_length(p.content_ru), octet_length(c.content_ru)) = 0 AS missing_ru,
    coalesce((SELECT ',' || group_concat(lang) || ',' FROM translations
        WHERE post_id = p.id AND stale AND lang NOT IN ('az', 'en', 'ru')), '') AS stale_others,
    iif(c.post_id IS NULL OR p.others = c.others AND p.other_contents = c.other_contents, '',
        coalesce((SELECT ',' || group_concat(lang) || ',' FROM (
            SELECT key AS lang FROM json_each(p.others) UNION SELECT key FROM json_each(c.others)
            UNION SELECT key FROM json_each(p.other_contents) UNION SELECT key FROM json_each(c.other_contents))
            WHERE p.others -> lang IS NOT c.others -> lang
                OR p.other_contents -> lang IS NOT c.other_contents -> lang), '')) AS differs_others,
    coalesce((SELECT ',' || group_concat(key) || ','
        FROM json_each(iif(c.post_id IS NULL, p.other_contents, c.other_contents))
        WHERE iif(c.post_id IS NULL, p.others, c.others) -> key ->> 'title' <> ''), '') AS written_others
FROM posts AS p LEFT JOIN working_copies AS c ON c.post_id = p.id
WHERE NOT EXISTS (SELECT 1 FROM trash WHERE post_id = p.id)
UNION ALL
SELECT c.post_id, coalesce(c.date, c.created_at), c.category,
    iif(EXISTS (SELECT 1 FROM schedules WHERE post_id = c.post_id), 'scheduled', 'draft'),
    EXISTS (SELECT 1 FROM translations WHERE post_id = c.post_id AND lang = 'az' AND stale),
    EXISTS (SELECT 1 FROM translations WHERE post_id = c.post_id AND lang = 'en' AND stale),
    EXISTS (SELECT 1 FROM translations WHERE post_id = c.post_id AND lang = 'ru' AND stale),
    0, 0, 0,
    c.title_az = '' OR octet_length(c.content_az) = 0,
    c.title_en = '' OR octet_length(c.content_en) = 0,
    c.title_ru = '' OR octet_length(c.content_ru) = 0,
    coalesce((SELECT ',' || group_concat(lang) || ',' FROM translations
        WHERE post_id = c.post_id AND stale AND lang NOT IN ('az', 'en', 'ru')), ''),
    '',
    coalesce((SELECT ',' || group_concat(key) || ',' FROM json_each(c.other_contents)
        WHERE c.others -> key ->> 'title' <> ''), '')
FROM working_copies AS c
WHERE NOT EXISTS (SELECT 1 FROM posts WHERE id = c.post_id)
    AND NOT EXISTS (SELECT 1 FROM trash WHERE post_id = c.post_id);
