/** Pictures of web pages that are none of the text's: letters, and parts of a form. */

const LETTERS = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f|[\d#*]\ufe0f?\u20e3)+$/u;

/** Whether a picture with this alternative text stands for letters: pages and mail programs draw 😀 as one. */
export function isDrawnLetters(alt: string): boolean {
  return LETTERS.test(alt);
}

/** The box of a task in Google Docs: a picture that no reader can tick. */
export function isDrawnControl(picture: Element): boolean {
  return picture.getAttribute('aria-roledescription') === 'checkbox';
}
