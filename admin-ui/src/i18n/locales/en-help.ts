import type { help as azHelp } from './az-help';

/** The keys and the guide. */
export const help: typeof azHelp = {
  keys: 'Keyboard',
  guide: 'Guide for editors',
  shut: 'Close help',
  everywhere: 'Everywhere',
  inForm: 'In the form',
  inText: 'In the text',
  open: 'Help',
  close: 'Close a window',
  save: 'Save',
  next: 'Next field',
  tabs: 'Another language (in the tabs)',
  nest: 'Deeper in a list, and back',
  leave: 'Leave the text',
  move: 'Among tools and menus',
  single: 'The ? key opens help where nothing is being typed',
};
