/** Find and replace in a text. */
export const find = {
  open: 'Найти и заменить',
  bar: 'Найти и заменить: {{language}}',
  what: 'Найти',
  with: 'Заменить на',
  at: '{{at}} из {{count}}',
  none: 'Не найдено',
  previous: 'Предыдущее',
  next: 'Следующее',
  case: 'Учитывать регистр',
  close: 'Закрыть',
  one: 'Заменить',
  all: 'Заменить все',
  replaced_one: 'Заменено в {{count}} месте',
  replaced_few: 'Заменено в {{count}} местах',
  replaced_many: 'Заменено в {{count}} местах',
  replaced_other: 'Заменено в {{count}} места',
};
