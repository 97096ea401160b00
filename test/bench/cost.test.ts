import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test, vi } from 'vitest'
import { ACCESS_LINE, ASSUMED, REQUEST_LINE, START_AND_REPORT_BYTES } from '../../bench/cost/assumptions.ts'
import { callsFrom } from '../../bench/cost/calls.ts'
import { deliveryBill, idleBill, idleDeliveries, POLLS_PER_MONTH } from '../../bench/cost/deliveries.ts'
import { nightlyBill } from '../../bench/cost/imports.ts'
import { directBill, durationUsd, edgeBill, evenHits, totalOf, warmMs } from '../../bench/cost/model.ts'
import { ALARM_METRICS, costPage } from '../../bench/cost/page.ts'
import { pictureBill, storedPictures } from '../../bench/cost/pictures.ts'
import { PRICES } from '../../bench/cost/prices.ts'
import { searchCall } from '../../bench/cost/searches.ts'
import { usd } from '../../bench/cost/tables.ts'
import type { SearchCost } from '../../bench/report/figures.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { temporaryFolder } from '../local/fixture.ts'
import { apiEvent, lambdaContext } from '../support/events.ts'
import { catchLog } from '../support/log.ts'
import { templateOf } from '../support/settings.ts'
import { resourcesOf } from '../support/template.ts'
import { FIGURES } from './cost-figures.ts'

const root = join(import.meta.dirname, '../..')
const { list, get, create, plain, plainer } = callsFrom(FIGURES, ASSUMED)

/** Runs `npm run cost` with these arguments: its exit code, and what it says of what is wrong. */
function cost(...args: string[]): { code: number; said: string } {
  try {
    execFileSync(process.execPath, ['bench/cost/cost.ts', ...args], { cwd: root, stdio: 'pipe' })
    return { code: 0, said: '' }
  } catch (error) {
    const { status, stderr } = error as { status: number; stderr: Buffer }
    return { code: status, said: stderr.toString() }
  }
}

test('the alarms look at as many metrics as the page says', () => {
  const template = templateOf({ alarmEmail: 'operations@example.com' }, inject('assemblyDir'))
  const metrics = resourcesOf(template, 'AWS::CloudWatch::Alarm').flatMap(({ Properties }) =>
    // A metric that an expression reads is billed; the expression is not.
    ((Properties.Metrics ?? [{}]) as { Expression?: string }[]).filter(({ Expression }) => !Expression),
  )
  expect(metrics).toHaveLength(ALARM_METRICS)
})

test('docs/cost.md is what the figures and the prices come to', () => {
  expect(cost('--check')).toEqual({ code: 0, said: '' })
})

test('the README says the idle cost of that page', () => {
  const [, alone, free, alarms] =
    /An idle deployment costs (\S+) a month, (\S+) where SQS's free requests apply, (\S+) with alarms;/.exec(
      readFileSync(join(root, 'README.md'), 'utf8'),
    ) ?? []
  const page = readFileSync(join(root, 'docs/cost.md'), 'utf8')
  expect(page).toContain(`Together: ${alone}, ${free} with the free requests of SQS, ${alarms} with alarms.`)
})

test('an idle deployment, worked out by hand', () => {
  const { polling, sweeps } = idleDeliveries(FIGURES, ASSUMED)
  expect(idleBill(FIGURES, ASSUMED, 13)).toEqual({
    alone: expect.closeTo(polling + sweeps, 9),
    // 1,944,000 requests, of which a million are free.
    withFreeRequests: expect.closeTo(0.944 * 0.4 + sweeps, 9),
    withAlarms: expect.closeTo(polling + sweeps + 1.3, 9),
  })
})

test('a month of nightly imports, worked out by hand', () => {
  const seconds = (100 * 10 * 1.5 + 0.5) / (1024 / 1769) / 1000
  expect(nightlyBill({ products: 100, changed: 10 }, ASSUMED)).toEqual({
    reads: expect.closeTo((30 * 940 * 0.125) / 1e6, 9),
    writes: expect.closeTo((30 * (220 + 190) * 0.625) / 1e6, 9),
    duration: expect.closeTo(30 * (seconds + 0.0005) * 0.0000133334, 9),
  })
})

test('a page that is not, and a part that was not measured, are one line and an error', async () => {
  await using folder = await temporaryFolder()
  const figures = join(folder.path, 'results.json')
  const write = (parts: object) => writeFileSync(figures, JSON.stringify({ parts }))
  write(FIGURES)
  expect(cost('--check', '--figures', figures)).toEqual({
    code: 1,
    said: 'docs/cost.md is not what bench/results.json and bench/cost/prices.ts come to: npm run cost\n',
  })
  for (const part of ['units', 'warm', 'cold', 'search', 'pictures'])
    for (const parts of [{ ...FIGURES, [part]: undefined }]) {
      write(parts)
      const said = `bench/results.json has no part "${part}": npm run bench -- ${part}\n`
      expect(cost('--check', '--figures', figures)).toEqual({ code: 1, said })
    }
})

test('a thousand uploads, worked out by hand', () => {
  expect(pictureBill(FIGURES, ASSUMED)).toEqual({
    requests: expect.closeTo(0.0014, 9),
    drawing: expect.any(Number),
    objects: expect.closeTo(0.025, 9),
    writes: expect.closeTo(0.003125, 9),
  })
  // 700 ms here are 1,050 on Lambda's processor, of a whole vCPU, in 1,769 MB.
  const atLeast = 1000 * (1769 / 1024) * 1.05 * PRICES.lambdaArmGbSecond.usd
  expect(pictureBill(FIGURES, ASSUMED).drawing / atLeast).toBeCloseTo(1.1, 1)
  expect(storedPictures(FIGURES)).toBeCloseTo(0.6 * 0.023, 9)
})

test('a million lists, worked out by hand', () => {
  const bill = directBill(list, ASSUMED)
  const reads = 2.5 + (6 / 120) * 0.5
  const logged = JSON.stringify(REQUEST_LINE).length + JSON.stringify(ACCESS_LINE).length
  expect(bill).toEqual({
    gateway: expect.closeTo(1, 9),
    authorizerRequests: expect.closeTo(0.2, 9),
    authorizerTime: expect.any(Number),
    functionRequests: expect.closeTo(0.2, 9),
    functionTime: expect.any(Number),
    reads: expect.closeTo(reads * 0.125, 9),
    writes: 0,
    logIngestion: expect.closeTo((logged / 1000) * 0.5, 9),
    logStorage: expect.closeTo((logged / 1000) * 0.15 * 0.03, 9),
    transfer: expect.closeTo(4 * 0.09, 9),
    edgeRequests: 0,
    edgeFunction: 0,
    edgeTransfer: 0,
  })
  // A whole vCPU: 0.8 ms × 1.5 + 0.5 ms, and 4 ms of waiting.
  expect(warmMs(list.function, ASSUMED)).toBeCloseTo(5.7, 9)
  // One of a hundred starts an instance: 80 ms × 1.5 + 0.5 ms + 4 ms + 15 ms. Half a millisecond is rounded up.
  const seconds = (5.7 * 0.99 + 139.5 * 0.01 + 0.5) / 1000
  expect(bill.functionTime).toBeCloseTo((1769 / 1024) * seconds * 13.3334, 6)
})

test('what computes costs the same with any memory, what waits costs in proportion', () => {
  const a = { ...ASSUMED, coldShare: 0 }
  const usdOf = (waitMs: number, memoryMb: number) =>
    durationUsd({ ...list.function, waitMs, memoryMb }, a) -
    durationUsd({ ...list.function, cpuMs: -a.runtimeCpuMs / a.cpuScale, waitMs: 0, memoryMb }, a)
  expect(usdOf(0, 128)).toBeCloseTo(usdOf(0, 1769), 15)
  expect(usdOf(0, 3538)).toBeCloseTo(2 * usdOf(0, 1769), 15)
  expect(usdOf(4, 256) - usdOf(0, 256)).toBeCloseTo(2 * (usdOf(4, 128) - usdOf(0, 128)), 15)
})

test('CloudFront that hits nothing costs its requests more, one that hits all costs nothing else', () => {
  const [missed, hit] = [edgeBill(list, 0, ASSUMED), edgeBill(list, 1, ASSUMED)]
  expect(missed).toEqual({
    ...directBill(list, ASSUMED),
    transfer: 0,
    edgeRequests: expect.closeTo(1, 9),
    edgeFunction: expect.closeTo(0.1, 9),
    edgeTransfer: expect.closeTo(4 * 0.085, 9),
  })
  expect(totalOf(hit)).toBeCloseTo(1.1 + 4 * 0.085, 9)
  for (const call of [list, get])
    expect(totalOf(edgeBill(call, evenHits(call, ASSUMED), ASSUMED))).toBeCloseTo(
      totalOf(directBill(call, ASSUMED)),
      9,
    )
})

test('a write is paid for by its units, and the plain handler by what it reads, computes, sends and logs', () => {
  const { reads, writes } = directBill(create, ASSUMED)
  expect([reads, writes]).toEqual([expect.closeTo(3.25 * 0.125, 9), expect.closeTo(41 * 0.625, 9)])
  const [ours, theirs, worse] = [list, plain, plainer].map((call) => directBill(call, ASSUMED))
  for (const part of ['functionTime', 'reads', 'logIngestion', 'transfer'] as const)
    expect(theirs?.[part]).toBeGreaterThan(1.5 * (ours?.[part] ?? 0))
  for (const part of ['authorizerTime', 'reads'] as const)
    expect(worse?.[part]).toBeGreaterThan(theirs?.[part] ?? 0)
})

test('a million searches, worked out by hand', () => {
  const [small, large] = FIGURES.search.shops
  if (!small || !large) throw new Error('there are no shops')
  const units = (shop: SearchCost, pace: number) => {
    const { readUnits, writeUnits } = searchCall(shop, pace, list, ASSUMED)
    return [readUnits, writeUnits]
  }
  // A new instance, one of a hundred, reads everything; a small shop is read again every 15 minutes.
  expect(units(small, 1)).toEqual([expect.closeTo(0.5 + 120 / 15 + 1.2, 9), 0])
  expect(units(small, 100)).toEqual([expect.closeTo(0.5 + 120 / 1_500 + 1.2, 9), 0])
  // The index of a large one is stored again every six hours.
  expect(units(large, 10)).toEqual([expect.closeTo(0.5 + 12, 9), expect.closeTo(9_000 / 3_600, 9)])
  const { function: slow } = searchCall(small, 1, list, ASSUMED)
  expect(slow).toMatchObject({ cpuMs: expect.closeTo(2 + 100 / 15, 9), coldCpuMs: expect.closeTo(180, 9) })
})

test('a million events that go out alone, worked out by hand', () => {
  expect(deliveryBill(1, FIGURES, ASSUMED)).toEqual({
    writes: expect.closeTo(3 * 0.625, 9),
    reads: expect.closeTo(5 * 0.125, 9),
    queue: expect.closeTo(3 * 0.4, 9),
    fairness: expect.closeTo(3 * 0.1, 9),
    invocations: expect.closeTo(2 * 0.2, 9),
    dispatch: expect.any(Number),
    deliver: expect.any(Number),
    logs: expect.any(Number),
    transfer: expect.closeTo(2 * 0.09, 9),
  })
  // 512 MB are a share of a vCPU of 512 / 1769: (5 ms × 1.5 + 0.5 ms) by that, 4 reads, 2 writes, and a request of 206 ms.
  const warm = (8 * 1769) / 512 + 4 * 4 + 2 * 6 + 206
  const cold = (300.5 * 1769) / 512 + 4 * 4 + 2 * 6 + 206 + 15
  const seconds = (warm * 0.99 + cold * 0.01 + 0.5) / 1000
  expect(deliveryBill(1, FIGURES, ASSUMED).deliver).toBeCloseTo(0.5 * seconds * 13.3334, 6)
})

test('events that go out together share the wake-up, the lease and the invocations, not their rows', () => {
  const [alone, together] = [1, 100].map((count) => deliveryBill(count, FIGURES, ASSUMED))
  expect(together?.queue).toBeCloseTo((alone?.queue ?? 0) / 100, 9)
  expect(together?.invocations).toBeCloseTo((alone?.invocations ?? 0) / 100, 9)
  expect(together?.writes).toBeCloseTo(1.02 * 0.625, 9)
  expect(together?.transfer).toBe(alone?.transfer)
})

test('each of three empty queues is read 648,000 times a month, and a sweep runs every 15 minutes', () => {
  expect(POLLS_PER_MONTH).toBe((5 * 30 * 24 * 3600) / 20)
  const { polling, sweeps } = idleDeliveries(FIGURES, ASSUMED)
  expect(polling).toBeCloseTo(3 * 0.2592, 9)
  expect(sweeps).toBeGreaterThan(0.004)
  expect(sweeps).toBeLessThan(0.06)
  // Two read units and a little more for each webhook, 2,880 times a month, and the time of a read.
  const more = idleDeliveries(FIGURES, ASSUMED, 1_000).sweeps - sweeps
  expect(more).toBeGreaterThan(2_880 * 2_000 * PRICES.readUnit.usd)
  expect(more).toBeLessThan(1)
})

test('the line that is counted is the line that is written', async () => {
  const lines = catchLog()
  const verdict = { business_id: REQUEST_LINE.business_id, identified_by: 'public' }
  const context = lambdaContext()
  const event = apiEvent({ route: '/products', verdict })
  event.requestContext.requestId = REQUEST_LINE.gateway_request_id
  let nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const respond = endpoint(async () => {
    nowMs += REQUEST_LINE.duration_ms
    return { statusCode: 200, headers: {}, body: '' }
  })
  await respond(event, context)
  vi.restoreAllMocks()
  const [{ timestamp = '', ...line } = {}] = lines
  expect({ ...line, timestamp }).toEqual({ ...REQUEST_LINE, timestamp, request_id: context.awsRequestId })
  expect(JSON.stringify(lines[0])).toHaveLength(ASSUMED.lineBytes)
  expect(START_AND_REPORT_BYTES).toBeGreaterThan(ASSUMED.lineBytes)
})

test('every price has a page of AWS, and says where it was seen', () => {
  for (const { source, seen, usd, unit } of Object.values(PRICES)) {
    expect(source).toMatch(/^https:\/\/aws\.amazon\.com\/[a-z0-9/-]+\/$/)
    expect(seen).toMatch(/20\d\d|undated/)
    expect(usd > 0 && unit.length > 0).toBe(true)
  }
})

test('dollars are told in cents, and small ones by two digits', () => {
  expect([0, 0.00123, 0.0456, 0.1, 1.005, 12.345, 1234.5].map(usd)).toEqual([
    '–',
    '$0.0012',
    '$0.046',
    '$0.10',
    '$1.00',
    '$12.35',
    '$1,235',
  ])
})

test('the page has no figure that is none', () => {
  expect(costPage(FIGURES)).not.toMatch(/NaN|undefined|Infinity/)
})
