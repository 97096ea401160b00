/** The fixed cost of a list or a map, and of each of its elements (Developer guide, "DynamoDB item sizes and formats"). */
const CONTAINER_BYTES = 3
const ELEMENT_BYTES = 1

/** The bytes of an item or of a value in one as DynamoDB counts them: names and texts in UTF-8, numbers by their digits. */
export function sizeOf(item: object): number {
  return Object.entries(item).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + valueSize(value),
    0,
  )
}

function valueSize(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (typeof value === 'number') return numberSize(value)
  if (value instanceof Uint8Array) return value.byteLength
  if (value instanceof Set) return [...value].reduce<number>((sum, one) => sum + valueSize(one), 0)
  if (Array.isArray(value))
    return value.reduce<number>((sum, one) => sum + ELEMENT_BYTES + valueSize(one), CONTAINER_BYTES)
  if (typeof value === 'object' && value !== null)
    return CONTAINER_BYTES + ELEMENT_BYTES * Object.keys(value).length + sizeOf(value)
  return 1
}

/** One byte for every two significant digits and one for the exponent; one more for a sign. */
function numberSize(value: number): number {
  const [digits = ''] = Math.abs(value).toExponential().replace('.', '').split('e')
  return Math.ceil(digits.length / 2) + 1 + (value < 0 ? 1 : 0)
}
