/** A JSON object. */
export type JsonObject = Record<string, unknown>

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** RFC 7396 §2: objects merge member by member, null removes, anything else replaces. Neither argument changes. */
export function mergePatch(target: unknown, patch: JsonObject): JsonObject {
  const merged: JsonObject = isJsonObject(target) ? { ...target } : {}
  for (const [name, value] of Object.entries(patch))
    if (value === null) delete merged[name]
    else merged[name] = isJsonObject(value) ? mergePatch(merged[name], value) : value
  return merged
}
