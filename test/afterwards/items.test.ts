import { beforeAll, expect, inject, test } from 'vitest'
import { tokenKey } from '../../lib/data/table/keys.ts'
import { TTL_ATTRIBUTE } from '../../lib/data/table/schema.ts'
import { tokenDigest } from '../../lib/domain/api-keys/token.ts'
import { IS_WHOLE } from './is-whole-run.ts'
import { readRecord } from './records.ts'
import { type RawItem, scanSegments, segmentsOf } from './scan.ts'
import { findSecrets, secretsOf } from './secrets.ts'

const tokens = readRecord('tokens').split('\n').filter(Boolean)
const secrets = secretsOf(tokens)
const segments = segmentsOf(inject('set'), inject('seed'))

const found: string[] = []
const partitions = new Set<string | undefined>()
const ends = { count: 0, misfits: new Set<string>() }

/** One reading for all that is looked for: there is much in the table by now. */
beforeAll(() =>
  scanSegments(segments, (page, items) => {
    found.push(...findSecrets(page, secrets))
    for (const item of items) {
      partitions.add(item.pk?.S)
      noteEnd(item)
    }
  }),
)

/** As seconds beyond the year 9999, in which the last times end. As milliseconds a time in 2001, before anything was written. */
const TOO_LATE_S = 1e12

function noteEnd({ type, [TTL_ATTRIBUTE]: end }: RawItem): void {
  if (end === undefined) return
  ends.count++
  const seconds = Number(end.N)
  if (!(Number.isInteger(seconds) && seconds < TOO_LATE_S))
    ends.misfits.add(`${type?.S} ${JSON.stringify(end)}`)
}

test.each([1, 3, 8, 13])('eight seeds in a row look through the whole table, from %i on', (first) => {
  const seeds = Array.from({ length: 8 }, (_, n) => first + n)
  expect(seeds.flatMap((seed) => segmentsOf('fast', seed)).sort()).toEqual(segmentsOf('all', first))
})

test('no item of the table holds a token, and their digests show where it could', () => {
  expect(found).toEqual([])
  // A test may have taken some away again, and a segment has as many of them as chance gives it.
  const kept = tokens.filter((token) => partitions.has(tokenKey(tokenDigest(token)).pk))
  const least = segments.length > 1 ? tokens.length / 2 : Math.floor(tokens.length / 200)
  expect(kept.length).toBeGreaterThanOrEqual(least)
})

test('every item that has an end has it in seconds, from which alone the table deletes it', () => {
  expect([...ends.misfits]).toEqual([])
  if (IS_WHOLE) expect(ends.count).toBeGreaterThanOrEqual(100)
})
