/** Quotes, lines and tables, and the list of blocks. */
export const blocks = {
  bar: 'Bloklar: {{language}}',
  add: 'Blok',
  list: 'Bloklar',
  quote: 'Sitat',
  table: 'Cədvəl',
  line: 'Xətt',
  rowAbove: 'Yuxarıya sətir',
  rowBelow: 'Aşağıya sətir',
  columnLeft: 'Sola sütun',
  columnRight: 'Sağa sütun',
  deleteRow: 'Sətri sil',
  deleteColumn: 'Sütunu sil',
  deleteTable: 'Cədvəli sil',
  cells: 'Cədvəldə növbəti, əvvəlki xana',
  find: 'Blokların siyahısı',
};
