import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  applyPatch,
  applySound,
  checkPatch,
  checkReplacement,
  judgedBy,
  type Resource,
  readNew,
  readNewFromPatch,
  replace,
} from '../../../lib/domain/body/resource.ts'
import { breaksOf } from '../../../lib/domain/body/rule-breaks.ts'
import { CATEGORY } from '../../../lib/domain/category.ts'
import { listOf } from '../../../lib/domain/text/list.ts'
import { knownMembers, text } from '../../../lib/domain/text/text.ts'
import { faultsOf } from '../products/stored-product.ts'
import { storedCategory } from '../stored-category.ts'

interface NewShelf {
  name: string
  size: number
  colour: string
  status: string
  note: string | null
}

interface Shelf extends NewShelf {
  id: string
  currency: string
}

/** Members of each kind: of a creation alone, made by the server, derived, kept, and removable all the same. */
const SHELF: Resource<NewShelf> = {
  ...judgedBy(
    knownMembers({
      name: text(1, 9),
      size: v.optional(v.pipe(v.number('must be a number'), v.minValue(1, 'must be 1 or more')), 1),
      colour: v.optional(v.string('must be a string'), 'red'),
      status: v.optional(v.string('must be a string'), 'new'),
      note: v.optional(v.nullable(v.string('must be a string')), null),
    }),
  ),
  writable: ['name', 'size', 'colour', 'status', 'note'],
  readOnly: ['id', 'currency', 'colour', 'names'],
  derived: ({ name }) => ({ names: [name] }),
  setElsewhere: { names: 'is set by name' },
  kept: ['colour', 'status', 'note'],
  removable: ['note'],
  sample: { name: 'A' },
}

const stored: Shelf = {
  id: 's',
  currency: 'EUR',
  name: 'Oak',
  size: 3,
  colour: 'blue',
  status: 'old',
  note: 'n',
}
const least = { name: 'Oak', size: 1, colour: 'red', status: 'new', note: null }

test('a missing member of a few values names them, at any depth', () => {
  const wood = v.picklist(['oak', 'elm'], 'must be oak or elm')
  const { validate } = judgedBy(
    knownMembers({ wood, shelves: listOf(knownMembers({ wood, name: text(1, 9) }), 3, '') }),
  )
  expect(faultsOf(() => validate({ shelves: [{ wood: 'oak', name: 'A' }, {}] }))).toEqual([
    'wood required: is required and must be oak or elm',
    'shelves/1/wood required: is required and must be oak or elm',
    'shelves/1/name required: is required',
  ])
})

describe('a new object', () => {
  test.each([
    ['of a body', readNew],
    ['of a merge patch', readNewFromPatch],
  ])('%s has what is sent, and defaults', (_, read) => {
    expect(read(SHELF, { name: 'Oak' })).toEqual(least)
    expect(read(SHELF, { name: 'Oak', colour: 'green' })).toEqual({ ...least, colour: 'green' })
    expect(faultsOf(() => read(SHELF, { id: 'x', name: '', names: [], nothing: 1, size: 0 }))).toEqual([
      'id read_only: is read-only',
      'names read_only: is read-only',
      'nothing unknown_field: is not a known field',
      'name invalid: must have 1 to 9 characters',
      'size invalid: must be 1 or more',
    ])
    expect(faultsOf(() => read(SHELF, {}))).toEqual(['name required: is required'])
    expect(faultsOf(() => read(SHELF, { nmae: 'Oak' }))).toEqual([
      'nmae unknown_field: is not a known field; did you mean "name"?',
      'name required: is required',
    ])
  })

  test('of a merge patch has none of what that removes, of which it has to know the name', () => {
    expect(readNewFromPatch(SHELF, { name: 'Oak', size: null, status: null })).toEqual(least)
    expect(faultsOf(() => readNewFromPatch(SHELF, { name: 'Oak', nothing: null, id: null }))).toEqual([
      'id read_only: is read-only',
      'nothing unknown_field: is not a known field',
    ])
    expect(faultsOf(() => readNew(SHELF, { name: 'Oak', size: null }))).toEqual([
      'size invalid: must be a number',
    ])
  })
})

describe('a patch', () => {
  test('changes the fields that it has, and removes optional ones', () => {
    expect(applyPatch(SHELF, stored, { name: 'Elm', note: null })).toEqual({
      ...stored,
      name: 'Elm',
      note: null,
    })
    expect(applyPatch(SHELF, stored, { size: null })).toEqual({ ...stored, size: 1 })
  })

  test('may repeat what it cannot change', () => {
    expect(applyPatch(SHELF, stored, { id: 's', colour: 'blue', names: ['Oak'] })).toEqual(stored)
  })

  test('is refused with all its errors', () => {
    const patch = { id: 'x', colour: 'red', names: ['Elm'], status: null, nothing: null, size: 0, name: null }
    expect(faultsOf(() => applyPatch(SHELF, stored, patch))).toEqual([
      'id read_only: is read-only',
      'colour read_only: is read-only',
      'names read_only: is set by name',
      'status invalid: cannot be removed',
      'nothing unknown_field: is not a known field',
      'name required: is required',
      'size invalid: must be 1 or more',
    ])
  })

  test('is applied as far as it is right', () => {
    const { object, breaks } = applySound(SHELF, stored, { name: 'Elm', size: 0, id: 'x' })
    expect(object).toEqual({ ...stored, name: 'Elm' })
    expect(breaks.map(({ path }) => path.join('/'))).toEqual(['id', 'size'])
    expect(applySound(SHELF, stored, { name: 'Elm' })).toEqual({
      object: { ...stored, name: 'Elm' },
      breaks: [],
    })
  })

  test('whose rest is refused as well changes nothing', () => {
    // A big shelf has to be oak, and the name is only judged once the size can be read.
    const judged: Resource<NewShelf> = {
      ...SHELF,
      validate: (body) => {
        const shelf = SHELF.validate(body)
        if (shelf.size > 2 && shelf.name !== 'Oak') SHELF.validate({ name: '' })
        return shelf
      },
    }
    expect(applySound(judged, stored, { name: 'Elm', note: 7 }).object).toEqual(stored)
  })

  test('is checked before an object is read', () => {
    expect(faultsOf(() => checkPatch(SHELF, { id: 'x', colour: 'red', note: null }))).toEqual([])
    const patch = { status: null, nothing: null, size: 0, name: 'Elm' }
    expect(faultsOf(() => checkPatch(SHELF, patch, { name: 'Oak' }))).toEqual([
      'name read_only: is read-only',
      'status invalid: cannot be removed',
      'nothing unknown_field: is not a known field',
      'size invalid: must be 1 or more',
    ])
    expect(faultsOf(() => checkPatch(SHELF, { name: 'Oak' }, { name: 'Oak' }))).toEqual([])
  })
})

describe('a replacement', () => {
  test('has defaults for what it leaves out, except for kept fields', () => {
    expect(replace(SHELF, stored, { name: 'Elm' })).toEqual({ ...stored, name: 'Elm', size: 1 })
    expect(replace(SHELF, stored, { name: 'Elm', status: 'new', id: 's' })).toMatchObject({ status: 'new' })
  })

  test('is refused with all its errors', () => {
    expect(
      faultsOf(() => replace(SHELF, stored, { names: [], currency: 'USD', size: 0, nothing: 1 })),
    ).toEqual([
      'currency read_only: is read-only',
      'names read_only: is set by name',
      'nothing unknown_field: is not a known field',
      'name required: is required',
      'size invalid: must be 1 or more',
    ])
  })

  test('is checked before an object is read', () => {
    expect(faultsOf(() => checkReplacement(SHELF, { name: 'Elm', id: 'x' }, {}))).toEqual([])
    expect(faultsOf(() => checkReplacement(SHELF, { name: 'Elm', size: 0 }, { name: 'Oak' }))).toEqual([
      'name read_only: is read-only',
      'size invalid: must be 1 or more',
    ])
  })
})

describe('an object whose resource has nothing derived', () => {
  const category = storedCategory()

  test('is patched by as much as is right, also where a member inside has the name of another one', () => {
    const { object, breaks } = applySound(CATEGORY, category, { name: 'Pots', metadata: { name: 7 } })
    expect(object).toEqual({ ...category, name: 'Pots' })
    expect(breaks.map(({ path }) => path.join('/'))).toEqual(['metadata/name'])
  })

  test('may keep a member that is too large by the rules of today, and a patch may not add to it', () => {
    const metadata = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`${n}`, 'x']))
    const old = { ...category, metadata }
    expect(applyPatch(CATEGORY, old, { name: 'Pots' })).toEqual({ ...old, name: 'Pots' })
    expect(faultsOf(() => applyPatch(CATEGORY, old, { metadata: { a: 'x' } }))).toEqual([
      'metadata invalid: must have at most 50 names',
    ])
  })
})

test('a value of the right type that breaks a rule is distinguished from one of a wrong type', () => {
  const isOfType = (size: unknown) =>
    breaksOf(() => readNew(SHELF, { name: 'A', size })).map((one) => one.isOfType === true)
  expect([isOfType(0), isOfType('1')]).toEqual([[true], [false]])
})
