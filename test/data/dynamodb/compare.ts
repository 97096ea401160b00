import { GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb'
import { call } from '../../../lib/data/dynamodb/client.ts'
import { tableClient } from '../../support/table-client.ts'

export type Operation = 'Query' | 'GetItem'

/** The outcome of a call: an output, or the members of an error. */
export type Outcome = { output: unknown } | { name: string; message: string; status: number | undefined }

interface Failure {
  name: string
  message: string
  $metadata?: { httpStatusCode?: number }
}

export async function outcomeOf(work: Promise<object>): Promise<Outcome> {
  try {
    return { output: raw(await work) }
  } catch (error) {
    const { name, message, $metadata } = error as Failure
    return { name, message, status: $metadata?.httpStatusCode }
  }
}

/**
 * As it is in the service's JSON, where binary is base64 (the SDK has bytes, and its account of the call in
 * `$metadata`), and what is undefined is not there.
 */
function raw(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map(raw)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(
    ([name, member]) => name !== '$metadata' && member !== undefined,
  )
  return Object.fromEntries(members.map(([name, member]) => [name, raw(member)]))
}

/** The outcomes of the same call by our client and by the SDK. The input can contain bytes. */
export async function bothOutcomes(operation: Operation, input: object): Promise<[Outcome, Outcome]> {
  // An input that is wrong is none to the compiler.
  const whole = input as ConstructorParameters<typeof GetItemCommand>[0] &
    ConstructorParameters<typeof QueryCommand>[0]
  const theirs = operation === 'GetItem' ? new GetItemCommand(whole) : new QueryCommand(whole)
  return await Promise.all([
    outcomeOf(call<object>(operation, raw(input) as object)),
    outcomeOf(theirs instanceof GetItemCommand ? tableClient().send(theirs) : tableClient().send(theirs)),
  ])
}
