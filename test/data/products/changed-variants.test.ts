import { expect, test } from 'vitest'
import { transition } from '../../../lib/data/products/product-transition.ts'
import { jsonOf } from '../../../lib/data/table/event-json.ts'
import type { Variant } from '../../../lib/domain/products/variant.ts'
import type { WholeProduct } from '../../../lib/domain/products/variant-set.ts'
import { shirt } from '../../domain/products/stored-product.ts'

const STORED = shirt()

/** The numbers of the variants that the event of a change of their product names; undefined if it names none. */
function namedBy(before: WholeProduct | undefined, after: WholeProduct | undefined): string[] | undefined {
  const change = {
    before: before?.product,
    after: after?.product,
    variants: { before: before?.set, after: after?.set },
  }
  const [json] = transition('a business', change, new Date()).flatMap(
    ({ write }) => write.Put?.Item?.json ?? [],
  )
  const { variants_changed: ids } = JSON.parse(jsonOf(json)) as { variants_changed?: string[] }
  return ids?.map((id) => id.slice(STORED.product.id.length + 1))
}

const having = (change: (variants: Variant[]) => Variant[]): WholeProduct => ({
  ...STORED,
  set: { ...STORED.set, variants: change(STORED.set.variants) },
})
const withPrice = (price: number, place: number) =>
  having((all) => all.map((one, n) => (n === place ? { ...one, price } : one)))
const another = having((all) => [
  ...all,
  ...all.slice(0, 1).map((one) => ({ ...one, id: `${STORED.product.id}-4` })),
])

test.each<[string, WholeProduct | undefined, WholeProduct | undefined, string[] | undefined]>([
  ['is changed', STORED, withPrice(9, 1), ['2']],
  ['is new', STORED, another, ['4']],
  ['is removed', another, STORED, ['4']],
  ['is new in a new product', undefined, STORED, ['1', '2', '3']],
  ['is deleted with its product', STORED, undefined, ['1', '2', '3']],
  ['stands elsewhere is not changed', STORED, having((all) => all.toReversed()), undefined],
])('the event of a product names each variant that %s', (_, before, after, numbers) => {
  expect(namedBy(before, after)).toEqual(numbers)
})
