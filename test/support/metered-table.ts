import { inject } from 'vitest'
import { type Item, itemBytes, readUnits } from '../../bench/measure/item-size.ts'
import { type Call, withoutProjection } from '../../bench/measure/table-meter.ts'
import { useTable } from '../../lib/environment.ts'
import { dynamoProxy, type Reply } from './dynamo-proxy.ts'

/** The cost of the Queries of this process since `reset`. An eventually consistent read unit is 8 KB. */
export interface Meter {
  queries: number
  units: number
  /** Queries in flight together, at most. */
  atOnce: number
  /** True if responses leave out the consumed capacity, as those of some emulators do. */
  isSilent: boolean
  reset(): void
  close(): Promise<void>
}

/**
 * Puts a proxy between this process and its table that weighs what each Query reads, ends it at 1 MB of that as
 * DynamoDB does (API reference, Query), and says what it consumed. DynamoDB Local ends a Query at 1 MB of what it
 * returns, which a filter makes less. Call it before the first read.
 */
export async function meterTable(): Promise<Meter> {
  const { name, endpoint } = inject('table')
  let inFlight = 0
  const { endpoint: metered, close } = await dynamoProxy({
    endpoint,
    async onCall({ body, send }) {
      meter.atOnce = Math.max(meter.atOnce, ++inFlight)
      const query = JSON.parse(body)
      const { units, answer } = await weighed(query, async (sent) => read(await send(JSON.stringify(sent))))
      meter.queries++
      meter.units += units
      const isRequested = query.ReturnConsumedCapacity === 'TOTAL' && !meter.isSilent
      const ConsumedCapacity = isRequested ? { CapacityUnits: units } : undefined
      inFlight--
      return { status: 200, body: JSON.stringify({ ...answer, ConsumedCapacity }) }
    },
  })
  useTable({ name, endpoint: metered })
  const none = { queries: 0, units: 0, atOnce: 0 }
  const meter: Meter = { ...none, isSilent: false, reset: () => Object.assign(meter, none), close }
  return meter
}

interface Answer {
  Items: Item[]
  LastEvaluatedKey?: Item
}

function read({ status, body }: Reply): Answer {
  if (status !== 200) throw new Error(`no Query that could be weighed: ${body}`)
  return JSON.parse(body)
}

/**
 * The units of a Query, by its repetition without filter and projection, and its response up to where that one ends.
 */
async function weighed(query: Call, send: (query: Call) => Promise<Answer>) {
  const { Items, LastEvaluatedKey } = await send(withoutProjection(query))
  const bytes = Items.reduce((sum, item) => sum + itemBytes(item), 0)
  const answer = await send({ ...query, ...(LastEvaluatedKey && { Limit: Items.length }) })
  return { units: readUnits(bytes, false), answer }
}
