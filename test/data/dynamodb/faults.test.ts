import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { stopClock } from '../../faults/clock.ts'
import { GET, newClient } from './client.ts'
import { outcomeOf } from './compare.ts'
import { FAULTS, type WireFault } from './faults.ts'
import { listen, OUTPUT, ok, settled, type Wire } from './wire.ts'

/** As lib/data/dynamodb/client.ts has them. */
const MOST_TRIES = 3
const LONGEST_MS = 8000

let wire: Wire
beforeAll(async () => {
  stopClock()
  // A pause may be as short as this, and then it passes without anybody to wait for it.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  wire = await listen()
})
afterAll(() => wire.close())

const triesOf = ({ end }: WireFault) => (end === 'passing' ? MOST_TRIES : 1)

/** Makes a call, and says what it came to and how long that took. */
async function callNow({ call, mayPass }: Awaited<ReturnType<typeof newClient>>) {
  const before = Date.now()
  let hasPassed: boolean | undefined
  const work = call<object>(...GET).catch((error) => {
    hasPassed = mayPass(error)
    throw error
  })
  const outcome = await outcomeOf(settled(work))
  return { outcome, mayPass: hasPassed, ms: Date.now() - before }
}

/** The connections that requests came by. */
const ways = () => wire.requests.map(({ by }) => by)

describe.each(FAULTS)('$what', (fault) => {
  const { reaction, end, name, isClean } = fault

  test('again and again', async () => {
    const client = await newClient(wire.endpoint)
    wire.plan(reaction)
    const { outcome, mayPass, ms } = await callNow(client)
    if (end === 'output') expect(outcome).toEqual({ output: OUTPUT })
    else if (end === 'passing') expect(mayPass).toBe(true)
    else expect([outcome, mayPass]).toEqual([end, false])
    if (name) expect(outcome).toHaveProperty('name', name)
    expect(wire.requests).toHaveLength(triesOf(fault))
    expect(ms).toBeLessThanOrEqual(LONGEST_MS)
    if (!isClean) expect(new Set(ways()).size).toBe(triesOf(fault))
    // Nothing is left behind: no connection in doubt, no timer.
    expect(vi.getTimerCount()).toBe(0)
    wire.plan(ok)
    expect((await callNow(client)).outcome).toEqual({ output: OUTPUT })
  })

  test('once, on a connection that was good before', async () => {
    const client = await newClient(wire.endpoint)
    wire.plan(ok, reaction, ok)
    await callNow(client)
    const { outcome } = await callNow(client)
    if (end === 'output' || end === 'passing') expect(outcome).toEqual({ output: OUTPUT })
    else expect(outcome).toEqual(end)
    const tries = end === 'passing' ? 2 : 1
    await callNow(client)
    expect(wire.requests).toHaveLength(2 + tries)
    const [first, ...others] = ways()
    expect(others[0]).toBe(first)
    // The connection with the fault is never used again.
    if (isClean) expect(others).toEqual(others.map(() => first))
    else expect(others.slice(1)).not.toContain(first)
  })
})

describe('the SDK', () => {
  const makeSdk = () =>
    new DynamoDBClient({
      maxAttempts: MOST_TRIES,
      requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
    })

  test.each(FAULTS.filter(({ sdk }) => sdk !== 'never ends'))(
    'comes to the same with $what',
    async ({ reaction, end, sdk: difference, isClean }) => {
      const client = await newClient(wire.endpoint)
      const sdk = makeSdk()
      wire.plan(reaction)
      const theirs = await outcomeOf(settled(sdk.send(new GetItemCommand({ TableName: 'table', Key: {} }))))
      sdk.destroy()
      expect('output' in theirs).toBe(end === 'output' || difference === 'succeeds')
      const { outcome } = await callNow(client)
      if (difference === 'complains of JSON') expect(theirs).toHaveProperty('name', 'SyntaxError')
      else if (isClean || end !== 'passing') expect(outcome).toEqual(theirs)
    },
  )
})
