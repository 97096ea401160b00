/**
 * Characters that a terminal could obey, or that hide or turn the text around them. Emoji families and words of Persian are joined by U+200C
 * and U+200D, a black flag is that of Wales by the tags behind it, and U+200E and U+200F turn only the characters next to them.
 */
const HIDDEN =
  /(?![\u200c-\u200f]|(?<=\u{1f3f4}[\u{e0020}-\u{e007f}]{0,8})[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu

/** A text from outside on one line of a terminal: its controls are shown, not obeyed. */
export const shown = (text: string): string => text.replace(HIDDEN, '�')

/** The same for a text of several lines. */
export const shownLines = (text: string): string =>
  text.replace(HIDDEN, (control) => (control === '\n' || control === '\t' ? control : '�'))
