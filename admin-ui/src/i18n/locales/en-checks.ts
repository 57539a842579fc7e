/** What to look at before publishing. */
export const checks = {
  count_one: '{{count}} remark',
  count_other: '{{count}} remarks',
  hint: 'None of them stops publishing. Choose one to see its place.',
  noTitle: 'No title',
  noExcerpt: 'No excerpt',
  noContent: 'No content',
  noAlt: 'An image has no alternative text',
  headingJump: 'A heading skips a level',
  emptyLink: 'A link has no address',
  deadLink: 'The site has no such page',
  goingLink: 'The post this link leads to goes off-line on {{time}}',
  longTitle: 'The title has more than 80 characters: lists will cut it',
  otherLanguage: 'Words of another language',
  figures: 'Figures differ from the Azerbaijani text',
};
