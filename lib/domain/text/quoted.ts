/**
 * Characters that a terminal could obey, or that nobody sees: controls, halves of characters, and those that turn the text behind
 * them around. Emoji families and words of Persian are joined by U+200C and U+200D, a black flag is that of Wales by the tags
 * behind it, and U+200E and U+200F turn only the characters next to them.
 */
const HIDDEN = /(?![\u200c-\u200f]|(?<=\u{1f3f4}[\u{e0020}-\u{e007f}]{0,8})[\u{e0020}-\u{e007f}])\p{C}/gu

/** The isolates of right-to-left names, U+2066 to U+2069. They end with the text if each that is opened is closed. */
const ISOLATE = /[\u2066-\u2069]/u

/** A text from outside on one line of a terminal: controls shown, not obeyed, and cut at 80 characters. */
export function quoted(text: string): string {
  // No 80 characters are longer, and a text can have millions.
  const start = [...text.slice(0, 160)].slice(0, 80).join('')
  const written = JSON.stringify(start === text ? text : `${start}…`)
  const isClosed = areClosed(written)
  return written.replace(HIDDEN, (character) => (isClosed && ISOLATE.test(character) ? character : '�'))
}

/** True if no isolate of a text reaches beyond its end, or begins before it. */
function areClosed(text: string): boolean {
  let open = 0
  for (const character of text) {
    if (ISOLATE.test(character)) open += character === '\u2069' ? -1 : 1
    if (open < 0) return false
  }
  return open === 0
}
