import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inject } from 'vitest'
import { useTable } from '../../lib/environment.ts'

/** What the Queries of this process cost since `reset`. An eventually consistent read unit is 8 KB. */
export interface Meter {
  queries: number
  units: number
  reset(): void
  close(): void
}

/** 1 MB, rounded up: where DynamoDB ends any Query, before it filters (API reference, Query). */
const UNITS_OF_A_QUERY = 128.5

/**
 * Puts a proxy between this process and DynamoDB Local that meters Queries, and ends each where DynamoDB would:
 * DynamoDB Local counts what a Query returns, not what it reads. Call it before the first read.
 */
export async function meterTable(): Promise<Meter> {
  const { name, endpoint } = inject('table')
  const meter = { queries: 0, units: 0, reset: () => Object.assign(meter, { queries: 0, units: 0 }), close }
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString()
    const answer = await meteredQuery(body, (sent) => forward(endpoint, request, sent))
    meter.queries++
    meter.units += answer.units
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(answer.text)
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
  status: number
  text: string
}

async function forward(endpoint: string, { headers }: IncomingMessage, body: string): Promise<Answer> {
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: {
      authorization: headers.authorization ?? '',
      'x-amz-target': String(headers['x-amz-target']),
      'content-type': 'application/x-amz-json-1.0',
    },
    body,
  })
  return { status: answer.status, text: await answer.text() }
}

async function meteredQuery(
  body: string,
  send: (body: string) => Promise<Answer>,
): Promise<Answer & { units: number }> {
  const query = { ...JSON.parse(body), ReturnConsumedCapacity: 'TOTAL' }
  while (true) {
    const answer = await send(JSON.stringify(query))
    const { ConsumedCapacity, ScannedCount } = JSON.parse(answer.text)
    const units = ConsumedCapacity?.CapacityUnits
    if (typeof units !== 'number') throw new Error(`no Query that could be metered: ${answer.text}`)
    if (units <= UNITS_OF_A_QUERY) return { ...answer, units }
    query.Limit = Math.floor((ScannedCount * UNITS_OF_A_QUERY) / units) - 1
  }
}
