import type { Language, TextField } from '../api/types';

/** What to look at before publishing. Nothing of it stands in the way of publishing. */
export interface Finding {
  kind:
    | 'missing'
    | 'noAlt'
    | 'gonePicture'
    | 'headingJump'
    | 'emptyLink'
    | 'deadLink'
    | 'goingLink'
    | 'foreignGone'
    | 'foreignMoved'
    | 'foreignUnreachable'
    | 'foreignUnsure'
    | 'longTitle'
    | 'otherLanguage'
    | 'figures';
  language: Language;
  field: TextField;
  /** Which block of the content it is about, counted from 0. */
  block?: number;
  /** Words that show which place is meant. */
  quote?: string;
  /** When it will be so. */
  time?: string;
  /** Where it is now. */
  to?: string;
  /** What a server answered (RFC 9110, section 15). */
  status?: number;
}
