import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { OPERATIONS } from '../../lib/docs/description/parts.ts'
import { pick } from '../../lib/domain/pick.ts'
import { OF_VARIANTS, SPARSE_FIELDS } from '../../lib/domain/products/fields.ts'
import { PRODUCT } from '../../lib/domain/products/product.ts'
import { makeMerchant } from '../admin/merchant.ts'
import { EVERY_FIELD, LEAST } from '../domain/products/every-field.ts'
import { readPage } from './blocks.ts'

/** The members that a sentence names behind these words, up to a full stop. */
function namedIn(text: string, words: string): string[] {
  const [, sentence = ''] = text.replaceAll('\n', ' ').split(words)
  return [...(sentence.split('. ')[0] ?? '').matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name)
}

const isSparse = (name: string) => SPARSE_FIELDS.some((one) => one === name)

/** Those that pages name one by one. */
const usual = (names: readonly string[]) => names.filter((name) => !isSparse(name)).sort()

/** The members that an object still has as they were. */
const unchangedIn = (members: object, before: object, after: object) => {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return Object.keys(members).filter((name) => isDeepStrictEqual(was.get(name), is.get(name)))
}

/** `fields-at-each-door.test.ts` shows that a PUT does. */
test('the page and the description name what a PUT keeps, and nothing else', () => {
  const words = 'get their default, except '
  expect(usual(namedIn(readPage('docs/admin-writes.md'), words))).toEqual(usual(PRODUCT.kept))
  expect(namedIn(OPERATIONS['admin/products/by-external-id/replace'].description, words).sort()).toEqual(
    ['variants', ...PRODUCT.kept].sort(),
  )
})

test('a PUT of variants keeps what the page and the description name, and nothing else', async () => {
  const { ask } = await makeMerchant()
  await ask('POST', '/admin/categories', { id: 'tea', name: 'tea' })
  const { price, ...members } = pick(
    EVERY_FIELD,
    OF_VARIANTS.filter((name) => name !== 'track_inventory'),
  )
  const [image] = EVERY_FIELD.images
  const kept: string[] = []
  for (const own of [
    { ...members, image, is_enabled: false, is_available: false },
    { track_inventory: true },
  ]) {
    const option_values = { Size: 'S' }
    const variants = [{ option_values, price, ...own }]
    const body = { ...LEAST, options: [{ name: 'Size', values: ['S'] }], variants }
    const { id } = (await ask('POST', '/admin/products', body)).body
    const path = `/admin/products/${id}/variants`
    const before = (await ask('GET', path)).body.variants
    const after = (await ask('PUT', path, { variants: [{ option_values, price }] })).body.variants
    kept.push(...unchangedIn(own, [before].flat(2)[0] ?? {}, [after].flat(2)[0] ?? {}))
  }
  const words = 'unless you send them: '
  expect(usual(namedIn(readPage('docs/variants.md'), words))).toEqual(usual(kept))
  expect(usual(namedIn(OPERATIONS['admin/products/variants/replace'].description, words))).toEqual(
    usual(kept),
  )
})
