/** A text from outside on one line of a terminal: controls shown, not obeyed, and cut at 80 characters. */
export function quoted(text: string): string {
  // No 80 characters are longer, and a text can have millions.
  const start = [...text.slice(0, 160)].slice(0, 80).join('')
  return JSON.stringify(start === text ? text : `${start}…`).replace(/\p{C}/gu, '�')
}
