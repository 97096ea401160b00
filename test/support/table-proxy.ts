import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inject } from 'vitest'
import { type TableTarget, useTable } from '../../lib/environment.ts'
import { callHeaders } from '../../lib/local/dynamodb/call-headers.ts'

/** What DynamoDB may answer instead of an item, or do instead of answering. */
export type TableFault = { status: number; type: string } | 'reset' | 'silence'

/** The table of this process, seen through a window. */
export interface TableProxy {
  /** The operations that were sent since `forget`, such as `GetItem`. */
  readonly operations: readonly string[]
  /** What was sent with them, as JSON. */
  readonly bodies: readonly string[]
  forget(): void
  /** From now on every call, or every one of this operation, fails like this; undefined lets them through again. */
  failWith(fault: TableFault | undefined, operation?: string): void
  /** From now on DescribeTable says that the table is this large. */
  countAs(size: { ItemCount: number; TableSizeBytes: number }): void
  close(): Promise<void>
}

/**
 * Puts a proxy between this process and its table that counts calls and can fail them. Call it before the
 * first read: clients are made once.
 */
export async function proxyTable(
  { name, endpoint = inject('table').endpoint }: TableTarget = inject('table'),
): Promise<TableProxy> {
  let operations: string[] = []
  let bodies: string[] = []
  let counted = {}
  let injected: { fault: TableFault | undefined; operation?: string | undefined } = { fault: undefined }
  const server = createServer(async (request, response) => {
    const target = String(request.headers['x-amz-target'])
    const operation = target.split('.').at(-1) ?? ''
    operations.push(operation)
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    bodies.push(body.toString())
    const fault = [undefined, operation].includes(injected.operation) ? injected.fault : undefined
    if (fault === 'silence') return
    if (fault === 'reset') return request.socket.resetAndDestroy()
    if (fault) {
      response.writeHead(fault.status, { 'content-type': 'application/x-amz-json-1.0' })
      return response.end(JSON.stringify({ __type: `com.amazonaws#${fault.type}`, message: SECRET }))
    }
    const headers = callHeaders(request)
    const answer = await fetch(endpoint, { method: 'POST', headers, body })
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' })
    if (operation !== 'DescribeTable') return response.end(Buffer.from(await answer.arrayBuffer()))
    const { Table } = (await answer.json()) as { Table: object }
    return response.end(JSON.stringify({ Table: { ...Table, ...counted } }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  useTable({ name, endpoint: `http://127.0.0.1:${port}` })
  return {
    get operations() {
      return operations
    },
    get bodies() {
      return bodies
    },
    forget() {
      operations = []
      bodies = []
    },
    failWith(fault, operation) {
      injected = { fault, operation }
    },
    countAs(size) {
      counted = size
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Stands in every injected fault and may never reach a caller. */
export const SECRET = 'BIZ#secret-of-the-table'
