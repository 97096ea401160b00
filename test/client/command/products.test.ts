import { expect, test } from 'vitest'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../../support/shop.ts'
import { asKey, npxStorehatch, storefront } from './installed.ts'

const business = await makeBusiness()
const env = await asKey(await makeToken(business))
await makeCategory(business, { id: 'tea' })
await makeCategory(business, { id: 'mugs', name: 'Mugs' })
const sencha = await makeProduct(business, { category_id: 'tea', sku: 'SEN' })
const mug = await makeProduct(business, { category_id: 'mugs', name: 'Mug', price: 5, status: 'draft' })

test('products list is a table', async () => {
  const { code, stdout, notes } = await npxStorehatch(env, ['products', 'list'])
  expect([code, notes]).toEqual([0, []])
  expect(stdout.split('\n')).toEqual([
    'ID                                    STATUS  PRICE      CATEGORY  SKU  NAME',
    `${sencha.id}  active  12.50 EUR  tea       SEN  Sencha`,
    `${mug.id}  draft   0.05 EUR   mugs      -    Mug`,
    '',
  ])
})

test('--fields chooses the columns of a list, and its members in JSON', async () => {
  const list = async (...argv: string[]) => {
    const { code, stdout, notes } = await storefront(env, argv)
    return [code, stdout.trimEnd().split('\n'), notes]
  }
  const prices = ['PRICE      NAME', '12.50 EUR  Sencha']
  expect(await list('products', 'list', '--sku', 'SEN', '--fields', 'price,name')).toEqual([0, prices, []])
  // Here the API returns these members alone.
  const publicly = ['public', 'products', 'list', '--fields', 'price', '--fields', 'name']
  expect(await list(...publicly)).toEqual([0, prices, []])
  expect(await list(...publicly, '--json')).toEqual([0, ['{"price":1250,"name":"Sencha"}'], []])
  expect(await list('products', 'list', '--sku', 'SEN', '--fields', 'pirce, sku')).toEqual([
    0,
    ['PIRCE  SKU', '-      SEN'],
    [expect.stringMatching(/^note: nothing here has pirce; there are id, name, /)],
  ])
})

test('products list filters, and says when there are more', async () => {
  const idsOf = async (...options: string[]) => {
    const { code, stdout, notes } = await npxStorehatch(env, ['products', 'list', '--json', ...options])
    expect(code).toBe(0)
    const lines = stdout.trim().split('\n').filter(Boolean)
    return [lines.map((line) => JSON.parse(line).id), notes]
  }
  const more = 'there are more: --limit and --all show them'
  expect(await idsOf('--all')).toEqual([[sencha.id, mug.id], []])
  expect(await idsOf('--limit', '2')).toEqual([[sencha.id, mug.id], []])
  expect(await idsOf('--limit', '1')).toEqual([[sencha.id], [more]])
  expect(await idsOf('--status', 'draft')).toEqual([[mug.id], []])
  expect(await idsOf('--category', 'tea')).toEqual([[sencha.id], []])
  expect(await idsOf('--category', 'none')).toEqual([[], ['no products']])
})

test('colours are for terminals alone, and NO_COLOR wins over FORCE_COLOR', async () => {
  const headOf = async (settings: NodeJS.ProcessEnv) =>
    (await npxStorehatch({ ...env, ...settings }, ['products', 'list'])).stdout.split('ID ')[0]
  expect(await headOf({})).toBe('')
  expect(await headOf({ FORCE_COLOR: '1' })).toBe('\u001b[1m')
  expect(await headOf({ FORCE_COLOR: '1', NO_COLOR: '1' })).toBe('')
})

test('feeds shows the URL of each feed, and the missing fields', async () => {
  const { code, stdout, notes } = await npxStorehatch(env, ['feeds'])
  expect([code, notes]).toEqual([0, []])
  const [head = '', ...rows] = stdout.trim().split('\n')
  expect(head).toMatch(/^FEED +ROWS +LEFT OUT +MISSING +URL$/)
  expect(rows.map((row) => row.split(/ +/)[0])).toEqual([
    'google.xml',
    'meta.xml',
    'openai.jsonl',
    'sitemap.xml',
  ])
  const url = `${env.STOREFRONT_URL}/feeds/google.xml?business=${business.id}`
  expect(rows[0]).toMatch(/ 0 +1 +.*images: 1/)
  expect(rows[0]?.endsWith(url)).toBe(true)
  const json = await npxStorehatch(env, ['feeds', '--json'])
  const [first] = json.stdout.split('\n').map((line) => JSON.parse(line || 'null'))
  expect(first).toMatchObject({
    feed: 'google.xml',
    url,
    left_out: 1,
    data: [expect.objectContaining({ product_id: sencha.id })],
  })
})
