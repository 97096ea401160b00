import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inject } from 'vitest'
import { type Item, itemBytes, readUnits } from '../../bench/measure/item-size.ts'
import { type Call, withoutProjection } from '../../bench/measure/table-meter.ts'
import { useTable } from '../../lib/environment.ts'
import { callHeaders } from '../../lib/local/dynamodb/call-headers.ts'

/** What the Queries of this process cost since `reset`. An eventually consistent read unit is 8 KB. */
export interface Meter {
  queries: number
  units: number
  /** Queries in flight together, at most. */
  atOnce: number
  /** Whether answers leave out what they consumed, as those of some emulators do. */
  isSilent: boolean
  reset(): void
  close(): void
}

/**
 * Puts a proxy between this process and its table that weighs what each Query reads, ends it at 1 MB of that as
 * DynamoDB does (API reference, Query), and says what it consumed. DynamoDB Local ends a Query at 1 MB of what it
 * returns, which a filter makes less. Call it before the first read.
 */
export async function meterTable(): Promise<Meter> {
  const { name, endpoint } = inject('table')
  const none = { queries: 0, units: 0, atOnce: 0 }
  const meter = { ...none, isSilent: false, reset: () => Object.assign(meter, none), close }
  let inFlight = 0
  const server = createServer(async (request, response) => {
    meter.atOnce = Math.max(meter.atOnce, ++inFlight)
    const query = JSON.parse(await textOf(request))
    const { units, answer } = await weighed(query, (sent) => forward(endpoint, request, sent))
    meter.queries++
    meter.units += units
    const isAsked = query.ReturnConsumedCapacity === 'TOTAL' && !meter.isSilent
    const ConsumedCapacity = isAsked ? { CapacityUnits: units } : undefined
    inFlight--
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
    response.end(JSON.stringify({ ...answer, ConsumedCapacity }))
  })
  function close() {
    server.close()
    server.closeAllConnections()
  }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  useTable({ name, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  return meter
}

interface Answer {
  Items: Item[]
  LastEvaluatedKey?: Item
}

const textOf = async (request: IncomingMessage) =>
  Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString()

async function forward(endpoint: string, incoming: IncomingMessage, query: Call): Promise<Answer> {
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: callHeaders(incoming),
    body: JSON.stringify(query),
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`no Query that could be weighed: ${text}`)
  return JSON.parse(text)
}

/** What a Query reads, by its repetition without filter and projection, and its answer if it ends where that does. */
async function weighed(query: Call, send: (query: Call) => Promise<Answer>) {
  const { Items, LastEvaluatedKey } = await send(withoutProjection(query))
  const bytes = Items.reduce((sum, item) => sum + itemBytes(item), 0)
  const answer = await send({ ...query, ...(LastEvaluatedKey && { Limit: Items.length }) })
  return { units: readUnits(bytes, false), answer }
}
