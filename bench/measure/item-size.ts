/** A value in DynamoDB's own notation, of which exactly one member is there. Binary is in base64. */
export interface Value {
  S?: string
  N?: string
  BOOL?: boolean
  NULL?: boolean
  B?: string
  SS?: string[]
  NS?: string[]
  BS?: string[]
  L?: Value[]
  M?: Record<string, Value>
}

/** An item as DynamoDB sends it. */
export type Item = Record<string, Value>

/**
 * Bytes of an item as DynamoDB counts them for its read and write units: the names and the values of its attributes.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
export const itemBytes = (item: Item): number => sum(Object.entries(item).map(attributeBytes))

const attributeBytes = ([name, value]: [string, Value]) => Buffer.byteLength(name) + valueBytes(value)

/** A list or a map has 3 bytes of its own, and 1 for each element. */
const CONTAINER_BYTES = 3
const ELEMENT_BYTES = 1

function valueBytes(value: Value): number {
  if (value.S !== undefined) return Buffer.byteLength(value.S)
  if (value.N !== undefined) return numberBytes(value.N)
  if (value.BOOL !== undefined || value.NULL !== undefined) return 1
  if (value.B !== undefined) return binaryBytes(value.B)
  if (value.SS !== undefined) return sum(value.SS.map((text) => Buffer.byteLength(text)))
  if (value.NS !== undefined) return sum(value.NS.map(numberBytes))
  if (value.BS !== undefined) return sum(value.BS.map(binaryBytes))
  if (value.L !== undefined) return containerBytes(value.L.map(valueBytes))
  if (value.M !== undefined) return containerBytes(Object.entries(value.M).map(attributeBytes))
  throw new Error(`no type of attribute is known by ${Object.keys(value)}`)
}

const binaryBytes = (base64: string) => Buffer.byteLength(base64, 'base64')

const containerBytes = (elements: number[]) =>
  CONTAINER_BYTES + sum(elements) + ELEMENT_BYTES * elements.length

/** About a byte for two significant digits, and one more; another for the sign of a negative number. */
function numberBytes(text: string): number {
  const [mantissa = ''] = text.toLowerCase().replace('-', '').split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = fraction === '' ? digits.replace(/0+$/, '') : digits
  if (significant === '') return 1
  return Math.ceil(significant.length / 2) + 1 + (text.startsWith('-') ? 1 : 0)
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

const READ_UNIT_BYTES = 4096

/** Read units of one read of `bytes` bytes. A read that finds nothing costs as much as the smallest. */
export const readUnits = (bytes: number, isConsistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / READ_UNIT_BYTES)) * (isConsistent ? 1 : 0.5)
