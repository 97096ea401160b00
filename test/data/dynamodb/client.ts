import { vi } from 'vitest'
import { useTable } from '../../../lib/environment.ts'

/** Our client as a process has it that has only just been started, pointed at an endpoint. */
export async function newClient(endpoint: string) {
  useTable({ name: 'table', endpoint })
  vi.resetModules()
  const client = await import('../../../lib/data/dynamodb/client.ts')
  const { mayPass } = await import('../../../lib/data/dynamodb/service-error.ts')
  return { ...client, mayPass }
}

/** A call; what is asked for does not matter to a server that only pretends. */
export const GET = ['GetItem', { TableName: 'table', Key: { pk: { S: 'é' } } }] as const
