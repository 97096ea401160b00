import { memoryFor } from '../../lib/infra/function-kind.ts'
import type { AccessLogField } from '../../lib/infra/monitoring/access-log.ts'

/** The assumptions of the model: not measured here, so each has a name and a line in the table of what-ifs. */
export interface Assumptions {
  /**
   * Processor time on a vCPU of Lambda's arm64 per processor time on the machine that measured. Graviton2's single
   * thread is slower than that of current desktop and server processors; by how much differs, hence 1.5.
   */
  cpuScale: number
  /** Milliseconds of a vCPU that the runtime takes per invocation, for the event, the answer and its two calls. */
  runtimeCpuMs: number
  /** From sending a GetItem or Query to its last byte, in the same region, over a connection that is open. */
  readMs: number
  /** Of each unit of a Query that reads many of them, in pages of 1 MB: about 40 ms a page. */
  readUnitMs: number
  /** The same of a TransactWriteItems. */
  transactionMs: number
  /** Further waiting time of a new instance: for a name server, and for TCP and TLS with DynamoDB. */
  connectMs: number
  /**
   * Share of the invocations that start an instance. AWS saw under 1 % in production
   * workloads.
   * https://aws.amazon.com/blogs/compute/aws-lambda-standardizes-billing-for-init-phase/
   */
  coldShare: number
  /** Processor time of a write (validation, transaction, answer) on the machine that measured: about what was seen. */
  adminCpuMs: number
  /** Processor time of the authorizer that asks the table with the default SDK each time. Not part of the bench. */
  naiveAuthorizerCpuMs: number
  /**
   * Reads of a token per call of its key: an instance of the authorizer remembers it for 4 s, so a call per second and
   * instance makes it a quarter.
   */
  keyReadsPerCall: number
  /** Status line and headers of an answer, as they go over the wire. */
  headerBytes: number
  /** Share of what a log group ingested that it stores, compressed: what AWS's own calculator assumes. */
  logCompression: number
  /** Bytes of Lambda's own lines per invocation, as the log settings let them through. */
  systemLogBytes: number
  /** Bytes of our line per request; the authorizer writes none unless something fails. */
  lineBytes: number
  /** Bytes of the gateway's line per request. */
  accessLineBytes: number
  architecture: 'arm64' | 'x86_64'
  coding: 'br' | 'gzip'
  memoryMb: { authorizer: number; read: number; admin: number }
}

const id = '01a1f85c-9786-79fb-a3c4-bd6300fca740'
const time = '2026-11-22T09:00:00.000Z'
/** Bytes of lines of JSON. */
export const bytesOf = (...lines: object[]) =>
  lines.reduce((sum, line) => sum + JSON.stringify(line).length, 0)

/** A line of the log as lib/http/endpoint.ts makes it for an answer: its members and their usual length. */
export const REQUEST_LINE = {
  timestamp: time,
  level: 'info',
  message: 'request',
  request_id: id,
  gateway_request_id: 'JKJaXmPLvHcESHA=',
  route: 'GET /api/v1/products',
  status: 200,
  duration_ms: 12,
  business_id: id,
}

/** A line of the access log as the gateway writes it: its members and their usual length. */
export const ACCESS_LINE: Record<AccessLogField, string> = {
  gateway_request_id: 'JKJaXmPLvHcESHA=',
  request_id: id,
  route: 'GET /api/v1/products',
  status: '200',
  latency_ms: '12',
  business_id: id,
  key_id: '-',
  gateway_error: '-',
}

/**
 * Lambda's own log lines for each invocation at the log level INFO, in the JSON format.
 * https://docs.aws.amazon.com/lambda/latest/dg/telemetry-schema-reference.html
 */
const START_AND_REPORT = [
  { time, type: 'platform.start', record: { requestId: id, version: '$LATEST' } },
  {
    time,
    type: 'platform.report',
    record: {
      requestId: id,
      metrics: {
        durationMs: 5.123,
        billedDurationMs: 6,
        memorySizeMB: 1769,
        maxMemoryUsedMB: 94,
      },
      status: 'success',
    },
  },
]
export const START_AND_REPORT_BYTES = bytesOf(...START_AND_REPORT)

/** The same in the text format, which is the default, with what it sets before a line of console.log. */
export const TEXT_START_END_REPORT_BYTES = [
  `START RequestId: ${id} Version: $LATEST`,
  `END RequestId: ${id}`,
  `REPORT RequestId: ${id}\tDuration: 5.12 ms\tBilled Duration: 6 ms\tMemory Size: 1769 MB\tMax Memory Used: 94 MB\t`,
].join('\n').length
export const TEXT_PREFIX_BYTES = `${time}\t${id}\tINFO\t`.length

export const ASSUMED: Assumptions = {
  cpuScale: 1.5,
  runtimeCpuMs: 0.5,
  readMs: 4,
  readUnitMs: 0.3,
  transactionMs: 15,
  connectMs: 15,
  coldShare: 0.01,
  adminCpuMs: 6,
  naiveAuthorizerCpuMs: 0.8,
  keyReadsPerCall: 0.25,
  headerBytes: 600,
  logCompression: 0.15,
  systemLogBytes: 0,
  lineBytes: bytesOf(REQUEST_LINE),
  accessLineBytes: bytesOf(ACCESS_LINE),
  architecture: 'arm64',
  coding: 'gzip',
  memoryMb: {
    authorizer: memoryFor('authorizer'),
    read: memoryFor('public'),
    admin: memoryFor('admin'),
  },
}
