/** How many bytes of a folded name take part in sorting; an index key has 1,024 bytes for everything. */
export const COMPARED_BYTES = 256

/**
 * The form in which names are compared: NFKC, lower case, marks removed, cut at 256 UTF-8 bytes on a
 * code-point boundary. A name of 200 characters can fold to 6,600 bytes.
 */
export function foldName(name: string): string {
  const folded = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFKC')
  return cutToBytes(folded, COMPARED_BYTES)
}

function cutToBytes(text: string, limit: number): string {
  let bytes = 0
  let end = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > limit) break
    end += character.length
  }
  return text.slice(0, end)
}
