import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { importKey } from '../../../lib/data/table/keys.ts'
import { MAX_FILE_BYTES } from '../../../lib/domain/imports/import-job.ts'
import { runOnce } from '../../import/run/bench.ts'
import { productsOf } from '../../operator/operate.ts'
import { corruptItem, itemsIn } from '../../support/items.ts'
import { makeToken } from '../../support/shop.ts'
import { askAs, type Merchant, makeMerchant, outcome, type Told } from '../merchant.ts'

const CSV = 'sku,name,price,category\nC1,Cup,12.50,Cups\nC2,,9.00,Cups\nC3,Mug,9.00,Cups\n'
const BINARY = { 'content-type': 'application/octet-stream' }

const bytes = (text: string | Buffer) => new Uint8Array(Buffer.from(text))

let merchant: Merchant
beforeAll(async () => {
  merchant = await makeMerchant()
})

const post = (
  { ask }: Pick<Merchant, 'ask'>,
  content: string | Buffer = CSV,
  query = '',
  headers: Record<string, string> = BINARY,
): Promise<Told> => ask('POST', `/admin/imports${query}`, bytes(content), headers)

const read = ({ ask }: Pick<Merchant, 'ask'>, id: string) => ask('GET', `/admin/imports/${id}`)

/** Ends whatever is under way, so that the next test can begin. */
const cancel = ({ ask }: Pick<Merchant, 'ask'>, id: string) => ask('POST', `/admin/imports/${id}/cancel`)

test('a file is taken, carried out, and every row that was refused can be read', async () => {
  const own = await makeMerchant()
  const begun = await post(own, gzipSync(CSV), '?source=erp&map=external_id=sku')
  expect(begun.status).toBe(202)
  expect(begun.headers.get('location')).toBe(`/api/v1/admin/imports/${begun.body.id}`)
  expect(begun.body).toMatchObject({
    status: 'queued',
    parameters: { source: 'erp', map: ['external_id=sku'] },
    started_by: { kind: 'api_key', key_name: 'test' },
    finished_at: null,
  })
  await runOnce(own, begun.body.id)
  const ended = await read(own, begun.body.id)
  expect(ended.body).toMatchObject({
    status: 'partly_succeeded',
    format: 'csv',
    rows: 3,
    progress: { products: 3, products_total: 3, created: 2, refused: 1 },
    faults_total: 1,
  })
  const pathOfFaults = `/admin/imports/${begun.body.id}/faults`
  expect(outcome(await own.ask('GET', `${pathOfFaults}?cursor=x`))).toBe('400 invalid_cursor')
  const faults = await own.ask('GET', pathOfFaults)
  expect(faults.body.data).toEqual([
    {
      row: 2,
      line: 3,
      name: null,
      external_id: 'erp:C2',
      outcome: 'refused',
      reasons: ['name: is required'],
    },
  ])
  expect((await own.ask('GET', '/admin/imports')).body.data.map(({ id }) => id)).toEqual([begun.body.id])
  expect((await productsOf(own.business)).map(({ name }) => name)).toEqual(['Cup', 'Mug'])
})

test('a business has one import at a time, and a second request names it', async () => {
  const first = await post(merchant)
  const second = await post(merchant)
  expect(second.status).toBe(409)
  expect(second.body).toMatchObject({ code: 'import_running', import_id: first.body.id })
  await cancel(merchant, first.body.id)
  const third = await post(merchant)
  expect(third.status).toBe(202)
  await cancel(merchant, third.body.id)
})

test('of two at once one is taken, and a file that was refused leaves no import', async () => {
  const own = await makeMerchant()
  const both = await Promise.all([post(own), post(own)])
  expect(both.map(({ status }) => status).sort()).toEqual([202, 409])
  expect((await own.ask('GET', '/admin/imports')).body.count).toBe(1)
})

describe('a repeated call', () => {
  test('with the parameters in another order is the same', async () => {
    const headers = { ...BINARY, 'idempotency-key': randomUUID() }
    const first = await post(merchant, CSV, '?dry_run=true&stock=new', headers)
    expect((await post(merchant, CSV, '?stock=new&dry_run=true', headers)).text).toBe(first.text)
    await cancel(merchant, first.body.id)
  })

  test('with the options of products in another order is another one', async () => {
    const headers = { ...BINARY, 'idempotency-key': randomUUID() }
    const maps = (first: string, second: string) =>
      `?map=option:${first}=size&dry_run=true&group_by=name&map=option:${second}=colour`
    const { body } = await post(merchant, CSV, maps('Size', 'Colour'), headers)
    expect((await post(merchant, CSV, maps('Colour', 'Size'), headers)).body.code).toBe(
      'idempotency_key_reused',
    )
    await cancel(merchant, body.id)
  })

  test('with the same bytes and the same query has the response of the first', async () => {
    const headers = { ...BINARY, 'idempotency-key': randomUUID() }
    const first = await post(merchant, CSV, '?dry_run=true', headers)
    const again = await post(merchant, CSV, '?dry_run=true', headers)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.text).toBe(first.text)
    await cancel(merchant, first.body.id)
  })

  test.each([
    ['other bytes', `${CSV}\n`, '?dry_run=true'],
    ['another query', CSV, '?dry_run=false'],
  ])('with %s is a mistake', async (_, content, query) => {
    const headers = { ...BINARY, 'idempotency-key': randomUUID() }
    const { body } = await post(merchant, CSV, '?dry_run=true', headers)
    expect((await post(merchant, content, query, headers)).body.code).toBe('idempotency_key_reused')
    await cancel(merchant, body.id)
  })
})

test.each(['application/octet-stream', 'application/gzip', 'application/x-ndjson'])(
  '%s arrives byte for byte',
  async (type) => {
    const content = gzipSync(CSV)
    const { status, body } = await post(merchant, content, '?dry_run=true', { 'content-type': type })
    expect({ status, bytes: body.bytes }).toEqual({ status: 202, bytes: content.length })
    await cancel(merchant, body.id)
  },
)

test.each(['text/csv', 'text/csv; charset=utf-8', 'application/json'])(
  '%s is taken as UTF-8',
  async (type) => {
    const { status, body } = await post(merchant, CSV, '?dry_run=true', { 'content-type': type })
    expect(status).toBe(202)
    await cancel(merchant, body.id)
  },
)

test.each<[string, Buffer | string, Record<string, string>]>([
  ['a text that is not UTF-8', Buffer.from('sku,name\nC1,Tassé\n', 'latin1'), { 'content-type': 'text/csv' }],
  ['a compressed text', gzipSync(CSV), { 'content-type': 'text/csv' }],
  ['a text said to be compressed', CSV, { 'content-type': 'text/csv', 'content-encoding': 'gzip' }],
  ['a form', CSV, { 'content-type': 'multipart/form-data; boundary=x' }],
  ['a body without a type', CSV, { 'content-type': '' }],
])('%s is refused', async (_, content, headers) => {
  expect((await post(merchant, content, '', headers)).body.code).toBe('unsupported_media_type')
})

test('a file of the largest size is stored whole, and one byte more is refused', async () => {
  const own = await makeMerchant()
  const largest = Buffer.alloc(MAX_FILE_BYTES, 'a')
  const { status, body } = await post(own, largest)
  expect({ status, bytes: body.bytes }).toEqual({ status: 202, bytes: MAX_FILE_BYTES })
  const parts = (await itemsIn(importKey(own.business.id, '').pk)).filter(
    ({ type }) => type === 'import_file',
  )
  expect(parts).toHaveLength(12)
  await cancel(own, body.id)
  expect((await post(own, Buffer.concat([largest, Buffer.from('a')]))).body.code).toBe('body_too_large')
})

test.each([
  ['?format=xml', 'format'],
  ['?encoding=klingon', 'encoding'],
  ['?source=a%20b', 'source'],
  ['?stock=all', 'stock'],
  ['?on_missing=delete', 'on_missing'],
  ['?part=true&on_missing=archive', 'on_missing'],
  ['?colour=red', 'colour'],
])('%s names the parameter that is wrong', async (query, parameter) => {
  const { status, body } = await post(merchant, CSV, query)
  expect(status).toBe(400)
  expect(body.errors).toMatchObject([{ parameter }])
})

test.each([
  [['products:write'], '', 'categories:write'],
  [['products:write', 'categories:write'], '?stock=set', 'inventory:write'],
  [['products:read'], '', 'products:write'],
])('the refusal of a key with %j%s names the missing scope', async (scopes, query, missing) => {
  const token = await makeToken(merchant.business, { scopes })
  const ask: Merchant['ask'] = (...sent) => askAs(token, ...sent)
  const { status, body } = await post({ ask }, CSV, query)
  expect({ status, scope: body.required_scope }).toEqual({ status: 403, scope: missing })
})

test('an import that was left alone is sent to the queue again when it is read', async () => {
  const own = await makeMerchant()
  const { body } = await post(own)
  // The message itself is counted in test/data/imports/upkeep.test.ts; here the role of the function has to allow it.
  await corruptItem(importKey(own.business.id, body.id), { lease_until: Date.now() - 120_000 })
  expect((await read(own, body.id)).body.status).toBe('queued')
  expect((await post(own)).body.code).toBe('import_running')
})

test('an import of another business does not exist', async () => {
  const other = await makeMerchant()
  const { body } = await post(other)
  for (const path of ['', '/faults'])
    expect((await merchant.ask('GET', `/admin/imports/${body.id}${path}`)).body.code).toBe('import_not_found')
  expect((await cancel(merchant, body.id)).body.code).toBe('import_not_found')
  expect((await read(other, body.id)).body.status).toBe('queued')
})

test.each(['imp_1', randomUUID(), `imp_${randomUUID()}`])('%s is no import', async (id) => {
  expect((await read(merchant, id)).body.code).toBe('import_not_found')
})
