import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { adjustStock } from '../../../lib/data/inventory/adjust.ts'
import { listProducts } from '../../../lib/data/products/product-lists.ts'
import { deleteProduct } from '../../../lib/data/products/products.ts'
import * as keys from '../../../lib/data/table/keys.ts'
import type * as readsModule from '../../../lib/data/table/patient-reads.ts'
import { create, type Merchant } from '../../admin/merchant.ts'
import { makeShirt, makeSizes, pathOf, shirts } from '../../admin/variants/shirts.ts'
import { corruptItem, removeItem } from '../../support/items.ts'
import { makeBusiness } from '../../support/shop.ts'
import { exported, makeFile, operate, operateUntilStopped, run } from '../operate.ts'
import { makeStockedShop, type StockedShop, stockOf } from '../upkeep/stocked-shop.ts'
import { makeRichShop } from './rich-shop.ts'

/** Somebody else, who is heard between the products and what lies beside them. */
let beforeReads: (() => Promise<unknown>) | undefined

vi.mock('../../../lib/data/table/patient-reads.ts', async (original) => {
  const real = await original<typeof readsModule>()
  return {
    ...real,
    async readItems(...args: Parameters<typeof real.readItems>) {
      const act = beforeReads
      beforeReads = undefined
      await act?.()
      return real.readItems(...args)
    },
  }
})
beforeEach(() => {
  beforeReads = undefined
})

let rich: Merchant & { products: number }
beforeAll(async () => {
  rich = await makeRichShop()
})

describe('a shop with one of everything', () => {
  test('is written completely, one product on each line, sorted by slug', async () => {
    const { code, lines, notes, output, stdout } = await exported(rich.business)
    expect([code, stdout]).toEqual([0, ''])
    expect(notes).toEqual([
      `${rich.products} products of ${rich.business.slug}, 3 with options, in ${output}`,
    ])
    const slugs = lines.map(({ slug }) => slug)
    expect(slugs).toEqual([...slugs].sort())
    expect(lines).toHaveLength(rich.products)
    expect(lines.find(({ sku }) => sku === '007')).toEqual({
      slug: 'grosse-m-b-sohne-b',
      external_id: 'erp:1~2',
      name: 'Größe „M“ \u2028 & <b>Söhne</b>',
      description: 'Two\nparagraphs,\n\nand "quotes"; =cmd|calc',
      category: 'First & best',
      category_id: 'first',
      additional_categories: [],
      status: 'draft',
      position: 0,
      tags: ['a', 'b,c', 'd|e'],
      images: [
        { url: 'https://images.example/front.jpg', alt: 'The front', width: 800, height: 600 },
        { url: 'https://images.example/back.jpg', alt: '' },
      ],
      metadata: { zeta: 'last', alpha: '1', '10': 'ten', '9': 'nine' },
      currency: rich.business.currency,
      sku: '007',
      price: 1990,
      compare_at_price: 2490,
      cost: 0,
      track_inventory: false,
      is_available: false,
      allow_backorder: false,
      low_stock_at: null,
    })
    expect(lines.find(({ sku }) => sku === 'STILL')).toMatchObject({ quantity: -3, allow_backorder: false })
    expect(lines.find(({ slug }) => slug === 'a-shirt')?.variants).toMatchObject([
      { option_values: { Size: 'M' }, price: 1200, image: { alt: 'M' }, is_available: true },
      { option_values: { Size: 'XL' }, quantity: -3, allow_backorder: true },
      { option_values: { Size: 'S' }, quantity: 4, low_stock_at: 2 },
      { option_values: { Size: 'L' }, is_enabled: false, is_available: false },
    ])
  })

  test('moves into an empty business: an export of that has equal lines', async () => {
    const { text, output } = await exported(rich.business)
    const other = await makeBusiness({ currency: rich.business.currency })
    const imported = await operate('import', output, '--business', other.id)
    expect(imported).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        `${rich.products} rows: ${rich.products} created, 0 updated, 0 unchanged, 0 refused; 4 categories created: `,
      ),
    })
    expect((await exported(other)).text).toBe(text)
  })

  test('imported where it comes from it changes nothing, whatever becomes of stock', async () => {
    const { output } = await exported(rich.business)
    for (const stock of ['new', 'set', 'ignore']) {
      const { stdout } = await operate('import', output, '--business', rich.business.id, '--stock', stock)
      expect(stdout).toContain(`0 created, 0 updated, ${rich.products} unchanged, 0 refused`)
    }
  })

  test('is written to stdout by the program, and nothing else is', async () => {
    const { text } = await exported(rich.business)
    const { code, stdout, notes } = await run(['export', '--business', rich.business.slug])
    expect([code, stdout]).toEqual([0, text])
    expect(notes).toEqual([`${rich.products} products of ${rich.business.slug}, 3 with options`])
  })

  test('can be written in part', async () => {
    const active = await exported(rich.business, '--status', 'active')
    expect(active.lines.map(({ slug }) => slug)).toEqual(['a-shirt', 'found-twice', 'many'])
    const first = await exported(rich.business, '--category', 'first', '--status', 'draft')
    expect(new Set(first.lines.map(({ category_id, status }) => `${category_id} ${status}`))).toEqual(
      new Set(['first draft']),
    )
  })

  test('says as JSON how much it was', async () => {
    const { stdout } = await exported(rich.business, '--json')
    expect(JSON.parse(stdout)).toEqual({ products: rich.products, with_options: 3, unreadable: [] })
  })
})

describe('what cannot be', () => {
  test('a business without products is an empty file', async () => {
    const business = await makeBusiness()
    const { code, text, notes } = await exported(business)
    expect([code, text]).toEqual([0, ''])
    expect(notes[0]).toContain(`0 products of ${business.slug}`)
  })

  test('is said in one line', async () => {
    const { id, slug } = await makeBusiness()
    const said = async (...options: string[]) => {
      const { code, notes, stdout } = await operate('export', '--business', ...options)
      expect([code, stdout]).toEqual([1, ''])
      return notes.join('\n')
    }
    expect(await said('nobody-here')).toBe('error: there is no business "nobody-here"')
    expect(await said(id, '--category', 'none')).toBe(
      `error: ${slug} has no category "none"; --category takes its id`,
    )
    expect(await said(id, '--json')).toBe('error: --json needs --output: the products go to stdout')
    const folder = dirname(await makeFile('x', ''))
    expect(await said(id, '--output', folder)).toBe(`error: ${folder}: this is a folder`)
    expect(await said(id, '--output', `${folder}/no/x`)).toBe(`error: ${folder}/no/x: no such file or folder`)
    expect(await readdir(folder)).toEqual(['x'])
    expect(await readdir(dirname(folder))).not.toContain(`${basename(folder)}.unfinished`)
  })

  test('a file that is there stays as it is until the new one is complete', async () => {
    const { business } = rich
    const output = await makeFile('out.jsonl', 'before')
    const stopped = await operateUntilStopped('export', '--business', business.id, '--output', output)
    expect([stopped.code, stopped.notes]).toEqual([130, ['stopped; nothing was written']])
    expect(await readFile(output, 'utf8')).toBe('before')
    await writeFile(`${output}.unfinished`, 'of somebody else')
    await operate('export', '--business', business.id, '--output', output)
    expect((await readFile(output, 'utf8')).split('\n')).toHaveLength(12)
    expect((await readdir(dirname(output))).sort()).toEqual(['out.jsonl', 'out.jsonl.unfinished'])
    expect(await readFile(`${output}.unfinished`, 'utf8')).toBe('of somebody else')
  })
})

describe('meanwhile', () => {
  let shop: StockedShop
  beforeEach(async () => {
    shop = await makeStockedShop()
  })
  const line = async (id: string) => {
    const { items } = await listProducts(
      shop.business.id,
      { reverse: false },
      { after: undefined, limit: 200 },
    )
    const { code, lines } = await exported(shop.business)
    expect(code).toBe(0)
    const slug = items.find((one) => one.id === id)?.slug
    return lines.find((one) => one.slug === slug)
  }

  test('variants are replaced: the product is written as it is then', async () => {
    beforeReads = () =>
      shop.ask('PUT', pathOf(shop.shirt), {
        options: [{ name: 'Cut', values: ['slim'] }],
        variants: [{ option_values: { Cut: 'slim' }, price: 9 }],
      })
    expect(await line(shop.shirt)).toMatchObject({ variants: [{ option_values: { Cut: 'slim' }, price: 9 }] })
  })

  test('a product gets options, or loses them: it is whole', async () => {
    beforeReads = async () => {
      await shop.ask('PUT', pathOf(shop.shirt), { options: [], variants: [{ price: 4 }] })
      await shop.ask('PUT', pathOf(shop.untracked), {
        options: [{ name: 'Cut', values: ['slim'] }],
        variants: [{ option_values: { Cut: 'slim' }, price: 9 }],
      })
    }
    const { lines } = await exported(shop.business)
    for (const { variants, price } of lines) expect(variants === undefined).toBe(price !== undefined)
  })

  test('a variant is tracked: there is a quantity of it', async () => {
    beforeReads = () =>
      shop.ask('PATCH', pathOf(shop.shirt), { variants: [{ id: `${shop.shirt}-4`, track_inventory: true }] })
    const { variants = [] } = (await line(shop.shirt)) ?? {}
    for (const { track_inventory, quantity } of variants)
      expect(typeof quantity).toBe(track_inventory ? 'number' : 'undefined')
  })

  test('something is sold', async () => {
    const change = { index: 0, variantId: shop.plain, productId: shop.plain, delta: -3 }
    beforeReads = () => adjustStock(shop.business.id, { reason: 'sale', reference: null, changes: [change] })
    expect(await line(shop.plain)).toMatchObject({ quantity: 0 })
  })

  test('a product is deleted: it is left out, or was still there', async () => {
    beforeReads = () => deleteProduct(shop.business.id, shop.shirt)
    const { code, lines } = await exported(shop.business)
    expect([code, lines.length]).toEqual([0, 3])
  })
})

test('what cannot be read is left out and named, with an exit code of its own', async () => {
  const shop = await makeStockedShop()
  const { id } = shop.business
  const other = (await makeSizes(shop, shirts([]), { name: 'Other' })).product.id
  const late = (await makeShirt(shop, { name: 'Late', track_inventory: true })).id
  await corruptItem(keys.productKey(id, shop.plain), { images: undefined })
  await corruptItem(keys.variantSheetKey(id, shop.shirt), { options: 'none' })
  await removeItem(keys.variantSheetKey(id, other))
  await removeItem(stockOf(shop, late))
  const { code, lines, notes, output } = await exported(shop.business)
  expect(code).toBe(3)
  expect(lines).toHaveLength(2)
  const named = [shop.plain, shop.shirt, other, late].map(
    (productId) => `left out: "BIZ#${id}" "PRODUCT#${productId}" cannot be read; verify says why`,
  )
  expect(notes).toEqual([
    ...named.sort(),
    `2 products of ${shop.business.slug}, 0 with options, in ${output}`,
  ])
})

test('the name of a category that is changed is written as it is', async () => {
  const shop = await makeStockedShop()
  await create(shop, '/admin/categories', { id: 'empty', name: 'Empty' })
  await shop.ask('PATCH', '/admin/categories/tea', { name: 'Fine tea' })
  const { lines } = await exported(shop.business)
  expect(new Set(lines.map(({ category }) => category))).toEqual(new Set(['Fine tea']))
})
