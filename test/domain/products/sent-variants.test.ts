import { describe, expect, test } from 'vitest'
import { InvalidFields, type RuleBreak } from '../../../lib/domain/body/rule-breaks.ts'
import { UNSET_OF_VARIANTS } from '../../../lib/domain/products/fields.ts'
import type { NewVariant, Variant } from '../../../lib/domain/products/variant.ts'
import {
  breaksAt,
  completed,
  draftOf,
  keptOrNull,
  onlyVariant,
  type WholeProduct,
  withFirstQuantities,
  withProduct,
  withVariants,
} from '../../../lib/domain/products/variant-set.ts'
import { draft, IMAGE, OPTIONS, PLAIN, SOLD, sized, variant } from './sizes.ts'

const sent = (more: Partial<NewVariant> = {}): NewVariant => ({
  option_values: { Size: 'S' },
  price: 100,
  compare_at_price: null,
  image: null,
  cost: null,
  ...more,
})
const drafted = (more: Partial<NewVariant>, known?: Variant) =>
  draftOf({ options: OPTIONS, variants: [sent(more)] }, [known]).variants[0]

const OWED = variant('a', 'S', { track_inventory: true, allow_backorder: true, is_on_backorder: true })

describe('a variant that is sent', () => {
  test('is new: available, enabled, not tracked, without a SKU, where it was sent', () => {
    const { variants, options } = draftOf({
      options: OPTIONS,
      variants: [sent(), sent({ position: 9 }), sent()],
    })
    expect(options).toBe(OPTIONS)
    expect(variants.map(({ position }) => position)).toEqual([0, 9, 2])
    expect(variants[0]).toStrictEqual({ ...SOLD, ...sent(), id: undefined, quantity: undefined, position: 0 })
  })

  const KNOWN = variant('p-3', 'S', {
    sku: 'K',
    low_stock_at: 2,
    gtin: '96385074',
    mpn: 'M',
    weight_grams: 5,
    is_available: false,
    is_enabled: false,
    track_inventory: true,
    allow_backorder: true,
    price: 1,
    cost: 8,
    position: 6,
    image: IMAGE,
  })

  test('is known: it keeps what the body does not mention, and the rest is replaced', () => {
    expect(drafted({}, KNOWN)).toStrictEqual({
      ...KNOWN,
      ...sent(),
      position: 0,
      quantity: undefined,
    })
  })

  test('is known: what the body mentions is replaced, null too', () => {
    const other = {
      sku: null,
      low_stock_at: null,
      gtin: null,
      mpn: 'N',
      weight_grams: 0,
      is_enabled: true,
      track_inventory: false,
      allow_backorder: false,
      is_available: true,
    }
    expect(drafted(other, KNOWN)).toMatchObject({ id: 'p-3', ...other })
  })

  test.each([
    ['not tracked, as sent', { is_available: false }, undefined, false],
    ['not tracked, nothing sent', {}, undefined, true],
    ['not tracked, though a quantity is sent', { quantity: 0 }, undefined, true],
    ['tracked, with pieces', { track_inventory: true, quantity: 1, is_available: false }, undefined, true],
    ['tracked, with none', { track_inventory: true, quantity: 0, is_available: true }, undefined, false],
    ['tracked, nothing said', { track_inventory: true, is_available: true }, undefined, false],
    ['tracked, none, backorders', { track_inventory: true, allow_backorder: true }, undefined, true],
    [
      'known and tracked: the stock decides',
      { is_available: true },
      variant('a', 'S', { is_available: false, track_inventory: true }),
      false,
    ],
    [
      'known, its tracking ends: as sent',
      { track_inventory: false, is_available: true },
      variant('a', 'S', { is_available: false, track_inventory: true }),
      true,
    ],
    [
      'known, its tracking ends: as it was',
      { track_inventory: false },
      variant('a', 'S', { is_available: false, track_inventory: true }),
      false,
    ],
    ['known, not tracked, as it was', {}, variant('a', 'S', { is_available: false }), false],
  ])('available: %s', (_, body, known, expected) => {
    expect(drafted(body, known)?.is_available).toBe(expected)
  })

  test.each([
    ['new: its stock says it later', { track_inventory: true, allow_backorder: true }, undefined, undefined],
    ['known, as it was', {}, OWED, true],
    ['known, its tracking ends', { track_inventory: false }, OWED, undefined],
    ['known, and allows no backorders any more', { allow_backorder: false }, OWED, undefined],
  ])('on backorder: %s', (_, body, known, expected) => {
    expect(drafted(body, known)?.is_on_backorder).toBe(expected)
  })

  test.each([
    ['new and tracked', { track_inventory: true, quantity: 4 }, undefined, 4],
    ['new and not tracked', { quantity: 4 }, undefined, undefined],
    ['known and tracked from now on', { track_inventory: true, quantity: 4 }, variant('a', 'S'), 4],
    [
      'known and tracked',
      { track_inventory: true, quantity: 4 },
      variant('a', 'S', { track_inventory: true }),
      undefined,
    ],
    [
      'known, and its tracking ends',
      { track_inventory: false, quantity: 4 },
      variant('a', 'S', { track_inventory: true }),
      undefined,
    ],
  ])('its quantity counts where a stock begins: %s', (_, body, known, quantity) => {
    expect(drafted(body, known)?.quantity).toBe(quantity)
  })

  test('keptOrNull: as sent, or as known, or null', () => {
    expect(
      keptOrNull(
        { sku: null, mpn: 'A', gtin: undefined },
        { sku: 'K', mpn: 'B', gtin: 'G', weight_grams: 0 },
      ),
    ).toStrictEqual({
      ...UNSET_OF_VARIANTS,
      sku: null,
      low_stock_at: null,
      gtin: 'G',
      mpn: 'A',
      weight_grams: 0,
    })
  })
})

describe('changes of a part', () => {
  const whole = completed(PLAIN, draft(sized('S', { quantity: 3, price: 10 }), sized('M', { price: 20 })))

  test('a change of the product leaves the variants of one with options, and is that of the only variant', () => {
    const changed = withProduct(whole, { ...whole.product, name: 'N' })
    expect(changed).toStrictEqual({ ...whole, product: { ...whole.product, name: 'N' } })
    const { product, set, origins } = withProduct(
      { product: PLAIN, set: onlyVariant(PLAIN) },
      { ...PLAIN, price: 9 },
    )
    expect([product.price, set.variants[0]?.price, origins]).toEqual([9, 9, undefined])
    // The product decides as it is from now on.
    expect(withProduct(whole, { ...PLAIN, price: 8 }).set).toEqual(onlyVariant({ ...PLAIN, price: 8 }))
  })

  test('the product follows its variants; its options and origins stay', () => {
    const variants = whole.set.variants.map((one) => ({
      ...one,
      price: one.price * 2,
      is_enabled: false,
      is_available: false,
    }))
    const changed = withVariants(whole, variants)
    expect(changed.set).toEqual({ options: whole.set.options, variants })
    expect(changed.origins).toBe(whole.origins)
    expect(changed.product).toMatchObject({
      id: 'p',
      price: 10,
      price_range: null,
      is_available: false,
      name: 'Tea',
    })
  })

  const track = (id: string, size: string, track_inventory = true) => variant(id, size, { track_inventory })
  const of = (variants: Variant[], origins?: WholeProduct['origins']): WholeProduct => ({
    product: whole.product,
    set: { options: OPTIONS, variants },
    ...(origins && { origins }),
  })

  test('first quantities: for what is tracked from now on, and never for a stock that is there', () => {
    const before = of([track('a', 'S'), track('b', 'M', false)])
    const after = of([track('a', 'S'), track('b', 'M'), track('c', 'L'), track('d', 'XL', false)])
    const { origins } = withFirstQuantities(before, after, () => 6)
    expect(origins).toEqual(new Map(['b', 'c'].map((id) => [id, { quantity: 6 }])))
  })

  test('first quantities: a stock under another id is there', () => {
    const after = of(
      [track('n', 'S'), track('m', 'M')],
      new Map([
        ['n', { from: 'a' }],
        ['m', { from: 'b' }],
      ]),
    )
    const { origins } = withFirstQuantities(of([track('a', 'S'), track('b', 'M', false)]), after, () => 0)
    expect(origins).toEqual(
      new Map<string, object>([
        ['n', { from: 'a' }],
        ['m', { quantity: 0 }],
      ]),
    )
    expect(after.origins?.get('m')).toEqual({ from: 'b' })
  })

  test('first quantities: nothing to say changes nothing', () => {
    const after = of([track('b', 'M')])
    expect(withFirstQuantities(of([]), after, () => undefined)).toBe(after)
    expect(withFirstQuantities(of([track('b', 'M')]), after, () => 4)).toBe(after)
  })

  test('breaks of a part have the path that leads to it', () => {
    const one: RuleBreak = { path: ['name'], code: 'invalid', detail: 'is wrong' }
    const judging = () => {
      throw new InvalidFields([one])
    }
    expect(breaksAt(['variants', '2'], judging)).toEqual([{ ...one, path: ['variants', '2', 'name'] }])
    expect(breaksAt(['a'], () => 1)).toEqual([])
  })
})
