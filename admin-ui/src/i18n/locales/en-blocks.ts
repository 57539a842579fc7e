/** Quotes, lines and tables, and the list of blocks. */
export const blocks = {
  bar: 'Blocks: {{language}}',
  add: 'Block',
  list: 'Blocks',
  quote: 'Quote',
  table: 'Table',
  line: 'Line',
  rowAbove: 'Row above',
  rowBelow: 'Row below',
  columnLeft: 'Column to the left',
  columnRight: 'Column to the right',
  deleteRow: 'Delete row',
  deleteColumn: 'Delete column',
  deleteTable: 'Delete table',
  cells: 'In a table: next, previous cell',
  find: 'List of blocks',
};
