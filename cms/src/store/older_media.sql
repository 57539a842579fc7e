-- Nothing was said of pictures.
CREATE TEMP TABLE media (
    image_id, file_name, created_by, alt_az, alt_en, alt_ru, caption_az, caption_en, caption_ru, focus_x, focus_y, words, revision, others
);
