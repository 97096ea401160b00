/** True if two values are the same JSON. The order of members inside an item is the table's own. */
export const isSameJson = (a: object, b: object) => JSON.stringify(a, sorted) === JSON.stringify(b, sorted)

const sorted = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)))
    : value
