import { describe, expect, test } from 'vitest'
import { fileName } from '../../clients/console/src/rules/files/file-name.ts'
import {
  importQuery,
  lackedForExport,
  lackedForImport,
  USUAL,
} from '../../clients/console/src/rules/files/import-choice.ts'
import {
  countsLine,
  hasKeptRows,
  priceReadings,
  progressWords,
  statusWords,
  toDo,
} from '../../clients/console/src/rules/files/import-words.ts'
import { keptWords, MOST_KEPT, refusedCsv } from '../../clients/console/src/rules/files/refused-csv.ts'
import { faultOfSize } from '../../clients/console/src/rules/files/upload.ts'
import {
  type ImportFault,
  type ImportJob,
  MOST_SENT_BYTES,
  MOST_UNPACKED_BYTES,
} from '../../clients/typescript/src/imports.ts'
import { nextOf } from '../../clients/typescript/src/next-of.ts'
import { MAX_KEPT_FAULTS } from '../../lib/domain/imports/import-job.ts'
import { euros } from './table.ts'

const fault = (more: Partial<ImportFault> = {}): ImportFault => ({
  row: 1,
  line: 2,
  name: 'Mug',
  external_id: 'erp:mug',
  outcome: 'refused',
  reasons: ['name: is required'],
  ...more,
})

const PROGRESS = {
  products: 0,
  products_total: null,
  created: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
  left_out: 0,
}

const job = ({ progress, ...more }: Partial<ImportJob> = {}): ImportJob => ({
  id: 'imp_1',
  status: 'succeeded',
  reason: null,
  detail: null,
  dry_run: false,
  parameters: {},
  bytes: 1,
  sha256: '',
  format: null,
  rows: null,
  progress: { ...PROGRESS, ...progress },
  faults_total: 0,
  notices: [],
  started_by: { kind: 'api_key', key_id: '', key_name: null },
  created_at: '2026-11-20T00:00:00.000Z',
  updated_at: '',
  finished_at: null,
  ...more,
})

describe('the CSV of refused rows', () => {
  test('has a byte order mark, lines that end as spreadsheets end them, and every column', () => {
    expect(refusedCsv([fault({ reasons: ['name: is required', 'price: must be more'] })])).toBe(
      '\uFEFFrow,line,name,external_id,outcome,reasons\r\n' +
        '1,2,Mug,erp:mug,refused,name: is required; price: must be more\r\n',
    )
  })

  test.for(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('runs nothing: %j', (name) => {
    const [, line = ''] = refusedCsv([fault({ name, external_id: null, reasons: [name] })]).split('\r\n')
    const cell = name.startsWith('\r') ? `"'${name}"` : `'${name}`
    expect(line).toBe(`1,2,${cell},,refused,${cell}`)
  })

  test('keeps commas, quotes and line breaks in their cells', () => {
    expect(refusedCsv([fault({ line: null, name: 'A "big"\nmug, red', external_id: null })])).toContain(
      '\r\n1,,"A ""big""\nmug, red",,refused,',
    )
  })

  test('says that only the first rows are kept, where there are more', () => {
    expect(MOST_KEPT).toBe(MAX_KEPT_FAULTS)
    expect(keptWords(10_000)).toBe('')
    expect(keptWords(12_345)).toBe(' (the first 10,000 of 12,345)')
  })
})

describe('a file', () => {
  test('that cannot be imported is refused before anything is sent', () => {
    expect(faultOfSize('a.csv', 0, false)).toBe('“a.csv” is empty.')
    expect(faultOfSize('a.csv', MOST_UNPACKED_BYTES, false)).toBeUndefined()
    expect(faultOfSize('a.csv', MOST_UNPACKED_BYTES + 1, false)).toContain('“a.csv” is too large')
    expect(faultOfSize('a.gz', MOST_SENT_BYTES, true)).toBeUndefined()
    const tooLarge = faultOfSize('a.gz', MOST_SENT_BYTES + 1, true)
    expect(tooLarge).toContain(`${MOST_UNPACKED_BYTES / 1024 ** 2} MB`)
    expect(tooLarge).toContain(`${(MOST_SENT_BYTES / 1024).toLocaleString('en-US')} KB`)
  })

  test('is named after the shop and the day', () => {
    expect(fileName('acme', 'products', 'csv', new Date(2026, 10, 9))).toBe('acme-products-2026-11-09.csv')
  })
})

describe('the parameters of an import', () => {
  test('that were not chosen are not sent', () => {
    expect(importQuery(USUAL, false)).toEqual({})
    expect(importQuery({ prices: 'minor', stock: 'set', status: 'draft', source: ' erp ' }, true)).toEqual({
      prices: 'minor',
      stock: 'set',
      status: 'draft',
      source: 'erp',
      dry_run: true,
    })
  })

  test('name the scopes that a key does not have', () => {
    expect(lackedForImport(['products:write'])).toEqual(['categories:write'])
    expect(lackedForImport(['products:write', 'categories:write'])).toEqual([])
    expect(lackedForExport(['products:write', 'inventory:write'])).toEqual([])
    expect(lackedForExport(['products:read'])).toEqual(['inventory:read'])
  })
})

describe('an import in words', () => {
  test('says what a dry run would do, and what an import has done', () => {
    const progress = { ...PROGRESS, products: 3, products_total: 3, created: 2, refused: 1 }
    expect(statusWords(job({ dry_run: true }))).toBe('Checked')
    expect(countsLine(job({ dry_run: true, progress }))).toBe('2 to create, 1 refused')
    expect(countsLine(job({ progress }))).toBe('2 created, 1 refused')
    // A status of a newer version.
    expect(statusWords(job({ status: 'resting' }))).toBe('resting')
  })

  test('says how far it is', () => {
    expect(progressWords(job({ status: 'running', rows: 1200 }))).toBe('1,200 rows read')
    const progress = { ...PROGRESS, products: 40, products_total: 1200 }
    expect(progressWords(job({ status: 'running', progress }))).toBe('40 of 1,200 products')
  })

  test('says what to do when it failed, also for a reason of a newer version', () => {
    expect(toDo(job())).toBe('')
    expect(toDo(job({ status: 'failed', reason: 'unreadable' }))).toContain('check it again')
    expect(toDo(job({ status: 'failed', reason: 'moonlight' }))).toContain('check it again')
    expect(toDo(job({ status: 'cancelled' }))).toContain('stays')
  })

  test('shows a price in both readings of the currency', () => {
    expect(priceReadings(euros)).toEqual([
      ['decimal', '80 means 80.00 EUR'],
      ['minor', '80 means 0.80 EUR'],
    ])
  })

  test('offers refused rows for the 7 days for which they are kept', () => {
    const refused = job({ faults_total: 1 })
    const begun = Date.parse(refused.created_at)
    expect(hasKeptRows(refused, begun + 6.9 * 86_400_000)).toBe(true)
    expect(hasKeptRows(refused, begun + 7.1 * 86_400_000)).toBe(false)
    expect(hasKeptRows(job(), begun)).toBe(false)
  })
})

test('the next page is that of the link, and the last page has none', () => {
  expect(nextOf('<?format=csv&cursor=a%2Bb>; rel="next"')).toBe('?format=csv&cursor=a%2Bb')
  expect(nextOf('</api/v1/x?cursor=c>; rel=next')).toBe('?cursor=c')
  expect(nextOf('<?a=1>; rel="prev"')).toBeUndefined()
  expect(nextOf(null)).toBeUndefined()
})
