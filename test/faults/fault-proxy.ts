import type { IncomingMessage, ServerResponse } from 'node:http'
import { vi } from 'vitest'
import { type TableTarget, useTable } from '../../lib/environment.ts'
import { dynamoProxy } from '../support/dynamo-proxy.ts'
import type { Fault, Reaction, SentWrite } from './faults.ts'

/** One call to the table, as it was sent. */
export interface Call {
  operation: string
  /** The whole request; a transaction's client token is inside. */
  body: string
  fault: Fault | undefined
}

/** Chooses what goes wrong with the n-th call, counted from 0. */
export type Plan = (n: number, operation: string) => Fault | undefined

/** The table of this process, behind a wire that can be cut. */
export interface FaultProxy {
  /** The calls since the last plan. */
  readonly calls: readonly Call[]
  /** Every key that a transaction named. */
  readonly keys: ReadonlyMap<string, { pk: string; sk: string }>
  /** From the next call on; without a plan everything works. */
  plan(plan?: Plan): void
  /** Forgets the keys, all but those of a state. */
  forgetKeys(kept?: ReadonlyMap<string, unknown>): void
  close(): Promise<void>
}

const AMZ_JSON = { 'content-type': 'application/x-amz-json-1.0' }

/** Puts itself between this process and a table. Call it before the first read: clients are made once. */
export async function proxyFaults({ name, endpoint }: Required<TableTarget>): Promise<FaultProxy> {
  const keys = new Map<string, { pk: string; sk: string }>()
  let calls: Call[] = []
  let faultOf: Plan = () => undefined
  const proxy = await dynamoProxy({
    endpoint,
    async onCall({ operation, body, send, response }) {
      const writes = (JSON.parse(body) as { TransactItems?: Write[] }).TransactItems ?? []
      for (const key of keysOf(writes)) keys.set(`${key.pk}\n${key.sk}`, key)
      const fault = faultOf(calls.length, operation)
      calls.push({ operation, body, fault })
      const isCarriedOut = !fault?.reaction || fault.isCarriedOut
      const reply = isCarriedOut ? await send() : undefined
      if (fault?.delayMs !== undefined) await letPass(fault.delayMs, response)
      if (!fault?.reaction) return reply
      await react(fault.reaction(writes), response, reply?.body)
      return undefined
    },
  })
  useTable({ name, endpoint: proxy.endpoint })
  return {
    get calls() {
      return calls
    },
    keys,
    plan(next = () => undefined) {
      calls = []
      faultOf = next
    },
    forgetKeys(kept) {
      for (const name of keys.keys()) if (!kept?.has(name)) keys.delete(name)
    },
    close: proxy.close,
  }
}

type Named = { pk: { S: string }; sk: { S: string } }
type Write = Record<string, SentWrite[string] & { Item?: Named; Key?: Named }>

const keysOf = (writes: readonly Write[]) =>
  writes.flatMap((write) =>
    Object.values(write).flatMap(({ Item, Key }) => {
      const key = Item ?? Key
      return key ? [{ pk: key.pk.S, sk: key.sk.S }] : []
    }),
  )

async function react(
  reaction: Reaction,
  response: ServerResponse<IncomingMessage>,
  answer = '{"Item":{}}',
): Promise<void> {
  if (reaction === 'reset') response.req.socket.resetAndDestroy()
  else if (reaction === 'silence') await waitForTheCallerToGiveUp(response)
  else if (reaction === 'stall' || reaction === 'cut') {
    response.writeHead(200, { ...AMZ_JSON, 'content-length': Buffer.byteLength(answer) })
    await new Promise((resolve) => response.write(answer.slice(0, -1), resolve))
    if (reaction === 'cut') response.req.socket.destroy()
    else await waitForTheCallerToGiveUp(response, vi.getTimerCount())
  } else
    response
      .writeHead(reaction.status, AMZ_JSON)
      .end(typeof reaction.body === 'string' ? reaction.body : JSON.stringify(reaction.body))
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Lets time pass in steps, as long as the caller waits. */
async function letPass(ms: number, response: ServerResponse): Promise<void> {
  for (let passed = 0; passed < ms && !response.closed; passed += STEP_MS) {
    vi.advanceTimersByTime(STEP_MS)
    for (let turns = 0; turns < 5; turns++) await turn()
  }
}

const STEP_MS = 100

/** Lets time pass, from one timer to the next, until the caller hangs up; first until it has half its answer. */
async function waitForTheCallerToGiveUp(response: ServerResponse, timers = 0): Promise<void> {
  for (let turns = 0; turns < 500 && vi.getTimerCount() === timers; turns++) await turn()
  while (!response.closed) {
    vi.advanceTimersToNextTimer()
    for (let turns = 0; turns < 500 && !response.closed; turns++) await turn()
  }
}
