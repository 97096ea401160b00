import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/domain/body/json-object.ts'
import { judgePatched } from '../../../lib/domain/body/judge-patch.ts'
import { validator } from '../../../lib/domain/body/resource.ts'
import { faultsOf } from '../products/stored-product.ts'

const short = v.pipe(v.string('must be a string'), v.maxLength(3, 'must be short'))
const shelf = v.strictObject({
  name: short,
  note: v.optional(short, ''),
  size: v.optional(v.strictObject({ width: v.optional(short), depth: v.optional(short) })),
  tags: v.optional(v.array(short), []),
})
const judge = { validate: validator(shelf), sample: { name: 'A' } }
const patched = (before: JsonObject, sent: JsonObject) => judgePatched(judge, { before, sent }, [])
const LONG = 'longer than today'

test('a right object is as a patch leaves it, with defaults', () => {
  expect(patched({ name: 'Oak', note: 'x' }, { name: 'Elm', note: null })).toEqual({
    name: 'Elm',
    note: '',
    tags: [],
  })
})

test.each<[string, JsonObject, JsonObject, JsonObject]>([
  ['a member', { name: LONG }, { note: 'x' }, { name: LONG, note: 'x' }],
  ['a member that may be missing', { name: 'A', note: LONG }, { name: 'B' }, { name: 'B', note: LONG }],
  [
    'a member inside',
    { name: 'A', size: { width: LONG } },
    { name: 'B' },
    { name: 'B', size: { width: LONG } },
  ],
  [
    'one inside beside another that changes',
    { name: 'A', size: { width: LONG, depth: 'x' } },
    { size: { depth: 'y' } },
    { name: 'A', size: { width: LONG, depth: 'y' } },
  ],
  [
    'an element, with its whole list',
    { name: 'A', tags: ['x', LONG] },
    { name: 'B' },
    { name: 'B', tags: ['x', LONG] },
  ],
  ['several', { name: LONG, note: LONG, tags: [LONG] }, {}, { name: LONG, note: LONG, tags: [LONG] }],
])(
  'what is stored and breaks a newer rule stays while no patch mentions it: %s',
  (_, before, sent, after) => {
    expect(patched(before, sent)).toMatchObject(after)
  },
)

test.each<[string, JsonObject, JsonObject, string]>([
  ['the same again', { name: LONG }, { name: LONG }, 'name invalid: must be short'],
  [
    'inside',
    { name: 'A', size: { width: LONG } },
    { size: { width: LONG } },
    'size/width invalid: must be short',
  ],
  ['an element', { name: 'A', tags: [LONG] }, { tags: ['x', LONG] }, 'tags/1 invalid: must be short'],
  ['the object around it', { name: 'A', size: { width: LONG } }, { size: 7 }, 'size invalid: '],
  ['a break that was not there', { name: 'A' }, { note: LONG }, 'note invalid: must be short'],
  ['what has to be there', { name: 'A' }, { name: null }, 'name required: is required'],
])('what a patch mentions is judged: %s', (_, before, sent, fault) => {
  expect(faultsOf(() => patched(before, sent))).toEqual([expect.stringContaining(fault)])
})

test('known breaks are listed with those that are found, each once', () => {
  const known = { path: ['id'], code: 'read_only', detail: 'is read-only' } as const
  const sent = { note: LONG }
  const judging = () =>
    judgePatched(judge, { before: { name: LONG }, sent }, [
      { ...known, path: ['id'] },
      { ...known, path: ['id'] },
    ])
  expect(faultsOf(judging)).toEqual(['id read_only: is read-only', 'note invalid: must be short'])
})
