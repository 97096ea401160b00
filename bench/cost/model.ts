import { VCPU_MB } from '../../lib/infra/function-kind.ts'
import type { Assumptions } from './assumptions.ts'
import { PRICES } from './prices.ts'

const GB = 1e9
const MILLION = 1e6

/** The parts of a bill that one call has a share in. */
export const BILL = {
  gateway: 'API Gateway, requests',
  authorizerRequests: 'authorizer, invocations',
  authorizerTime: 'authorizer, duration',
  functionRequests: 'function, invocations',
  functionTime: 'function, duration',
  reads: 'DynamoDB, read units',
  writes: 'DynamoDB, write units',
  logIngestion: 'CloudWatch Logs, ingestion',
  logStorage: 'CloudWatch Logs, 30 days of storage',
  transfer: 'data out of the region',
  edgeRequests: 'CloudFront, requests',
  edgeFunction: 'CloudFront, viewer function',
  edgeTransfer: 'CloudFront, data out',
} as const

export type Bill = Record<keyof typeof BILL, number>

/** One invocation: processor times as they were measured, on the machine that measured. */
export interface Invocation {
  memoryMb: number
  /** Of a call in a warm instance. */
  cpuMs: number
  /** Waiting time for the table. */
  waitMs: number
  /** From the start of the process to the first answer. */
  coldCpuMs: number
}

/** One call of the API, and what was measured of it. */
export interface Call {
  function: Invocation
  authorizer: Invocation
  readUnits: number
  writeUnits: number
  /** Of the body, as it goes over the wire. */
  wireBytes: number
  logBytes: number
}

/** Milliseconds from event to answer in a warm instance: Lambda gives processor time in proportion to memory. */
export const warmMs = ({ memoryMb, cpuMs, waitMs }: Invocation, a: Assumptions) =>
  onVcpuMs(cpuMs * a.cpuScale + a.runtimeCpuMs, memoryMb) + waitMs

/** Milliseconds of an invocation that starts an instance, its INIT phase and the first answer. */
export const coldMs = ({ memoryMb, coldCpuMs, waitMs }: Invocation, a: Assumptions) =>
  onVcpuMs(coldCpuMs * a.cpuScale + a.runtimeCpuMs, memoryMb) + waitMs + a.connectMs

const onVcpuMs = (cpuMs: number, memoryMb: number) => cpuMs / Math.min(1, memoryMb / VCPU_MB)

/** Dollars for the duration of one invocation. INIT is billed as the rest, and all of it up to the next millisecond. */
export function durationUsd(invocation: Invocation, a: Assumptions): number {
  const billedMs = warmMs(invocation, a) * (1 - a.coldShare) + coldMs(invocation, a) * a.coldShare + 0.5
  const { usd } = a.architecture === 'arm64' ? PRICES.lambdaArmGbSecond : PRICES.lambdaX86GbSecond
  return (invocation.memoryMb / 1024) * (billedMs / 1000) * usd
}

/** The share of cold starts in the average duration of an invocation. */
export function coldShareOfTime(invocation: Invocation, a: Assumptions): number {
  const more = (coldMs(invocation, a) - warmMs(invocation, a)) * a.coldShare
  return more / (warmMs(invocation, a) + more + 0.5)
}

/** Dollars for a million of these calls, straight to API Gateway. */
export function directBill(call: Call, a: Assumptions): Bill {
  return perMillion({
    gateway: PRICES.gatewayRequest.usd,
    authorizerRequests: PRICES.lambdaRequest.usd,
    authorizerTime: durationUsd(call.authorizer, a),
    functionRequests: PRICES.lambdaRequest.usd,
    functionTime: durationUsd(call.function, a),
    reads: call.readUnits * PRICES.readUnit.usd,
    writes: call.writeUnits * PRICES.writeUnit.usd,
    logIngestion: (call.logBytes / GB) * PRICES.logGb.usd,
    logStorage: ((call.logBytes * a.logCompression) / GB) * PRICES.logGbMonth.usd,
    transfer: ((call.wireBytes + a.headerBytes) / GB) * PRICES.transferGb.usd,
    edgeRequests: 0,
    edgeFunction: 0,
    edgeTransfer: 0,
  })
}

/**
 * The same through CloudFront. What it has in its caches, a share `hits` of the calls, costs nothing behind it. What
 * it fetches leaves the region free of charge.
 */
export function edgeBill(call: Call, hits: number, a: Assumptions): Bill {
  const behind = scaled({ ...directBill(call, a), transfer: 0 }, 1 - hits)
  const edge = perMillion({
    edgeRequests: PRICES.edgeRequest.usd,
    edgeFunction: PRICES.edgeFunction.usd,
    edgeTransfer: ((call.wireBytes + a.headerBytes) / GB) * PRICES.edgeGb.usd,
  })
  return { ...behind, ...edge }
}

/** The share of hits from which on CloudFront is cheaper than none. */
export function evenHits(call: Call, a: Assumptions): number {
  const [direct, missed, hit] = [directBill(call, a), edgeBill(call, 0, a), edgeBill(call, 1, a)].map(totalOf)
  return ((missed ?? 0) - (direct ?? 0)) / ((missed ?? 0) - (hit ?? 0))
}

export const totalOf = (bill: Readonly<Record<string, number>>) =>
  Object.values(bill).reduce((sum, usd) => sum + usd, 0)

const scaled = (bill: Bill, by: number) =>
  Object.fromEntries(Object.entries(bill).map(([part, usd]) => [part, usd * by])) as Bill

const perMillion = <P extends string>(usd: Record<P, number>) =>
  Object.fromEntries(Object.entries<number>(usd).map(([part, each]) => [part, each * MILLION])) as Record<
    P,
    number
  >
