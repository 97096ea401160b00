import { memoryFor } from '../../lib/infra/function-kind.ts'
import { QUEUES } from '../../lib/routes/queues.ts'
import { type Assumptions, bytesOf } from './assumptions.ts'
import { coldCpuOf, type Measured } from './calls.ts'
import { durationUsd, type Invocation } from './model.ts'
import { PRICES } from './prices.ts'

const GB = 1e9
const MILLION = 1e6
const MONTH_S = 30 * 24 * 60 * 60

/** The parts of a bill that the delivery of one event to one webhook has a share in. */
export const DELIVERY_BILL = {
  writes: 'DynamoDB, write units',
  reads: 'DynamoDB, read units',
  queue: 'SQS, requests',
  fairness: 'SQS, requests with a message group',
  invocations: 'Lambda, invocations',
  dispatch: 'dispatch, duration',
  deliver: 'deliver, duration',
  logs: 'CloudWatch Logs, ingestion',
  transfer: 'data out of the region',
} as const

export type DeliveryBill = Record<keyof typeof DELIVERY_BILL, number>

/** Assumed of the queue, the functions and the endpoint: measured in no account. */
export const DELIVERY = {
  /** A wake-up is sent, received and deleted. */
  queueRequests: 3,
  /** From a request of a webhook to the end of its response. */
  endpointMs: 200,
  /** Requests of a run that are open at once. */
  connections: 10,
  /** Reads of dispatch that wait for each other: webhooks, then types. */
  dispatchReads: 2,
  /** Write of one item, or a message sent. */
  writeMs: 6,
  dispatchCpuMs: 2,
  /** Of a run, and of each event in it: its signature and its request. */
  runCpuMs: 4,
  eventCpuMs: 1,
  /** An event with its headers, as it is sent. */
  eventBytes: 2_000,
}

/** The line that `webhooks/deliver` writes for a run: its members and their usual length. */
const DELIVERY_LINE = {
  timestamp: '2026-11-22T09:00:00.000Z',
  level: 'info',
  message: 'delivery',
  business_id: '01a1f85c-9786-79fb-a3c4-bd6300fca740',
  webhook_id: '01a1f85c-9786-79fb-a3c4-bd6300fca741',
  sent: 1,
  succeeded: 1,
  failed: 0,
  duration_ms: 250,
}

/** Reads of each empty queue by Lambda: five at a time, each waits 20 s. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html */
const POLLERS = 5
const POLL_S = 20
export const POLLS_PER_MONTH = (POLLERS * MONTH_S) / POLL_S

const SWEEPS_PER_MONTH = MONTH_S / (15 * 60)

/** Units of a run for so many events: each has its outcome written, and the lease is taken and given back for all of them. */
function unitsOf(together: number, { alone, of_ten }: Measured['units']['delivery']) {
  const share = (figure: 'write_units' | 'read_units') =>
    alone[figure] + ((together - 1) * (of_ten[figure] - alone[figure])) / 9
  return { writes: share('write_units'), reads: share('read_units') }
}

/** Dollars for a million events delivered to one webhook, if so many of them always go out in one run. */
export function deliveryBill(together: number, measured: Measured, a: Assumptions): DeliveryBill {
  const { dispatch, deliver } = invocations(together, measured, a)
  const units = unitsOf(together, measured.units.delivery)
  const runs = MILLION / together
  const d = DELIVERY
  return {
    writes: runs * units.writes * PRICES.writeUnit.usd,
    reads: runs * units.reads * PRICES.readUnit.usd,
    queue: runs * d.queueRequests * PRICES.queueRequest.usd,
    fairness: runs * d.queueRequests * PRICES.fairQueueRequest.usd,
    invocations: runs * 2 * PRICES.lambdaRequest.usd,
    dispatch: runs * durationUsd(dispatch, a),
    deliver: runs * durationUsd(deliver, a),
    logs: ((runs * bytesOf(DELIVERY_LINE)) / GB) * PRICES.logGb.usd,
    transfer: ((MILLION * d.eventBytes) / GB) * PRICES.transferGb.usd,
  }
}

/** The two invocations that deliver so many events. Both load the default SDK, as the plain handler of the bench does. */
function invocations(together: number, { cold, units }: Measured, a: Assumptions) {
  const shared = { memoryMb: memoryFor('background'), coldCpuMs: coldCpuOf(cold, 'baseline_list') }
  const { writeMs, endpointMs, connections, dispatchReads } = DELIVERY
  // The lease is taken and given back; every other call of a run, but the write of an outcome, is a read.
  const readsOfRun = units.delivery.alone.requests - dispatchReads - 3
  const sendingMs = Math.ceil(together / connections) * (endpointMs + writeMs)
  const dispatch: Invocation = {
    ...shared,
    cpuMs: DELIVERY.dispatchCpuMs,
    waitMs: dispatchReads * a.readMs + writeMs,
  }
  const deliver: Invocation = {
    ...shared,
    cpuMs: DELIVERY.runCpuMs + together * DELIVERY.eventCpuMs,
    waitMs: readsOfRun * a.readMs + 2 * writeMs + sendingMs,
  }
  return { dispatch, deliver }
}

/** A webhook in the list of enabled ones, as a sweep reads it: its members and their usual length. */
const LISTED = {
  pk: 'WEBHOOKS#0',
  sk: '01a1f85c-9786-79fb-a3c4-bd6300fca740#01a1f85c-9786-79fb-a3c4-bd6300fca741',
  type: 'enabled_webhook',
  business_id: '01a1f85c-9786-79fb-a3c4-bd6300fca740',
  webhook_id: '01a1f85c-9786-79fb-a3c4-bd6300fca741',
}

/**
 * The reads of a sweep for a webhook whose business has no other: its place in the list, its state, and the newest
 * event. The reads of newest events wait for each other.
 */
const SWEPT = { readUnits: bytesOf(LISTED) / 4_096 + 1 + 1, reads: 1 }

/** Dollars a month for a deployment that delivers nothing: its reads of the empty queues, and its sweeps, with so many webhooks. */
export function idleDeliveries(
  measured: Measured,
  a: Assumptions,
  webhooks = 0,
): { polling: number; sweeps: number } {
  const sweep = { ...invocations(1, measured, a).dispatch, waitMs: 1_000 + webhooks * SWEPT.reads * a.readMs }
  const each =
    durationUsd(sweep, { ...a, coldShare: 1 }) +
    PRICES.lambdaRequest.usd +
    webhooks * SWEPT.readUnits * PRICES.readUnit.usd
  return {
    polling: QUEUES.length * POLLS_PER_MONTH * PRICES.queueRequest.usd,
    sweeps: SWEEPS_PER_MONTH * each,
  }
}

/** https://aws.amazon.com/sqs/pricing/: of an account, each month. */
const FREE_QUEUE_REQUESTS = 1_000_000

/**
 * Dollars a month for a deployment that nobody calls: as it is, where the account uses SQS for nothing else, and with so many
 * metrics of alarms.
 */
export function idleBill(
  measured: Measured,
  a: Assumptions,
  alarmMetrics: number,
): { alone: number; withFreeRequests: number; withAlarms: number } {
  const { polling, sweeps } = idleDeliveries(measured, a)
  const alone = polling + sweeps
  const free = Math.min(polling, FREE_QUEUE_REQUESTS * PRICES.queueRequest.usd)
  return {
    alone,
    withFreeRequests: alone - free,
    withAlarms: alone + alarmMetrics * PRICES.alarmMonth.usd,
  }
}
