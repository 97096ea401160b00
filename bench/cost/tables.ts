import { markdownTable } from '../report/markdown.ts'
import { ASSUMED, type Assumptions, START_AND_REPORT_BYTES } from './assumptions.ts'
import { bytesPerEvent, bytesPerProduct, type Calls, callsFrom, type Measured } from './calls.ts'
import { DELIVERY_BILL, type DeliveryBill, deliveryBill } from './deliveries.ts'
import {
  BILL,
  type Bill,
  coldMs,
  coldShareOfTime,
  directBill,
  durationUsd,
  edgeBill,
  type Invocation,
  totalOf,
  warmMs,
} from './model.ts'
import { PICTURE_BILL, pictureBill } from './pictures.ts'
import { PRICES } from './prices.ts'

type Row = readonly (string | number)[]

/** A table in Markdown; every column but the first is flush right. */
export const table = (head: readonly string[], rows: readonly Row[]) =>
  markdownTable(
    head.map((heading, n) => ({ heading, isNumber: n > 0 })),
    rows.map((row) => row.map(String)),
  )

/** Dollars: cents, and two digits that count below ten cents. */
export function usd(amount: number): string {
  if (amount === 0) return '–'
  if (amount >= 1000) return `$${Math.round(amount).toLocaleString('en')}`
  return `$${amount.toFixed(amount >= 0.1 ? 2 : Math.min(5, 1 - Math.floor(Math.log10(amount))))}`
}

export const percent = (share: number) =>
  share > 0 && share < 0.005 ? '< 1 %' : `${Math.round(share * 100)} %`

/** The cost of a million requests, part by part. */
export function billTable(columns: Record<string, Bill>): string {
  const bills = Object.values(columns)
  const parts = (Object.keys(BILL) as (keyof Bill)[]).filter((part) => bills.some((bill) => bill[part] > 0))
  return table(
    ['Per million', ...Object.keys(columns)],
    [
      ...parts.map((part) => [
        BILL[part],
        ...bills.map((bill) =>
          bill[part] === 0 ? '–' : `${usd(bill[part])} (${percent(bill[part] / totalOf(bill))})`,
        ),
      ]),
      ['**together**', ...bills.map((bill) => `**${usd(totalOf(bill))}**`)],
    ],
  )
}

/** The cost of a million events, part by part, if they go to one webhook alone or a hundred at a time. */
export function deliveryTable(measured: Measured, a: Assumptions): string {
  const bills = [1, 100].map((together) => deliveryBill(together, measured, a))
  const parts = Object.keys(DELIVERY_BILL) as (keyof DeliveryBill)[]
  return table(
    ['Per million', 'each event alone', '100 events in a run'],
    [
      ...parts.map((part) => [DELIVERY_BILL[part], ...bills.map((bill) => usd(bill[part]))]),
      ['**together**', ...bills.map((bill) => `**${usd(totalOf(bill))}**`)],
    ],
  )
}

/** The cost of a thousand uploads of pictures. */
export function pictureTable(measured: Measured, a: Assumptions): string {
  const bill = pictureBill(measured, a)
  const parts = Object.keys(PICTURE_BILL) as (keyof typeof PICTURE_BILL)[]
  return table(
    ['Per thousand', 'uploads'],
    [
      ...parts.map((part) => [PICTURE_BILL[part], usd(bill[part])]),
      ['**together**', `**${usd(totalOf(bill))}**`],
    ],
  )
}

const HITS = [0, 0.5, 0.8, 0.9, 0.95, 0.99]

/** The cost of a million reads through CloudFront, by the share of them that its cache responds to. */
export const edgeTable = ({ list, get, plainer }: Calls, a: Assumptions) =>
  table(
    ['From its cache', 'list of 20', 'one product', 'list of 20, plain handler'],
    [
      ['no CloudFront', ...[list, get, plainer].map((call) => usd(totalOf(directBill(call, a))))],
      ...HITS.map((hits) => [
        percent(hits),
        ...[list, get, plainer].map((call) => usd(totalOf(edgeBill(call, hits, a)))),
      ]),
    ],
  )

const MEMORY_MB = [128, 256, 512, 1024, 1769]

/** Time and dollars per million invocations by memory; what the stack sets is bold. */
export function memoryTable({ list, create }: Calls, a: Assumptions): string {
  const functions: [string, Invocation][] = [
    ['authorizer', list.authorizer],
    ['list of 20', list.function],
    ['create', create.function],
  ]
  const cell = (invocation: Invocation, memoryMb: number) => {
    const sized = { ...invocation, memoryMb }
    const text = `${warmMs(sized, a).toFixed(1)} ms, ${Math.round(coldMs(sized, a))} ms, ${usd(durationUsd(sized, a) * 1e6)}`
    return memoryMb === invocation.memoryMb ? `**${text}**` : text
  }
  return table(
    ['MB: warm, cold, duration per million', ...functions.map(([name]) => name)],
    MEMORY_MB.map((memoryMb) => [memoryMb, ...functions.map(([, invocation]) => cell(invocation, memoryMb))]),
  )
}

/** How long starting an instance takes, and what it adds to the duration that is paid. */
export const coldTable = ({ list, get, create }: Calls, a: Assumptions) =>
  table(
    ['Function', 'memory, MB', 'warm, ms', 'cold, ms', 'share of its duration'],
    (
      [
        ['authorizer', list.authorizer],
        ['list of 20', list.function],
        ['one product', get.function],
        ['create', create.function],
      ] as const
    ).map(([name, invocation]) => [
      name,
      invocation.memoryMb,
      warmMs(invocation, a).toFixed(1),
      Math.round(coldMs(invocation, a)),
      percent(coldShareOfTime(invocation, a)),
    ]),
  )

/** The cost of a million lists and of a million creations with other assumptions. */
export function otherwiseTable(measured: Measured): string {
  const cases: [string, Partial<Assumptions>][] = [
    ['the assumptions below', {}],
    ['a processor half as fast', { cpuScale: ASSUMED.cpuScale * 2 }],
    ['a processor as fast as the one measured on', { cpuScale: 1 }],
    ['a table twice as slow', { readMs: ASSUMED.readMs * 2, transactionMs: ASSUMED.transactionMs * 2 }],
    ['5 % of the invocations start an instance', { coldShare: 0.05 }],
    ['no invocation starts an instance', { coldShare: 0 }],
    ['every client accepts only brotli', { coding: 'br' }],
    ['headers twice as long', { headerBytes: ASSUMED.headerBytes * 2 }],
    ['Lambda logs the start and report of each invocation', { systemLogBytes: START_AND_REPORT_BYTES }],
    ['a runtime that takes twice as much', { runtimeCpuMs: ASSUMED.runtimeCpuMs * 2 }],
    ['x86_64', { architecture: 'x86_64' }],
    ['1,024 MB everywhere', { memoryMb: { authorizer: 1024, read: 1024, admin: 1024 } }],
  ]
  return table(
    ['If', 'list of 20', 'create'],
    cases.map(([name, change]) => {
      const a = { ...ASSUMED, ...change }
      const { list, create } = callsFrom(measured, a)
      return [name, ...[list, create].map((call) => usd(totalOf(directBill(call, a))))]
    }),
  )
}

interface Shop {
  name: string
  products: number
  /** Lists and single products read, in a month. */
  lists: number
  gets: number
  created: number
  repriced: number
}

const SHOPS: Shop[] = [
  { name: '1 million reads', products: 2_000, lists: 0.6e6, gets: 0.4e6, created: 200, repriced: 10_000 },
  { name: '100 million reads', products: 50_000, lists: 60e6, gets: 40e6, created: 5_000, repriced: 1e6 },
]

/** The monthly cost of shops of two sizes. */
export function shopTable(measured: Measured, calls: Calls, a: Assumptions): string {
  const gb = (shop: Shop) => (shop.products * bytesPerProduct(measured)) / 1e9
  const million = (count: number, bill: Bill) => (count / 1e6) * totalOf(bill)
  const reads = (shop: Shop, bill: (call: Calls['list']) => Bill) =>
    million(shop.lists, bill(calls.list)) + million(shop.gets, bill(calls.get))
  const writes = (shop: Shop) =>
    million(shop.created, directBill(calls.create, a)) + million(shop.repriced, directBill(calls.price, a))
  const kept = (shop: Shop) => gb(shop) * (PRICES.tableGbMonth.usd + PRICES.recoveryGbMonth.usd)
  const events = (shop: Shop) =>
    (((shop.created + shop.repriced) * bytesPerEvent(measured)) / 1e9) *
    (PRICES.tableGbMonth.usd + PRICES.recoveryGbMonth.usd)
  const direct = (call: Calls['list']) => directBill(call, a)
  const total = (shop: Shop, bill: (call: Calls['list']) => Bill) =>
    `**${usd(reads(shop, bill) + writes(shop) + kept(shop) + events(shop))}**`
  const row = (name: string, of: (shop: Shop) => string) => [name, ...SHOPS.map(of)]
  const count = (n: number) => n.toLocaleString('en')
  return table(
    ['In a month', ...SHOPS.map(({ name }) => name)],
    [
      row('products, created, price changes', (s) =>
        [s.products, s.created, s.repriced].map(count).join(', '),
      ),
      row('reads, 6 lists of 20 to 4 single products', (s) => usd(reads(s, direct))),
      row('writes', (s) => usd(writes(s))),
      row('events of 30 days, stored', (s) => usd(events(s))),
      row('storage and backups', (s) => `${usd(kept(s))} (${(gb(s) * 1000).toFixed(0)} MB)`),
      row('**together**', (s) => total(s, direct)),
      ...[0.8, 0.95].map((hits) =>
        row(`together, ${percent(hits)} from CloudFront's cache`, (s) =>
          total(s, (call) => edgeBill(call, hits, a)),
        ),
      ),
    ],
  )
}
