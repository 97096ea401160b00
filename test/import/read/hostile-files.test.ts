import { expect, onTestFinished, test } from 'vitest'
import { openImportDatabase } from '../../../lib/import/import-database.ts'
import { planFile, readFile } from '../../../lib/import/plan-file.ts'
import type { Watch } from '../../../lib/import/read/source-file.ts'
import type { PlannedRow } from '../../../lib/import/row.ts'
import { rulesOf } from '../../../lib/import/run/run-rules.ts'

interface Limits extends Watch {
  mostScratchBytes?: number
  map?: string[]
}

const SHOP = { currency: 'EUR', timezone: 'UTC', now: new Date() }

/** The products that an import over the API plans from a file. */
async function planned(file: Iterable<string>, limits: Limits = {}): Promise<PlannedRow[]> {
  const { mostScratchBytes, map = [] } = limits
  const database = await openImportDatabase(mostScratchBytes)
  onTestFinished(() => database.close())
  const rules = { ...rulesOf({ prices: 'minor', map }), ...SHOP }
  const read = await readFile({ bytes: bytesOf(file), extension: '' }, rules, database, limits)
  await planFile(read, rules, database, limits)
  return [...database.planned()]
}

async function* bytesOf(file: Iterable<string>) {
  for (const piece of file) yield Buffer.from(piece)
}

const faultsIn = (rows: readonly PlannedRow[]) => rows.map(({ faults }) => faults.map(({ detail }) => detail))

const columns = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`)
const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

test.each([
  [
    'JSON Lines',
    `{"name":"Cup","external_id":"a"}\n{"name":"B","x":${deep}}\n{"name":"C","external_id":"c"}`,
  ],
  ['JSON Lines with numbers', `{"name":"Cup","external_id":"a"}\n{"x":[1e5,${deep}]}\n{"external_id":"c"}`],
  ['a JSON document', `[{"name":"Cup","external_id":"a"},${deep},{"name":"C","external_id":"c"}]`],
  ['CSV', `name,external_id,metadata\nCup,a,\nB,b,"${deep}"\nC,c,`],
])('%s whose second row is nested deeply lose this row alone', async (_, file) => {
  expect(faultsIn(await planned([file]))).toEqual([[], ['is nested too deeply'], []])
})

test('short rows of a wide file take no more room than they have cells', async () => {
  function* file() {
    yield `external_id,name,${columns(10_000).join()}\n`
    for (let n = 0; n < 1_900; n++) yield `e${n},Cup\n`
  }
  const rows = await planned(file(), { mostScratchBytes: 2 * 1024 * 1024 })
  expect(rows).toHaveLength(1_900)
  expect(new Set(faultsIn(rows).flat())).toEqual(
    new Set(['has 2 cells, and the header has 10002: look for a quote too many or too few']),
  )
})

test('an empty cell of a mapped column clears its field, in any row and in the last column', async () => {
  const file = 'external_id,name,text\ne1,Cup,\ne2,Mug,"A mug"\ne3,Jug,\n'
  const rows = await planned([file], { map: ['description=text'] })
  expect(rows.map(({ emptied }) => emptied)).toEqual([['description'], [], ['description']])
})

test('a file of more than 20 million cells is refused, with advice', async () => {
  function* file() {
    yield `${columns(10_000).join()}\n`
    for (let n = 0; n < 2_001; n++) yield 'x\n'
  }
  await expect(planned(file())).rejects.toThrow(
    'this file has more than 20000000 cells: leave out columns, or send it in parts',
  )
})

test('a row of more than 100,000 cells is refused before it ends', async () => {
  function* file() {
    yield 'name,external_id\nCup,e1\nMug,e2'
    for (let n = 0; n < 100; n++) yield ','.repeat(10_000)
    throw new Error('it is read to its end')
  }
  await expect(planned(file())).rejects.toThrow('line 3: a row has more than 100000 cells')
})

test('a row of JSON Lines with more names than a file can have is refused, and the others are read', async () => {
  const wide = JSON.stringify(Object.fromEntries(columns(20_000).map((name) => [name, 1])))
  const cup = '{"external_id":"a","name":"Cup"}'
  const faults = faultsIn(await planned([`${cup}\n${wide}\n${cup.replace('"a"', '"c"')}`]))
  const fault = 'has members with other names than the rows before: a file can have 20000 names'
  expect(faults).toEqual([[], [fault], []])
})

test('a file that needs more disk than it may have is refused', async () => {
  function* file() {
    yield 'name,external_id,description\n'
    for (let n = 0; n < 3_000; n++) yield `Cup,e${n},${'x'.repeat(1_000)}\n`
  }
  await expect(planned(file(), { mostScratchBytes: 1024 * 1024 })).rejects.toMatchObject({
    name: 'ImportRefused',
    reason: 'unreadable',
    message: 'to read this file takes more than 1 MB of disk: send it in parts',
  })
})

test.each([
  ['CSV', 'name,external_id,price\n', 'Cup,e,100\n'],
  ['JSON Lines', '{"name":"Cup"}\n', '{"name":"Cup"}\n'],
  ['one endless line', '{"name":"Cup"}\n', 'x'.repeat(1_000)],
  ['one endless cell', 'name\n"', 'x'.repeat(1_000)],
])('reading %s ends when somebody cancels', async (_, head, piece) => {
  const stopping = new AbortController()
  setTimeout(() => stopping.abort(new Error('cancelled')), 0)
  function* endless() {
    yield head
    for (;;) yield piece
  }
  await expect(planned(endless(), { signal: stopping.signal })).rejects.toThrow('cancelled')
})

test('planning ends when somebody cancels', async () => {
  const stopping = new AbortController()
  const database = await openImportDatabase()
  onTestFinished(() => database.close())
  const rules = { ...rulesOf({ prices: 'minor' }), ...SHOP }
  const file = ['name,external_id\n', ...Array.from({ length: 10_000 }, (_, n) => `Cup,e${n}\n`)]
  const read = await readFile({ bytes: bytesOf(file), extension: '' }, rules, database)
  setTimeout(() => stopping.abort(new Error('cancelled')), 0)
  await expect(planFile(read, rules, database, stopping)).rejects.toThrow('cancelled')
})
