import { keptReady } from '../../lib/deploy/concurrency.ts'
import { memoryFor } from '../../lib/infra/function-kind.ts'
import type { Concurrency } from '../../lib/infra/settings/settings.ts'
import { QUEUES } from '../../lib/routes/queues.ts'
import { markdownTable } from '../report/markdown.ts'
import { ASSUMED, START_AND_REPORT_BYTES } from './assumptions.ts'
import { bytesPerProduct, type Calls, callsFrom, type Measured } from './calls.ts'
import { deliveryBill, idleBill, idleDeliveries, POLLS_PER_MONTH } from './deliveries.ts'
import { NIGHTLY, nightlyBill } from './imports.ts'
import { directBill, edgeBill, evenHits, totalOf } from './model.ts'
import { storedPictures } from './pictures.ts'
import { PRICES, PRICES_OF, type Price } from './prices.ts'
import { searchTable } from './searches.ts'
import {
  billTable,
  coldTable,
  deliveryTable,
  edgeTable,
  memoryTable,
  otherwiseTable,
  percent,
  pictureTable,
  shopTable,
  table,
  usd,
} from './tables.ts'
import { TAKEN } from './taken.ts'

/** One of each alarm, and two of Latency; test/bench/cost.test.ts counts them in the template. */
export const ALARM_METRICS = 16

/** The nightly import that the page has the cost of. */
const NIGHT = { products: 10_000, changed: 200 }

/** docs/cost.md. Throws if a figure is missing. */
export function costPage(measured: Measured): string {
  const a = ASSUMED
  const calls = callsFrom(measured, a)
  const { list, get, create, price, plain, plainer } = calls
  const { units, warm } = measured
  const night = nightlyBill(NIGHT, a)
  const idle = idleDeliveries(measured, a)
  const bill = idleBill(measured, a, ALARM_METRICS)
  const sweepsOfThousand = idleDeliveries(measured, a, 1_000).sweeps - idle.sweeps
  return `# Cost

For people who pay the bill: the cost of requests, of an idle deployment and of whole shops, part by part.

US dollars on demand in us-east-1, prices of ${PRICES_OF}, without taxes and free tiers. Units and bytes are exact, times
were measured on ${warm.measured_on} (${warm.machine.cpu}, Node ${warm.machine.node.slice(1)}). Values that cannot be measured without an AWS account
are [assumptions](#assumptions). \`npm run cost\` writes this page, and a test checks its figures.

## In short

${table(
  ['Per million', 'direct', 'CloudFront, 90 % from its cache', 'plain handler, direct'],
  [
    ['lists of 20 products', ...shortly(list), usd(totalOf(directBill(plainer, a)))],
    ['single products', ...shortly(get), ''],
    ['products created', usd(totalOf(directBill(create, a))), '', ''],
    ['price changes', usd(totalOf(directBill(price, a))), '', ''],
    ['events delivered to one webhook, each alone', usd(totalOf(deliveryBill(1, measured, a))), '', ''],
  ],
)}

A deployment that nobody calls costs ${usd(bill.alone)} a month ([idle](#idle)), nearly all of it for the reads of ${QUEUES.length} empty queues: ${usd(bill.withFreeRequests)} where SQS's
free requests cover half of them, and ${usd(bill.withAlarms)} with alarms. Nothing else bills by the hour, unless you [keep instances ready](#instances-that-are-kept-ready).
CloudFront is off by default ([the edge](edge.md)); its figures were computed, not measured.

## Cost of a request by part

${billTable({ 'list of 20': directBill(list, a), 'one product': directBill(get, a), create: directBill(create, a), 'price change': directBill(price, a) })}

Most of the cost of a read is the price of the gateway and Lambda per request. Code cannot reduce it; only the cache of a
browser or of CloudFront can avoid the request ([public reads](public-reads.md#caching)). Most of the cost of a write is
its write units: a transaction counts them twice, a product is in eight indexes, so eight rows are written or moved, and
each request with a key writes the one number of its rate limit. An \`Idempotency-Key\` adds the units of the stored
response. A sale writes the stock of its whole product: with 100 tracked variants about 18 write units if their SKUs have 64
letters, and 54 with 255. A \`304\` costs as much as the full response without its body.

## Through CloudFront

${edgeTable(calls, a)}

This is [the edge](edge.md): CloudFront has the same price per request as the gateway, and runs a function for each. So it only saves money if at least
${percent(evenHits(list, a))} of the lists, or ${percent(evenHits(get, a))} of the single products, come from its cache. Each
additional percent saves ${usd((totalOf(edgeBill(list, 0, a)) - totalOf(edgeBill(list, 1, a))) / 100)} per million lists.

Since November 2025 a distribution can have a flat-rate plan instead, which never costs more than its price: $0 a month with 1
million requests and 100 GB, $15 with 10 million, $200 with 125 million, $1,000 with 500 million, the last three with 50 TB
([pricing](https://aws.amazon.com/cloudfront/pricing/); read in third-party pages of 2025 and 2026). Requests that come from the cache then
cost nothing more, and a shop of up to a million requests a month nothing at all. Beyond its allowance AWS may slow a
distribution down, and asks you to change the plan. A plan excludes Lambda@Edge and real-time logs, of which Storefront needs none.

## Comparison with a plain handler

The plain handler returns the same list behind the same gateway, with the same memory. It uses the default SDK, reads whole
items from a table that stores each product once, compresses nothing, and has Lambda's default log.

${billTable({
  Storefront: directBill(list, a),
  'plain handler': directBill(plain, a),
  'plain handler, authorizer reads each time': directBill(plainer, a),
})}

## Idle

A product takes about ${Math.round(bytesPerProduct(measured)).toLocaleString('en')} bytes with its eight index rows: 1,000 of them ${usd((1000 * bytesPerProduct(measured) * PRICES.tableGbMonth.usd) / 1e9)} a month, and
${usd((1000 * bytesPerProduct(measured) * PRICES.recoveryGbMonth.usd) / 1e9)} for continuous backups at most (AWS counts the table's size for those). Logs are stored for 30 days; their cost is part of
each request. Alarms are only made for somebody who gets them (\`alarmEmail\`, \`alarmTopicArn\`): their ${ALARM_METRICS} metrics then cost
${usd(ALARM_METRICS * PRICES.alarmMonth.usd)} a month, of which the first ten of an account are free ([prices](#prices)). Metrics of our own lines cost only in hours in which something was found. Lambda reads the queues
of wake-ups, of imports and of [search indexes](search.md#size-and-cost) with five requests at a time for each, which wait up to 20 s for a message: ${(QUEUES.length * POLLS_PER_MONTH).toLocaleString('en')} requests and ${usd(idle.polling)} a month;
the first million of an account is free, and then it is ${usd(bill.withFreeRequests - idle.sweeps)}. The sweep, every 15 minutes, costs ${usd(idle.sweeps)} a month, and ${usd(sweepsOfThousand)} more with 1,000 webhooks of
1,000 businesses. Together: ${usd(bill.alone)}, ${usd(bill.withFreeRequests)} with the free requests of SQS, ${usd(bill.withAlarms)} with alarms. Without requests
nothing else costs money, with every setting on but the next.

${readySection()}
## Deliveries to webhooks

An event that happens alone wakes one run of deliveries, for each webhook that wants it. Events of one webhook that happen
within seconds share a run.

${deliveryTable(measured, a)}

Lambda reads the stream of the table [free of charge](https://aws.amazon.com/dynamodb/pricing/on-demand/). The cost of \`deliver\`
grows with the time that an endpoint takes to respond: each second of a run costs ${usd(1e6 * 0.5 * PRICES.lambdaArmGbSecond.usd)} per million runs. An endpoint that fails
is tried again: each try costs about as much as an event that happens alone.

## Searches

An instance of [the search](search.md) keeps the index of a shop, and reads it when it starts: from the products, or from the
stored index of a large shop. The fewer searches an instance carries out, the more each of them costs. In a shop that does
not change:

${searchTable(measured, calls, a)}

A change that shoppers can see costs one write unit for the search, ${usd(PRICES.writeUnit.usd * 1e6)} per million, and one or two read units in each instance
that searches this shop.

## A nightly import

An [import over the API](imports.md) compares each product with what is stored. In a file of ${NIGHT.products.toLocaleString('en')} products with quantities (\`stock=set\`), of which
${NIGHT.changed} have changed, it reads about ${NIGHTLY.readUnits} units for each product with its variants, writes ${NIGHTLY.writeUnits} that keep its quantities from being set twice, and
about ${NIGHTLY.changedWriteUnits} more for each that has changed. Every night, that is ${usd(totalOf(night))} a month: ${usd(night.reads)} of reads, ${usd(night.writes)} of writes, ${usd(night.duration)} of Lambda.

## Pictures

Only a deployment with [\`media\`](media.md) takes pictures. A thousand uploads of 12 megapixels, each drawn again in four widths:

${pictureTable(measured, a)}

A thousand of these pictures take ${((1000 * measured.pictures.photo.stored_bytes) / 1e9).toFixed(2)} GB, ${usd(storedPictures(measured))} a month. Shoppers read them through CloudFront, at its price for
requests and data; the way from the bucket to CloudFront is free. CloudFront asks the bucket again for a picture that one of its places does not
have, or has had for a day: ${usd(1e6 * PRICES.objectGet.usd)} per million of these reads.

## Two shops

${shopTable(measured, calls, a)}

## Starting instances

Since August 2025 Lambda bills the start of an instance like any other running time
([AWS](https://aws.amazon.com/blogs/compute/aws-lambda-standardizes-billing-for-init-phase/)). If ${percent(a.coldShare)} of the invocations start an instance:

${coldTable(calls, a)}

## Memory

More memory also means more processor. A function that computes costs the same with any memory and finishes sooner; a
function that waits costs more. The settings of the stack are bold; [decision 0015](decisions/0015-memory-by-who-waits.md)
gives the reasons.

${memoryTable(calls, a)}

Lambda's own log lines per invocation, which [decision 0016](decisions/0016-own-lines-of-json.md) turns off, would cost ${usd((2 * START_AND_REPORT_BYTES * PRICES.logGb.usd) / 1e3)} per million
requests.

## Other assumptions

${otherwiseTable(measured)}

## Assumptions

${textTable(['', 'value', 'source'], TAKEN)}

Measured: ${units.reads.list.read_units} read units and ${units.reads.list.wire_bytes.gzip.toLocaleString('en')} bytes with gzip for a list of ${units.page} among ${units.catalogue.toLocaleString('en')} products,
${milliseconds(warm.cpu_us.list.gzip.median)} ms of processor time; ${units.writes.create.write_units} write units to create a product and ${units.writes.update_price.write_units} to change its price. The
plain handler: ${units.reads.baseline_list.read_units} read units, ${units.reads.baseline_list.body_bytes.toLocaleString('en')} bytes, ${milliseconds(warm.cpu_us.baseline_list.identity.median)} ms.

## Prices

${textTable(
  ['Service', 'price', 'source'],
  Object.values(PRICES).map(({ what, usd: each, unit, source, seen }) => [
    `[${what}](${source})`,
    `${exact(unit.startsWith('million') ? each * 1e6 : each)} per ${unit}`,
    seen,
  ]),
)}

Only AWS's own pages are binding, and other regions have other prices. The free tiers are not included: per month
1 million invocations and 400,000 GB-seconds of Lambda, 25 GB of DynamoDB, 1 million requests of SQS, 5 GB of logs,
10 alarms, 100 GB out of a region, and 1 TB, 10 million requests and
2 million runs of a function of CloudFront; for a new account also 1 million requests of the gateway.

## See also

[limits.md](limits.md) for the limits of one deployment; [architecture.md](architecture.md) for the path of a request.
`

  function shortly(call: Calls['list']): [string, string] {
    return [usd(totalOf(directBill(call, a))), usd(totalOf(edgeBill(call, 0.9, a)))]
  }
}

/** The part about instances that are kept ready: https://docs.aws.amazon.com/lambda/latest/dg/provisioned-concurrency.html */
function readySection(): string {
  const ready = (provisionedConcurrency: Concurrency) => keptReady({ provisionedConcurrency, media: false })
  const [one, all] = [ready({ authorizer: 1 }), ready({ public: 1 })]
  const perGbSecond = ({ usd: each }: Price) => `$${each}`
  return `## Instances that are kept ready

The setting \`provisionedConcurrency\` keeps instances of the authorizer and of each public function ready. An instance of ${memoryFor('public').toLocaleString('en')} MB costs
${usd(one.usdAMonth)} a month, whether it works or not: one of the authorizer as much, one of each of the ${all.instances} public functions together
${usd(all.usdAMonth)}. Their duration then costs ${perGbSecond(PRICES.readyDurationGbSecond)} per GB-second, not ${perGbSecond(PRICES.lambdaArmGbSecond)}, without the free tier. \`npm run deploy\` asks with the sum.
[Starting instances](#starting-instances) has the time that this saves. Functions under \`/admin\` cannot be kept ready: one of each would
cost about $450 a month, to save a merchant's script 0.3 s.
`
}

const textTable = (head: string[], rows: string[][]) =>
  markdownTable(
    head.map((heading) => ({ heading })),
    rows,
  )

const exact = (amount: number) => `$${Number(amount.toPrecision(6))}`

const milliseconds = (us: number) => (us / 1000).toFixed(2)
