/** What search engines and networks are told of a post, and where the site cuts its texts. */
export const seo = {
  section: 'Axtarış sistemləri, şəbəkələr və ünvan',
  usual: 'yazıdakı kimi',
  own: 'ayrıca mətn',
  meta_title: 'Axtarış üçün başlıq',
  meta_titleHint:
    'Axtarış nəticələrində, brauzer vərəqində və paylaşılan keçiddə başlığı əvəz edir; sayt öz adını əlavə edir. Səhifədəki başlıq dəyişmir.',
  meta_description: 'Axtarış üçün təsvir',
  meta_descriptionHint: 'Axtarış nəticələrində və paylaşılan keçiddə qısa mətni əvəz edən bir-iki cümlə.',
  slug: 'Ünvandakı sözlər',
  slugHint:
    'Kiçik latın hərfləri, rəqəmlər və defis; qalanı çevrilir. Vacib deyil: {{number}} ünvanı həmişə işləyir və bura aparır, əvvəlki sözlər də.',
  slugFromTitle: 'Başlıqdan',
  count: '{{letters}} / təxminən {{most}}',
  over: '{{letters}} / təxminən {{most}}: sonu, yəqin ki, kəsiləcək',
  overNow: 'Təxminən {{most}} işarədən uzundur: sonu, yəqin ki, kəsiləcək.',
  result: 'Axtarış nəticəsində təxmini görünüş',
  shared: 'Messencerdə paylaşılan keçidin təxmini görünüşü',
  nothing: 'Hələ mətn yoxdur: axtarış sistemi səhifədən özü söz seçəcək.',
  drawn: 'Şəkil olmadıqda sayt başlıqla şəkil çəkir',
  cuts: 'Kəsilir: {{places}}',
  cutAt: 'Uzunluq {{letters}}, kəsilir: {{places}}',
  whole: 'Uzunluq {{letters}}, hər yerdə tam görünür',
  card: 'kart {{most}}',
  wide: 'enli kart {{most}}',
  home: 'ana səhifə {{most}}',
};
