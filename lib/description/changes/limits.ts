import { type Alternative, includes, RANGES, sizeOf } from './alternatives.ts'
import type { Finding, Pair } from './findings.ts'

/** What two alternatives differ in, members and items apart: lists of values, ranges, patterns, formats. */
export function limitChanges(pair: Pair): Finding[] {
  const { inner, outer } = pair
  return [
    ...valueChanges(pair),
    ...rangeChanges(pair),
    ...demands(inner, outer).map((demand) => limitChange(pair, `${demand} ${worded(pair)}`)),
  ]
}

const limitChange = ({ direction }: Pair, what: string): Finding => ({
  rule: direction === 'request' ? 'request-limit-narrowed' : 'answer-limit-widened',
  path: '',
  what,
})

const worded = ({ direction }: Pair) => (direction === 'request' ? 'is demanded now' : 'is no longer kept to')

function valueChanges({ inner, outer, released, direction, isOpen }: Pair): Finding[] {
  if (!outer.values || (direction === 'answer' && (isOpen || released.isOpen))) return []
  const rule = direction === 'request' ? 'request-values-narrowed' : 'answer-values-widened'
  if (!inner.values) {
    const list = outer.values.map((value) => JSON.stringify(value)).join(', ')
    const what = direction === 'request' ? `it must be one of ${list} now` : `it was one of ${list}`
    return [{ rule, path: '', what }]
  }
  const unmatched = inner.values.filter((value) => !includes(outer.values, value))
  const verb = direction === 'request' ? 'is no longer taken' : 'is a new value'
  return unmatched.map((value) => ({ rule, path: '', what: `${JSON.stringify(value)} ${verb}` }))
}

function rangeChanges(pair: Pair): Finding[] {
  const { inner, outer } = pair
  const keywords = RANGES[inner.type]
  if (!keywords) return []
  const reach = reachOf(inner)
  const changed = [reach.least < outer.least, reach.most > outer.most]
  const told = ({ least, most }: Alternative, n: number) => (n === 0 ? least : most)
  return keywords
    .filter((_, n) => changed[n])
    .map((keyword) => {
      const n = keywords.indexOf(keyword as never)
      const what = `its ${keyword} was ${told(pair.released, n)}, and is ${told(pair.current, n)}`
      return limitChange(pair, what)
    })
}

/** The range that values really have. */
function reachOf({ least, most, values }: Alternative): { least: number; most: number } {
  if (!values) return { least, most }
  const sizes = values.map(sizeOf)
  return { least: Math.min(...sizes), most: Math.max(...sizes) }
}

/** What the outer one asks for and the inner one does not. */
function demands(inner: Alternative, outer: Alternative): string[] {
  const patterns = outer.patterns.filter((pattern) => !matches(inner, pattern))
  const formats = outer.formats.filter((format) => !inner.formats.includes(format))
  return [
    ...patterns.map((pattern) => `the pattern ${pattern}`),
    ...formats.map((format) => `the format ${format}`),
    ...(outer.isUnique && !inner.isUnique ? ['that no item comes twice'] : []),
  ]
}

const matches = ({ patterns, values }: Alternative, pattern: string) =>
  patterns.includes(pattern) ||
  values?.every((value) => new RegExp(pattern, 'u').test(String(value))) === true
