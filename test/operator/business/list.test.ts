import { randomUUID } from 'node:crypto'
import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { useTable } from '../../../lib/environment.ts'
import { useOwnTable } from '../../support/own-table.ts'
import { makeBusiness, makeCategory } from '../../support/shop.ts'
import { helpOf, operate, operateUntilStopped } from '../operate.ts'

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

test('every business is listed, sorted by slug, and nothing else', async () => {
  const zoo = await makeBusiness({ slug: 'zoo', name: '動物園' })
  const acme = await makeBusiness({ slug: 'acme', name: 'Acme\u2066evil', currency: 'JPY' })
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
    ['name', 'Acme\u2066evil'],
    ['status', 'active'],
    ['currency', 'JPY'],
    ['created_at', acme.created_at],
  ])
})

test('an empty registry is one line, which says how to create a business', async () => {
  const line = 'there are no businesses yet; `operator business create` creates one'
  expect(await operate('business', 'list')).toEqual({ code: 0, stdout: '', notes: [line] })
  expect(await operate('business', 'list', '--json')).toEqual({ code: 0, stdout: '[]', notes: [line] })
})

test('stopped by Ctrl-C before all businesses were read, it lists nothing and ends with 130', async () => {
  expect(await operateUntilStopped('business', 'list', '--json')).toEqual({
    code: 130,
    stdout: '',
    notes: ['stopped before all businesses were read; no list is printed'],
    // The second one, as npm sends it, still meets somebody who knows of the first.
    listeners: 1,
  })
})

test('--help says what the list costs', async () => {
  const help = await helpOf('business', 'list')
  expect(help).toMatch(/about one read\nunit for each business/)
  expect(help).toMatch(/Examples:\n {2}npm run operator -- /)
})
