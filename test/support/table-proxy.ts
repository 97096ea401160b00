import { inject } from 'vitest'
import { type TableTarget, useTable } from '../../lib/environment.ts'
import { dynamoProxy } from './dynamo-proxy.ts'

/** A fault of DynamoDB: an error in place of an item, no response, or none to a write that is carried out. */
export type TableFault = { status: number; type: string; more?: object } | 'reset' | 'silence' | 'unheard'

/** The table of this process, seen through a window. */
export interface TableProxy {
  /** The operations that were sent since `forget`, such as `GetItem`. */
  readonly operations: readonly string[]
  /** Their bodies, as JSON. */
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
  const proxy = await dynamoProxy({
    endpoint,
    async onCall({ operation, body, send, response }) {
      operations.push(operation)
      bodies.push(body)
      const fault = [undefined, operation].includes(injected.operation) ? injected.fault : undefined
      if (fault === 'silence') return undefined
      if (fault === 'reset') return void response.req.socket.resetAndDestroy()
      if (fault === 'unheard') {
        const reply = await send()
        if (!/Write|Put|Update|Delete/.test(operation)) return reply
        return void response.req.socket.resetAndDestroy()
      }
      if (fault)
        return {
          status: fault.status,
          body: JSON.stringify({ __type: `com.amazonaws#${fault.type}`, message: SECRET, ...fault.more }),
        }
      const reply = await send()
      if (operation !== 'DescribeTable') return reply
      const { Table }: { Table: object } = JSON.parse(reply.body)
      return { status: reply.status, body: JSON.stringify({ Table: { ...Table, ...counted } }) }
    },
  })
  useTable({ name, endpoint: proxy.endpoint })
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
    close: proxy.close,
  }
}

/** Stands in every injected fault and may never reach a caller. */
export const SECRET = 'BIZ#secret-of-the-table'
