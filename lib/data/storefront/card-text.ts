/**
 * How a card is written. A page costs what its cards weigh, in read units, in bytes from the table and in time to parse
 * them, so what all cards have in common is not written out: each phrase of this list stands as one control character,
 * which no JSON text has in it (RFC 8259 §7), and the id, which every sort key of every index ends in, not at all.
 *
 * The place of a phrase in the list is its character. Another list, or order, is another version of all cards.
 */
const PHRASES = [
  '","name":"',
  '","description":"',
  '","price":',
  ',"is_available":true,"category_id":"',
  ',"is_available":false,"category_id":"',
  '","currency":"',
  '","compare_at_price":null,"slug":"',
  '","compare_at_price":',
  ',"slug":"',
  '","images":[],"tags":[',
  '","images":[{"url":"https://',
  '"},{"url":"https://',
  '.jpg","alt":"',
  '","alt":"',
  '"}],"tags":[',
  '],"position":',
  ',"created_at":"20',
  'Z","updated_at":"20',
  'Z"}',
  '","',
]

const START = '{"id":"'

/** What is stored of a public view, whose first member is its id. */
export const shorten = <View extends { id: string }>(view: View): string =>
  PHRASES.reduce(
    (text, phrase, n) => text.replaceAll(phrase, String.fromCharCode(n + 1)),
    JSON.stringify(view).slice(START.length + view.id.length),
  )

/** The public view as JSON again, from what is stored of it and the id that its sort key ends in. */
export const restore = (card: string, id: string): string =>
  START + id + card.replace(MARKS, (mark) => `${PHRASES[mark.charCodeAt(0) - 1]}`)

/** The characters that stand for phrases. */
const MARKS = new RegExp(`[\\x01-${String.fromCharCode(PHRASES.length)}]`, 'g')
