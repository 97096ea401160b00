/** The listed fields of an object and no others, in the order of the list, whatever else the object holds. */
export function pick<T extends object, K extends keyof T>(source: T, fields: readonly K[]): Pick<T, K> {
  return Object.fromEntries(fields.map((field) => [field, source[field]])) as Pick<T, K>
}

/** The same of fields that an object may have been stored without: they are null then. */
export function pickOrNull<T extends object, K extends keyof T>(source: T, fields: readonly K[]): Pick<T, K> {
  return Object.fromEntries(fields.map((field) => [field, source[field] ?? null])) as Pick<T, K>
}
