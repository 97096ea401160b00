/** Any JSON value: templates, manifests, events and a function's answers are all handled as this. */
export type Json = string | number | boolean | null | Json[] | JsonObject
export interface JsonObject {
  [name: string]: Json
}

/** True for a JSON object, false for arrays, null and everything else. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
