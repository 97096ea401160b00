import { isJsonObject, type JsonObject } from '../body/json-object.ts'
import { breaksOf, type RuleBreak } from '../body/rule-breaks.ts'

/** The part of a body that can be checked further when some of its variants break rules of their own. */
export interface SoundPart<S> {
  /** The breaks of everything else. */
  breaks: readonly RuleBreak[]
  /** Undefined if too little can be read. */
  set: S | undefined
  /** The same, as it was sent. */
  variants: readonly JsonObject[]
  /** The paths of breaks of this part, as paths of the whole body. */
  placed: (breaks: readonly RuleBreak[]) => RuleBreak[]
}

/**
 * Reads a body of options and variants without the variants that break rules by themselves, so that all faults of the
 * others can be named in the same response. A variant that is left out is never the cause of a break.
 */
export function soundPart<S>(read: (body: JsonObject) => S, body: JsonObject): SoundPart<S> {
  const breaks = breaksOf(() => read(body))
  const wrong = new Set(breaks.flatMap(({ path: [member, n] }) => (member === 'variants' ? `${n}` : [])))
  const sent: unknown[] = Array.isArray(body.variants) ? body.variants : []
  const right = sent.flatMap((one, n) => (isJsonObject(one) && !wrong.has(`${n}`) ? { one, n } : []))
  const variants = right.map(({ one }) => one)
  const { options } = body
  const sound = breaks.length === 0 ? body : { ...(options !== undefined && { options }), variants }
  return {
    breaks,
    set: breaksOf(() => read(sound)).length === 0 ? read(sound) : undefined,
    variants,
    placed: (found) =>
      found.map(({ path: [member, n, ...rest], ...one }) => {
        const place = member === 'variants' && n !== undefined ? right[Number(n)]?.n : undefined
        const start = [member, n].flatMap((name) => name ?? [])
        return { ...one, path: place === undefined ? [...start, ...rest] : ['variants', `${place}`, ...rest] }
      }),
  }
}
