import * as v from 'valibot'
import { isJsonObject } from '../../domain/body/json-object.ts'
import { nearest } from '../../domain/text/nearest.ts'
import { SETTINGS_SCHEMA } from './setting-rules.ts'

/** Every setting. */
export const SETTING_NAMES: readonly string[] = Object.keys(SETTINGS_SCHEMA.entries)

const SETTING = v.object({ entries: v.record(v.string(), v.looseObject({})) })

/** A line for each name in settings, and in the settings that are objects, that there is no setting of. */
export const unknownNames = (input: unknown): string[] => unknownIn(input, SETTINGS_SCHEMA.entries, '')

function unknownIn(input: unknown, known: Readonly<Record<string, object>>, place: string): string[] {
  if (!isJsonObject(input)) return []
  return Object.entries(input).flatMap(([name, value]) => {
    if (!Object.hasOwn(known, name)) return [faultOf(name, Object.keys(known), place)]
    const inner = entriesOf(known[name])
    return inner ? unknownIn(value, inner, `${place}${name}.`) : []
  })
}

/** The settings in a setting that is an object of them. */
function entriesOf(schema: unknown): Record<string, object> | undefined {
  const inner = isJsonObject(schema) && schema.type === 'optional' ? schema.wrapped : schema
  return v.is(SETTING, inner) ? inner.entries : undefined
}

/** The line that refuses a name, with the setting that is likely meant. */
export function faultOf(name: string, known: readonly string[], place = ''): string {
  const meant = nearest(name, known, (text) => text.toLowerCase())
  const hint = meant === undefined ? ': remove it' : `; did you mean ${place}${meant}?`
  return `${place}${name}: is not a setting${hint}`
}
