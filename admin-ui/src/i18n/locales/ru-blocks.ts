/** Quotes, lines and tables, and the list of blocks. */
export const blocks = {
  bar: 'Блоки: {{language}}',
  add: 'Блок',
  list: 'Блоки',
  quote: 'Цитата',
  table: 'Таблица',
  line: 'Линия',
  rowAbove: 'Строка выше',
  rowBelow: 'Строка ниже',
  columnLeft: 'Столбец слева',
  columnRight: 'Столбец справа',
  deleteRow: 'Удалить строку',
  deleteColumn: 'Удалить столбец',
  deleteTable: 'Удалить таблицу',
  cells: 'В таблице: следующая, предыдущая ячейка',
  find: 'Список блоков',
};
