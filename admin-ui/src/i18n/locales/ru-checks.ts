/** What to look at before publishing. */
export const checks = {
  count_one: '{{count}} замечание',
  count_few: '{{count}} замечания',
  count_many: '{{count}} замечаний',
  count_other: '{{count}} замечания',
  hint: 'Публикации они не мешают. Выберите замечание, чтобы увидеть место.',
  noTitle: 'Нет заголовка',
  noExcerpt: 'Нет краткого текста',
  noContent: 'Нет содержания',
  noAlt: 'У изображения нет альтернативного текста',
  headingJump: 'Заголовок перескакивает через уровень',
  emptyLink: 'У ссылки нет адреса',
  deadLink: 'На сайте нет такой страницы',
  longTitle: 'Заголовок длиннее 80 знаков: в списке он будет обрезан',
  otherLanguage: 'Слова на другом языке',
  figures: 'Цифры расходятся с азербайджанским текстом',
};
