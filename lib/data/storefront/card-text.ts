/**
 * How a card is written. A page costs what its cards weigh, in read units, in bytes from the table and in time to parse
 * them, so what all cards have in common is not written out: each phrase of this list is one control character,
 * which no JSON text has in it (RFC 8259 §7), and the id, which every sort key of every index ends in, not at all.
 *
 * The place of a phrase in the list is its character. Another list, or order, is another version of all cards. Those of
 * `LATER` came with variants: they have the characters behind the others, and are replaced before them, because `","` would
 * cut them.
 *
 * Both lists are frozen: with another one every stored card would have to be written again. They make 298 bytes of a card
 * of 622.
 */
const PHRASES = [
  '","name":"',
  '","description":"',
  '","price":',
  ',"is_available":true,"category_id":"',
  ',"is_available":false,"category_id":"',
  '","additional_category_ids":[],"currency":"',
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

const LATER = [
  'Z","price_range":null,"variant_count":1}',
  'Z","price_range":{"min":',
  '},"variant_count":',
  '","option_values":{"',
  '"},"price":',
  ',"compare_at_price":null,"image":null,"position":',
  ',"is_available":true},{"id":"',
]

/** Replaces the id of the card itself: the ids of a product's variants begin with it. */
const OWN_ID = '\x1f'

const START = '{"id":"'

/** The card of a public view: its JSON without the id, which must come first, and with frequent phrases shortened. */
export function shorten<View extends { id: string }>(view: View): string {
  const text = JSON.stringify(view)
    .slice(START.length + view.id.length)
    .replaceAll(view.id, OWN_ID)
  const later = LATER.reduce((rest, phrase, n) => rest.replaceAll(phrase, markOf(PHRASES.length + n)), text)
  return PHRASES.reduce((rest, phrase, n) => rest.replaceAll(phrase, markOf(n)), later)
}

/** The public view as JSON again, from what is stored of it and the id that its sort key ends in. */
export const restore = (card: string, id: string): string =>
  START + id + card.replace(MARKS, (mark) => (mark === OWN_ID ? id : `${ALL[mark.charCodeAt(0) - 1]}`))

const markOf = (place: number) => String.fromCharCode(place + 1)

const ALL = /* @__PURE__ */ [...PHRASES, ...LATER]

/** The characters that replace phrases. */
const MARKS = /* @__PURE__ */ new RegExp(`[\\x01-${markOf(ALL.length - 1)}${OWN_ID}]`, 'g')
