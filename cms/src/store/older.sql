-- What migration 6 makes of the tables before it, as views (older.rs).
CREATE TEMP VIEW site AS SELECT *, 0 AS edits FROM main.site;
CREATE TEMP VIEW posts AS SELECT *,
    iif(title_az = '', NULL, date) AS published_az, iif(title_en = '', NULL, date) AS published_en,
    iif(title_ru = '', NULL, date) AS published_ru, NULL AS updated,
    '' AS meta_title_az, '' AS meta_title_en, '' AS meta_title_ru,
    '' AS meta_description_az, '' AS meta_description_en, '' AS meta_description_ru,
    '' AS slug_az, '' AS slug_en, '' AS slug_ru,
    '{}' AS published_others, '{}' AS others, '{}' AS other_contents FROM main.posts;
CREATE TEMP TABLE working_copies (
    post_id, version, created_at, created_by, edited_at, edited_by, date, category, featured, trending, author, image_id,
    image_url, title_az, title_en, title_ru, excerpt_az, excerpt_en, excerpt_ru, content_az, content_en, content_ru,
    meta_title_az, meta_title_en, meta_title_ru, meta_description_az, meta_description_en, meta_description_ru,
    slug_az, slug_en, slug_ru, others, other_contents
);
CREATE TEMP TABLE schedules (post_id, lang, action, at, by_name, problem, redirect_to);
CREATE TEMP TABLE trash (post_id, at, kept_from, by_name, revision);
CREATE TEMP TABLE translations (post_id, lang, source_lang, source, stale);
CREATE TEMP VIEW post_revisions AS
SELECT id AS post_id, 1 AS number, date AS at, date AS kept_from, NULL AS by_name, 'publication' AS kind,
    trim(iif(title_az = '', '', 'az,') || iif(title_en = '', '', 'en,') || iif(title_ru = '', '', 'ru'), ',') AS languages,
    json_object(
        'category', category, 'featured', json(iif(featured, 'true', 'false')),
        'trending', json(iif(trending, 'true', 'false')), 'author', author, 'date', date,
        'image_id', image_id, 'image_url', image_url,
        'title_az', title_az, 'title_en', title_en, 'title_ru', title_ru,
        'excerpt_az', excerpt_az, 'excerpt_en', excerpt_en, 'excerpt_ru', excerpt_ru,
        'content_az', content_az, 'content_en', content_en, 'content_ru', content_ru,
        'published_az', published_az, 'published_en', published_en, 'published_ru', published_ru, 'updated', updated
    ) AS edition
FROM temp.posts;
