import { randomUUID } from 'node:crypto'
import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { afterEach, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import * as keys from '../../../lib/data/table/keys.ts'
import { useTable } from '../../../lib/environment.ts'
import { plantItem } from '../../support/items.ts'
import { useOwnTable } from '../../support/own-table.ts'
import { makeBusiness, makeCategory } from '../../support/shop.ts'
import { operate, operateUntilStopped, run } from '../operate.ts'

await useOwnTable()

/** A table of the test's own, in the same engine. */
beforeEach(async () => {
  const client = new DynamoDBClient({})
  const { endpoint } = inject('table')
  const TableName = `list-${randomUUID()}`
  const keyNames = ['pk', 'sk']
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: keyNames.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: keyNames.map((AttributeName, n) => ({ AttributeName, KeyType: n ? 'RANGE' : 'HASH' })),
    }),
  )
  useTable({ name: TableName, endpoint })
  onTestFinished(async () => {
    useTable(inject('table'))
    await client.send(new DeleteTableCommand({ TableName }))
  })
})
afterEach(() => vi.useRealTimers())

test('every business is listed, sorted by slug, and nothing else', async () => {
  const zoo = await makeBusiness({ slug: 'zoo', name: '動物園' })
  const acme = await makeBusiness({ slug: 'acme', name: 'Acme\u202eevil', currency: 'JPY' })
  const acme2 = await makeBusiness({ slug: 'acme-2' })
  await makeCategory(acme, { id: 'tea' })
  await operate('business', 'suspend', 'zoo')
  const { code, stdout, notes } = await operate('business', 'list')
  expect({ code, notes }).toEqual({ code: 0, notes: [] })
  const [head, ...lines] = stdout.split('\n')
  expect(head).toMatch(/^SLUG {4}ID {36}STATUS {5}CURRENCY {2}CREATED_AT {16}NAME$/)
  expect(lines).toEqual([
    `acme    ${acme.id}  active     JPY       ${acme.created_at}  Acme�evil`,
    `acme-2  ${acme2.id}  active     EUR       ${acme2.created_at}  A shop`,
    `zoo     ${zoo.id}  suspended  EUR       ${zoo.created_at}  動物園`,
  ])
  const asJson = JSON.parse((await operate('business', 'list', '--json')).stdout)
  expect(asJson).toHaveLength(3)
  expect(Object.entries(asJson[0])).toEqual([
    ['slug', 'acme'],
    ['id', acme.id],
    ['name', 'Acme\u202eevil'],
    ['status', 'active'],
    ['currency', 'JPY'],
    ['created_at', acme.created_at],
  ])
})

test('an empty registry is one line, which says what an older table needs', async () => {
  const line =
    'the registry has no business: `operator business create` creates one; if the table is older than the registry, `operator business list --sweep` finds its businesses'
  expect(await operate('business', 'list')).toEqual({ code: 0, stdout: '', notes: [line] })
  expect(await operate('business', 'list', '--json')).toEqual({ code: 0, stdout: '[]', notes: [line] })
})

test('--sweep of a table without businesses says that there are none', async () => {
  const { code, stdout, notes } = await operate('business', 'list', '--sweep')
  expect({ code, stdout, last: notes.at(-1) }).toEqual({
    code: 0,
    stdout: '',
    last: 'there are no businesses yet; `operator business create` creates one',
  })
})

/** More than the 1 MB of a page of the Scan. */
async function fillPages(): Promise<void> {
  for (let n = 0; n < 8; n++)
    await plantItem({ ...keys.categoryKey(randomUUID(), 'x'), type: 'category', text: 'x'.repeat(350_000) })
}

test('--sweep reads a long table to its end, and says how far it is', async () => {
  await fillPages()
  for (const slug of ['b', 'a', 'c']) await makeBusiness({ slug })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  // Each look at the clock is a second after the one before: a read that looks three times has still time to end.
  vi.spyOn(Date, 'now').mockImplementation(
    (
      (ms) => () =>
        (ms += 1_000)
    )(Date.now()),
  )
  const { stdout, notes } = await operate('business', 'list', '--sweep', '--json')
  vi.restoreAllMocks()
  expect(JSON.parse(stdout).map(({ slug }: { slug: string }) => slug)).toEqual(['a', 'b', 'c'])
  // How many lines there are, and whether the last page has one, depends on who else looks at the clock.
  const counts = notes
    .flatMap((line) => /^(\d+) items? read, [0-3] business(?:es)? found$/.exec(line)?.[1] ?? [])
    .map(Number)
  expect(counts).not.toEqual([])
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  // There are 20. Dynoxide counts one that comes first on a next page twice.
  expect(counts.at(-1)).toBeLessThanOrEqual(2 * 20)
})

test.each([
  ['all businesses were', []],
  ['the whole table was', ['--sweep']],
])('stopped by Ctrl-C before %s read, it lists nothing and ends with 130', async (what, options) => {
  await fillPages()
  expect(await operateUntilStopped('business', 'list', '--json', ...options)).toEqual({
    code: 130,
    stdout: '',
    notes: [`stopped before ${what} read; no list is printed`],
    // The second one, as npm sends it, still meets somebody who knows of the first.
    listeners: 1,
  })
})

test('--help says that --sweep reads the whole table, what that costs and what it needs', async () => {
  const { code, stdout } = await run(['business', 'list', '--help'])
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /--sweep[\s\S]*dynamodb:Scan[\s\S]*131,000 read units for each GB[\s\S]*dynamodb:DescribeTable/,
  )
  expect(stdout).toMatch(/Examples:\n {2}npm run operator -- /)
})
