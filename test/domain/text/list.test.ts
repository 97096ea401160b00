import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { unknownMembers } from '../../../lib/domain/body/unknown-members.ts'
import { newBusiness } from '../../../lib/domain/business.ts'
import { newProduct } from '../../../lib/domain/products/product.ts'
import { newVariantSet } from '../../../lib/domain/products/variant.ts'
import { adjustment } from '../../../lib/domain/stock/inventory.ts'
import { listOf } from '../../../lib/domain/text/list.ts'
import { closedObject } from '../../../lib/domain/text/text.ts'

const counted = (max: number) => {
  let looks = 0
  const item = v.pipe(
    v.unknown(),
    v.check(() => ++looks > 0),
  )
  return { list: listOf(item, max, 'too long'), looks: () => looks }
}

test('a list of the largest length is checked element by element', () => {
  const { list, looks } = counted(3)
  expect(v.safeParse(list, [1, 2, 3])).toMatchObject({ success: true, output: [1, 2, 3] })
  expect(looks()).toBe(3)
})

test('of a longer one no element is looked at', () => {
  const { list, looks } = counted(3)
  const { issues } = v.safeParse(v.pipe(list, v.minLength(1, 'too short')), [1, 2, 3, 4])
  expect(issues?.map(({ message }) => message)).toEqual(['too long'])
  expect(looks()).toBe(0)
})

test('the fault of a value that is not an array says so', () => {
  const { issues } = v.safeParse(listOf(v.string(), 3, 'too long'), 'x')
  expect(issues?.map(({ message }) => message)).toEqual(['must be an array'])
})

test('unknown members of the elements are named, but not in a list that is too long', () => {
  const schema = closedObject({ list: listOf(closedObject({}), 2, 'too long') })
  const with_ = (n: number) => ({ list: Array.from({ length: n }, () => ({ odd: 1 })) })
  expect(unknownMembers(schema, with_(2))).toHaveLength(2)
  expect(unknownMembers(schema, with_(3))).toEqual([])
})

describe('a list of 10,000 wrong elements is one fault', () => {
  const wrong = Array.from({ length: 10_000 }, () => ({}))
  const pathsIn = (schema: v.GenericSchema, body: unknown, name: string) => {
    const { issues = [] } = v.safeParse(schema, body)
    return issues.map((issue) => v.getDotPath(issue)).filter((path) => path?.startsWith(name))
  }

  test.each<[string, v.GenericSchema]>([
    ['images', newProduct],
    ['tags', newProduct],
    ['additional_categories', newProduct],
    ['options', newVariantSet],
    ['variants', newVariantSet],
    ['changes', adjustment],
    ['social_links', newBusiness],
  ])('%s', (name, schema) => {
    expect(pathsIn(schema, { [name]: wrong }, name)).toEqual([name])
  })

  test('metadata', () => {
    const metadata = Object.fromEntries(wrong.map((_, n) => [` ${n}`, 1]))
    expect(pathsIn(newProduct, { metadata }, 'metadata')).toEqual(['metadata'])
  })
})
