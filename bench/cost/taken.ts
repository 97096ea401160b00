import { ASSUMED } from './assumptions.ts'
import { DELIVERY } from './deliveries.ts'
import { NIGHTLY } from './imports.ts'
import { percent } from './tables.ts'

/** The assumptions of the model, as the page shows them. */
export const TAKEN: string[][] = [
  ['a processor of Lambda (Graviton2)', `${ASSUMED.cpuScale} times the time measured here`, 'assumption'],
  ['Lambda’s runtime per invocation', `${ASSUMED.runtimeCpuMs} ms of a vCPU`, 'assumption'],
  [
    'processor time by memory',
    'a vCPU at 1,769 MB, in proportion below',
    '[AWS](https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html)',
  ],
  ['a read of the table', `${ASSUMED.readMs} ms`, 'assumption; AWS says single-digit milliseconds'],
  ['a page of 1 MB of a shop that is searched', `${128 * ASSUMED.readUnitMs} ms`, 'assumption'],
  ['a transaction', `${ASSUMED.transactionMs} ms`, 'assumption'],
  ['a first connection to the table', `${ASSUMED.connectMs} ms`, 'assumption'],
  [
    'invocations that start an instance',
    percent(ASSUMED.coldShare),
    'the highest share that AWS calls [usual](https://aws.amazon.com/blogs/compute/aws-lambda-standardizes-billing-for-init-phase/)',
  ],
  ['processor time of a write', `${ASSUMED.adminCpuMs} ms`, 'seen once, not part of the bench'],
  [
    'reads of a token per request with a key',
    String(ASSUMED.keyReadsPerCall),
    'one request per second; an instance remembers a token for 4 s',
  ],
  [
    'units and processor time of a product in an import',
    `${NIGHTLY.readUnits} and ${NIGHTLY.writeUnits} units, ${NIGHTLY.cpuMs} ms`,
    'counted once, not part of the bench',
  ],
  ['headers of a response', `${ASSUMED.headerBytes} bytes`, 'assumption'],
  ['the log line of a request', `${ASSUMED.lineBytes} bytes`, 'counted'],
  ['the line of a request in the access log', `${ASSUMED.accessLineBytes} bytes`, 'counted'],
  ['logs in storage', `${percent(ASSUMED.logCompression)} of the ingested bytes`, 'AWS’s calculator'],
  ['requests to the queue for a wake-up', String(DELIVERY.queueRequests), 'sent, received, deleted'],
  ['response time of a webhook’s endpoint', `${DELIVERY.endpointMs} ms`, 'assumption'],
  ['an event as it is sent', `${DELIVERY.eventBytes.toLocaleString('en')} bytes`, 'assumption'],
  ['compression of responses', 'gzip', 'the one that browsers get up to 32 KB'],
]
