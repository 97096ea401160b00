import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { undo } from '../../clients/console/src/state/editing.ts'
import {
  exportFormat,
  exportProducts,
  refusedFile,
  stopExport,
} from '../../clients/console/src/state/files/exporting.ts'
import {
  begun,
  choice,
  exported,
  imports,
  isAway,
  isChecked,
  isSending,
  job,
  refusedRows,
  upload,
  uploadFault,
} from '../../clients/console/src/state/files/files.ts'
import { cancel, lookAround } from '../../clients/console/src/state/files/following.ts'
import { check, chooseFile, importChecked } from '../../clients/console/src/state/files/uploading.ts'
import { readShopAgain } from '../../clients/console/src/state/reading-again.ts'
import { readShop } from '../../clients/console/src/state/reading-shop.ts'
import {
  edits,
  isOutdated,
  keyFault,
  loading,
  order,
  rows,
  session,
  shown,
  trouble,
} from '../../clients/console/src/state/store.ts'
import type { Business } from '../../lib/domain/business.ts'
import { carryOutNewest } from '../support/imports.ts'
import { call, makeBusiness, makeCategory, makeProduct, makeToken } from '../support/shop.ts'
import { asked, makeTeas } from './asked.ts'
import { openTab, type } from './tab.ts'

const CSV = 'external_id,name,price,category\nmug-1,Mug,12.00,Cups\nmug-2,,12.00,Cups\n=1+1,,3.50,Cups\n'

let shop: Business
let token: string
beforeEach(async () => {
  shop = await makeBusiness()
  token = await makeToken(shop)
  choice.value = { prices: '', stock: '', status: '', source: '' }
})

const file = (text: string | Uint8Array<ArrayBuffer> = CSV, name = 'products.csv') => new File([text], name)

type Tab = Parameters<typeof openTab>[1]

/** The console, in which an import is carried out while it is followed. */
const openImporting = (more: Tab = {}) => openTab(shop, { token, wait: () => carryOutNewest(shop), ...more })

/** A tab whose requests are noted, and fail while `isDown` says so. */
function watched() {
  const sent: { method: string; path: string; key: string | null; body: Uint8Array }[] = []
  const tab = {
    sent,
    isDown: (_: Request, __: 'before' | 'after'): boolean => false,
    async fetch(request: Request) {
      const { pathname, search } = new URL(request.url)
      const body = new Uint8Array(await request.clone().arrayBuffer())
      const path = pathname.replace('/api/v1/admin', '') + search
      sent.push({ method: request.method, path, key: request.headers.get('idempotency-key'), body })
      if (tab.isDown(request, 'before')) throw new TypeError('Failed to fetch')
      const response = await fetch(request)
      if (tab.isDown(request, 'after')) throw new TypeError('Failed to fetch')
      return response
    },
  }
  return tab
}

const importsOf = async () => (await asked(token, 'GET', '/admin/imports')).data.length

test('a file is checked, and then imported with the same bytes; the shop is read again', async () => {
  const tab = watched()
  await openImporting({ fetch: tab.fetch })
  await chooseFile([file()])
  expect(job.value).toMatchObject({ dry_run: true, status: 'partly_succeeded', progress: { created: 1 } })
  expect(refusedRows.value.map(({ row }) => row)).toEqual([2, 3])
  expect(isChecked.value).toBe(true)
  expect(order.value).toEqual([])
  await importChecked()
  expect(job.value).toMatchObject({ dry_run: false, progress: { created: 1, refused: 2 } })
  await expect.poll(() => loading.value === 'no' && rows.value.size).toBe(1)
  expect(shown.value.map(({ values }) => [values.name, values.price])).toEqual([['Mug', 1200]])
  expect(session.value?.shop.categories.size).toBe(1)
  const [first, second] = tab.sent.filter(({ method }) => method === 'POST')
  expect(first?.path).toBe('/imports?dry_run=true')
  expect(second?.path).toBe('/imports')
  expect(second?.body).toEqual(first?.body)
  expect(gunzipSync(first?.body ?? '').toString()).toBe(CSV)
  expect(second?.key).not.toBe(first?.key)
  expect(imports.value?.map(({ dry_run }) => dry_run)).toEqual([false, true])
})

test('all refused rows are a file for spreadsheets', async () => {
  await openImporting()
  await chooseFile([file()])
  const saved = job.value && (await refusedFile(job.value))
  expect(saved?.name).toMatch(new RegExp(`^${shop.slug}-refused-\\d{4}-\\d\\d-\\d\\d\\.csv$`))
  const lines = new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(await saved?.content.arrayBuffer())
    .split('\r\n')
  expect(lines).toEqual([
    '\uFEFFrow,line,name,external_id,outcome,reasons',
    expect.stringMatching(/^2,3,,mug-2,refused,/),
    expect.stringMatching(/^3,4,,'=1\+1,refused,/),
    '',
  ])
})

test('a compressed file is sent as it is, and a file that is not a catalogue fails with a reason', async () => {
  const tab = watched()
  await openImporting({ fetch: tab.fetch })
  const packed = new Uint8Array(gzipSync(CSV))
  await chooseFile([file(packed)])
  expect(tab.sent.find(({ method }) => method === 'POST')?.body).toEqual(packed)
  await chooseFile([file('')])
  expect(uploadFault.value).toBe('“products.csv” is empty.')
  expect([upload.value, job.value]).toEqual([undefined, undefined])
  expect(tab.sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
  await chooseFile([file(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), 'products.xlsx')])
  expect(job.value).toMatchObject({ status: 'failed', reason: 'unreadable' })
  expect(job.value?.detail).toContain('CSV')
  expect(isChecked.value).toBe(false)
})

test('a file with prices in doubt is checked again with what somebody chooses', async () => {
  await openImporting()
  await chooseFile([file('external_id,name,price,category\na,Mug,80,Cups\n')])
  expect(job.value).toMatchObject({ status: 'failed', reason: 'prices_unclear' })
  choice.value = { ...choice.value, prices: 'minor' }
  await check()
  expect(isChecked.value).toBe(true)
  // With another choice it is not what was checked.
  choice.value = { ...choice.value, status: 'draft' }
  expect(isChecked.value).toBe(false)
  await importChecked()
  expect(await importsOf()).toBe(2)
  choice.value = { ...choice.value, status: '' }
  await importChecked()
  expect(job.value).toMatchObject({ dry_run: false, parameters: { prices: 'minor' } })
})

test('two clicks at once begin one import, and a second file waits', async () => {
  const tab = watched()
  await openImporting({ fetch: tab.fetch })
  await chooseFile([file()])
  const both = [importChecked(), importChecked()]
  expect(isSending.value).toBe(true)
  await chooseFile([file('x', 'other.csv')])
  expect(uploadFault.value).toContain('Choose “other.csv” again')
  expect(upload.value?.name).toBe('products.csv')
  await Promise.all(both)
  expect(tab.sent.filter(({ method }) => method === 'POST')).toHaveLength(2)
  expect(await importsOf()).toBe(2)
})

test('a request whose response is lost begins one import', async () => {
  const tab = watched()
  await openImporting({ fetch: tab.fetch })
  await chooseFile([file()])
  tab.isDown = ({ method }, when) => method === 'POST' && when === 'after'
  await importChecked()
  expect(trouble.value).toContain('No connection')
  expect(job.value).toMatchObject({ dry_run: true })
  tab.isDown = () => false
  await importChecked()
  expect(job.value).toMatchObject({ dry_run: false, progress: { created: 1 } })
  expect(await importsOf()).toBe(2)
})

test('under another key nobody knows whether it began: the file is checked again', async () => {
  const tab = watched()
  await openImporting({ fetch: tab.fetch })
  await chooseFile([file()])
  tab.isDown = ({ method }) => method === 'POST'
  await importChecked()
  await openImporting({ token: await makeToken(shop) })
  expect(isChecked.value).toBe(false)
  await check()
  expect(isChecked.value).toBe(true)
})

test('while the connection is away the import is still followed', async () => {
  const tab = watched()
  let looks = 0
  const seen: boolean[] = []
  await openImporting({
    fetch: tab.fetch,
    async wait() {
      looks++
      seen.push(isAway.value)
      if (looks === 20) await carryOutNewest(shop)
    },
  })
  tab.isDown = ({ url }) => /imp_/.test(url) && looks < 20
  await chooseFile([file()])
  expect(seen).toContain(true)
  expect(isAway.value).toBe(false)
  expect(isChecked.value).toBe(true)
})

test('an import of somebody else is in the way, and is shown', async () => {
  const other = await call('/admin/imports?dry_run=true', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: CSV,
  })
  const { id } = JSON.parse(await other.text())
  const said: string[] = []
  await openImporting({
    async wait() {
      said.push(uploadFault.value)
      await carryOutNewest(shop)
    },
  })
  await chooseFile([file()])
  expect(said.join()).toContain('import')
  expect(job.value).toMatchObject({ id, status: 'partly_succeeded' })
  expect([uploadFault.value, isChecked.value, upload.value?.name]).toEqual(['', false, 'products.csv'])
  await check()
  expect(isChecked.value).toBe(true)
})

test('an import from before a reload is followed, and can be cancelled', async () => {
  await call('/admin/imports', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: CSV,
  })
  await openImporting({
    async wait() {
      await cancel()
      await carryOutNewest(shop)
    },
  })
  await lookAround()
  expect(job.value).toMatchObject({ status: 'cancelled' })
  expect(imports.value).toHaveLength(1)
})

test('of a business nothing is shown once another one is open', async () => {
  const other = await makeBusiness()
  let isSwitched = false
  await openImporting({
    async fetch(request) {
      const response = await fetch(request)
      if (request.url.includes('/imp_') && !isSwitched) {
        isSwitched = true
        await openTab(other)
      }
      return response
    },
  })
  await chooseFile([file()])
  expect(isSwitched).toBe(true)
  expect([job.value, upload.value, begun.value, imports.value]).toEqual(Array(4).fill(undefined))
  expect([isSending.value, uploadFault.value, trouble.value]).toEqual([false, '', ''])
  expect(session.value?.business.id).toBe(other.id)
})

test('a late error of a business that is left leads nowhere', async () => {
  const other = await makeBusiness()
  await openImporting({
    async fetch(request) {
      if (request.method !== 'POST') return fetch(request)
      await openTab(other)
      return new Response('{}', { status: 400 })
    },
  })
  await chooseFile([file()])
  expect(session.value?.business.id).toBe(other.id)
  expect([keyFault.value, uploadFault.value, isSending.value]).toEqual(['', '', false])
})

test('a late error of a key that was replaced leads nowhere', async () => {
  const second = await makeToken(shop)
  await openImporting({
    async fetch(request) {
      if (request.method !== 'POST') return fetch(request)
      await openTab(shop, { token: second })
      return new Response('{}', { status: 401 })
    },
  })
  await chooseFile([file()])
  expect(session.value).toBeDefined()
  expect(isSending.value).toBe(false)
})

test('a shop that is being read when an import ends is read from its beginning', async () => {
  const held = Promise.withResolvers<void>()
  let isHeld = false
  await openImporting({
    async fetch(request) {
      const response = await fetch(request)
      if (isHeld && request.url.includes('/admin/products?')) {
        isHeld = false
        await held.promise
      }
      return response
    },
  })
  await chooseFile([file()])
  isHeld = true
  const reading = readShop()
  await importChecked()
  held.resolve()
  await reading
  await expect.poll(() => loading.value).toBe('no')
  expect(shown.value.map(({ values }) => values.name)).toEqual(['Mug'])
})

test('under a new key the import is followed on, and the file is still there', async () => {
  const second = await makeToken(shop)
  let isRevoked = false
  const fetchAs = (request: Request) => {
    const headers = new Headers(request.headers)
    if (isRevoked) headers.set('authorization', 'Bearer revoked')
    return fetch(new Request(request, { headers }))
  }
  await openImporting({
    fetch: fetchAs,
    async wait() {
      isRevoked = true
    },
  })
  await chooseFile([file()])
  expect(session.value).toBeUndefined()
  expect(upload.value?.name).toBe('products.csv')
  await openImporting({ token: second })
  await expect.poll(() => isChecked.value).toBe(true)
})

test('rows stay where they are while there are edits, and are read again when somebody wants it', async () => {
  await makeCategory(shop, { id: 'cups', name: 'Cups' })
  const { id } = await makeProduct(shop, { category_id: 'cups', name: 'Sencha' })
  await openImporting()
  await chooseFile([file()])
  type([id, 'price', '9'])
  await importChecked()
  expect(isOutdated.value).toBe(true)
  expect(order.value).toEqual([id])
  await readShopAgain()
  expect(order.value).toEqual([id])
  undo()
  await readShopAgain()
  expect(isOutdated.value).toBe(false)
  expect(order.value).toHaveLength(2)
  expect(edits.value.size).toBe(0)
})

test('an export is every page, byte for byte, and nothing when it is stopped', async () => {
  await makeCategory(shop, { id: 'tea' })
  await makeTeas(token, 201)
  await openTab(shop, { token })
  exportFormat.value = 'jsonl'
  const saved = await exportProducts()
  expect(saved?.name).toMatch(/-products-.*\.jsonl$/)
  const lines = (await saved?.content.text())?.trim().split('\n') ?? []
  expect(lines).toHaveLength(201)
  const headers = { authorization: `Bearer ${token}` }
  const whole = await (await call('/admin/export?limit=200', { headers })).text()
  expect(lines.slice(0, 200)).toEqual(whole.trim().split('\n'))
  const stopped = exportProducts()
  expect(await exportProducts()).toBeUndefined()
  stopExport()
  expect(await stopped).toBeUndefined()
  expect(exported.value).toBeUndefined()
})
