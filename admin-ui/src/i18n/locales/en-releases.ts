import type { releases as azReleases } from './az-releases';

/** Publications that one can go back to. */
export const releases: typeof azReleases = {
  hint: 'If something wrong went live, put the site back as it was: the posts are not touched, and publishing waits until you let it go on. The last twenty publications are kept.',
  none: 'Nothing has been published yet.',
  failed: 'The publications could not be loaded.',
  name: 'No. {{number}} · {{time}}',
  current: 'on the site now',
  whole: 'The whole site',
  restores: 'No. {{number}} put in place again',
  pages_one: '{{count}} page changed',
  pages_other: '{{count}} pages changed',
  more: 'and {{count}} more',
  back: 'Go back to this',
  backLabel: 'Go back to this: No. {{number}} ({{time}})',
  confirm:
    'Put the site back as it was in No. {{number}} ({{time}})? The posts stay as they are, but no change will appear on the site until you let publishing go on.',
  restored: 'The site is being put back as in No. {{number}}.',
  stands: 'The site shows an earlier publication (No. {{number}}). What is saved goes live when publishing goes on.',
  resume: 'Let publishing go on',
  resumed: 'Publishing goes on.',
  gone: 'That publication is not kept any more.',
};
