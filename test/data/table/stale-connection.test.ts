import * as tls from 'node:tls'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useTable } from '../../../lib/environment.ts'
import { stopClock } from '../../faults/clock.ts'
import { certificateFor } from '../dynamodb/certificate.ts'
import {
  answer,
  IDLE_ENDS,
  listen,
  ok,
  onOld,
  reset,
  thenEnd,
  thenReset,
  together,
  turns,
  type Wire,
} from '../dynamodb/wire.ts'

const certificate = certificateFor('localhost')
tls.setDefaultCACertificates([...tls.getCACertificates('bundled'), certificate.cert])

let wire: Wire
let read: () => Promise<object | undefined>
const readMany = (count: number) => Promise.all(Array.from({ length: count }, read))
const ways = () => wire.requests.map(({ by }) => by)

async function start(secure?: tls.TlsOptions) {
  wire = await listen(secure)
  useTable({ name: 'table', endpoint: wire.endpoint })
  vi.resetModules()
  const { readItem } = await import('../../../lib/data/table/calls/writer.ts')
  read = () => readItem({ pk: 'é', sk: '' })
}

beforeEach(stopClock)
afterEach(() => wire.close())

test.each(IDLE_ENDS)(
  'a connection that is $how as it is used again is replaced, and three tries are left',
  async ({ reaction }) => {
    await start()
    wire.plan(ok, reaction, reset, reset, ok)
    await read()
    expect(await read()).toEqual({ sk: 'é🍵' })
    expect(ways()).toEqual([0, 0, 1, 2, 3])
  },
)

test('a fourth try is not made', async () => {
  await start()
  wire.plan(ok, reset)
  await read()
  await expect(read()).rejects.toThrow('DynamoDB did not respond')
  expect(ways()).toEqual([0, 0, 1, 2, 3])
})

test('a response that breaks off counts as a try', async () => {
  await start()
  wire.plan(ok, thenReset(answer(200, '{', { length: 10 })))
  await read()
  await expect(read()).rejects.toThrow('DynamoDB did not respond')
  expect(ways()).toEqual([0, 0, 1, 2])
})

test('one call finds out for all idle connections', async () => {
  await start()
  wire.plan(together(20))
  await readMany(20)
  wire.plan(onOld(wire, reset))
  await read()
  expect(ways()).toEqual([expect.any(Number), 20])
  await turns(20)
  expect(wire.open()).toBe(1)
})

test('many calls find out at once, each for its own', async () => {
  await start()
  wire.plan(together(20))
  await readMany(20)
  wire.plan(onOld(wire, reset))
  expect(await readMany(20)).toHaveLength(20)
  expect(wire.requests).toHaveLength(40)
})

test('so is one over TLS', async () => {
  await start(certificate)
  wire.plan(
    ok,
    thenEnd(() => {}),
    ok,
  )
  await read()
  expect(await read()).toEqual({ sk: 'é🍵' })
  expect(ways()).toEqual([0, 0, 1])
})
