import { markdownTable } from '../report/markdown.ts'
import { ASSUMED, START_AND_REPORT_BYTES } from './assumptions.ts'
import { bytesPerProduct, type Calls, callsFrom, type Measured } from './calls.ts'
import { directBill, edgeBill, evenHits, totalOf } from './model.ts'
import { PRICES, PRICES_OF } from './prices.ts'
import {
  billTable,
  coldTable,
  edgeTable,
  memoryTable,
  otherwiseTable,
  percent,
  shopTable,
  table,
  usd,
} from './tables.ts'

/** What the model takes for granted, as the page tells it. */
const TAKEN: string[][] = [
  ['a processor of Lambda (Graviton2)', `${ASSUMED.cpuScale} times the time measured here`, 'assumption'],
  ['Lambda’s runtime per invocation', `${ASSUMED.runtimeCpuMs} ms of a vCPU`, 'assumption'],
  [
    'processor time by memory',
    'a vCPU at 1,769 MB, in proportion below',
    '[AWS](https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html)',
  ],
  ['a read of the table', `${ASSUMED.readMs} ms`, 'assumption; AWS says single-digit milliseconds'],
  ['a transaction', `${ASSUMED.transactionMs} ms`, 'assumption'],
  ['a first connection to the table', `${ASSUMED.connectMs} ms`, 'assumption'],
  [
    'invocations that start an instance',
    percent(ASSUMED.coldShare),
    'the most AWS names as [usual](https://aws.amazon.com/blogs/compute/aws-lambda-standardizes-billing-for-init-phase/)',
  ],
  ['processor time of a write', `${ASSUMED.adminCpuMs} ms`, 'seen once, not part of the bench'],
  [
    'reads of a token per call with a key',
    String(ASSUMED.keyReadsPerCall),
    'a call per second; it is known for 4 s',
  ],
  ['headers of an answer', `${ASSUMED.headerBytes} bytes`, 'assumption'],
  ['our log line', `${ASSUMED.lineBytes} bytes`, 'counted'],
  ['logs in storage', `${percent(ASSUMED.logCompression)} of what came in`, 'as AWS’s calculator has it'],
  ['how answers are coded', 'gzip', 'what browsers get up to 32 KB'],
]

/** docs/cost.md. Throws if a figure is missing. */
export function costPage(measured: Measured): string {
  const a = ASSUMED
  const calls = callsFrom(measured, a)
  const { list, get, create, price, plain, plainer } = calls
  const { units, warm } = measured
  return `# What it costs

For whoever pays the bill: what calls, an idle deployment and whole shops cost, part by part, and why.

US dollars on demand in us-east-1, prices of ${PRICES_OF}, without taxes and free tiers. Units and bytes are exact, times
were measured on ${warm.measured_on} (${warm.machine.cpu}, Node ${warm.machine.node.slice(1)}); what could not be measured without an AWS account
is [taken for granted](#what-is-taken-for-granted). \`npm run cost\` writes this page, and a test holds it to its figures.

## In short

${table(
  ['Per million', 'direct', 'CloudFront answering 90 %', 'plain handler, direct'],
  [
    ['lists of 20 products', ...shortly(list), usd(totalOf(directBill(plainer, a)))],
    ['single products', ...shortly(get), ''],
    ['products created', usd(totalOf(directBill(create, a))), '', ''],
    ['price changes', usd(totalOf(directBill(price, a))), '', ''],
  ],
)}

Nothing bills by the hour. CloudFront is not part of the stack yet: its figures say what it would come to.

## Where it goes

${billTable({ 'list of 20': directBill(list, a), 'one product': directBill(get, a), create: directBill(create, a), 'price change': directBill(price, a) })}

What the gateway and Lambda take per request is most of a read and cannot be coded away, only kept from happening: by
a browser's or CloudFront's cache ([public reads](public-reads.md#caching)). A write is its write units: a transaction
counts them twice, a product stands in eight indexes, one row each to be written or moved, and each call with a key
writes the one number that is its pace. An \`Idempotency-Key\` adds what the kept answer takes. A \`304\` costs what the
answer would, without its body.

## Through CloudFront

${edgeTable(calls, a)}

CloudFront's own price per request is that of the gateway, so it must answer
${percent(evenHits(list, a))} of the lists itself, or ${percent(evenHits(get, a))} of the single products, to cost less than none. Each
percent more saves ${usd((totalOf(edgeBill(list, 0, a)) - totalOf(edgeBill(list, 1, a))) / 100)} per million lists.

## The same without the work

The plain handler answers the same list behind the same gateway: the default SDK, whole items of a table that keeps
them once, nothing compressed, Lambda's default log, as much memory.

${billTable({
  'as it is': directBill(list, a),
  'plain handler': directBill(plain, a),
  'plain, and the authorizer reads each time': directBill(plainer, a),
})}

## Idle

A product takes about ${Math.round(bytesPerProduct(measured)).toLocaleString('en')} bytes with its eight index rows: 1,000 of them ${usd((1000 * bytesPerProduct(measured) * PRICES.tableGbMonth.usd) / 1e9)} a month, and
${usd((1000 * bytesPerProduct(measured) * PRICES.recoveryGbMonth.usd) / 1e9)} for continuous backups at most (AWS counts the table's size for those). Logs are kept 30 days and cost with
the call. An alarm would be ${usd(PRICES.alarmMonth.usd)} a month; the stack has none yet. Nothing else is paid for while nobody calls.

## Two shops

${shopTable(measured, calls, a)}

## Starting instances

Lambda bills the start of an instance like any other time since August 2025
([AWS](https://aws.amazon.com/blogs/compute/aws-lambda-standardizes-billing-for-init-phase/)). At ${percent(a.coldShare)} of the invocations:

${coldTable(calls, a)}

## Memory

More memory is more processor: what computes costs the same at any size and is done sooner, what waits costs more. What
the stack sets is bold; [decision 0015](decisions/0015-memory-by-who-waits.md) says why.

${memoryTable(calls, a)}

Lambda's own lines per invocation, which [decision 0016](decisions/0016-own-lines-of-json.md) turns off, would be ${usd((2 * START_AND_REPORT_BYTES * PRICES.logGb.usd) / 1e3)} per million
requests.

## If it is otherwise

${otherwiseTable(measured)}

## What is taken for granted

${textTable(['', 'value', 'from'], TAKEN)}

Measured: ${units.reads.list.read_units} read units and ${units.reads.list.wire_bytes.gzip.toLocaleString('en')} bytes with gzip for a list of ${units.page} among ${units.catalogue.toLocaleString('en')} products,
${milliseconds(warm.cpu_us.list.gzip.median)} ms of processor time; ${units.writes.create.write_units} write units to create a product and ${units.writes.update_price.write_units} to change its price. The
plain handler: ${units.reads.baseline_list.read_units} read units, ${units.reads.baseline_list.body_bytes.toLocaleString('en')} bytes, ${milliseconds(warm.cpu_us.baseline_list.identity.median)} ms.

## Prices

${textTable(
  ['What', 'price', 'where it was seen'],
  Object.values(PRICES).map(({ what, usd: each, unit, source, seen }) => [
    `[${what}](${source})`,
    `${exact(unit.startsWith('million') ? each * 1e6 : each)} per ${unit}`,
    seen,
  ]),
)}

AWS's pages are the ones that count, and other regions have other prices. Not counted are the free tiers: per month
1 million invocations and 400,000 GB-seconds of Lambda, 25 GB of DynamoDB, 5 GB of logs, 10 alarms, 100 GB out of a
region, and 1 TB and 10 million requests of CloudFront; for a new account also 1 million requests of the gateway.

## See also

[limits.md](limits.md) for what one deployment lets through; [architecture.md](architecture.md) for what a call passes.
`

  function shortly(call: Calls['list']): [string, string] {
    return [usd(totalOf(directBill(call, a))), usd(totalOf(edgeBill(call, 0.9, a)))]
  }
}

const textTable = (head: string[], rows: string[][]) =>
  markdownTable(
    head.map((heading) => ({ heading })),
    rows,
  )

const exact = (amount: number) => `$${Number(amount.toPrecision(6))}`

const milliseconds = (us: number) => (us / 1000).toFixed(2)
