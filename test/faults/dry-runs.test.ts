import { beforeAll, describe, expect, test, vi } from 'vitest'
import { tableOf } from '../support/table-of.ts'
import { useFaultProxy } from './bench.ts'
import { callRoute, type Reply, resultsOf } from './caller.ts'
import { canMeet, FAULTS, IS_WHOLE } from './faults.ts'
import { makeTracked } from './inventory-scenarios.ts'
import { makeOld, makeSized } from './old-product.ts'
import { type Prepared, prepare, type Scenario } from './scenarios.ts'

const proxy = useFaultProxy()

const DRY_RUNS: readonly Scenario[] = [
  {
    route: 'POST /admin/products/bulk',
    prepare: async (business) => {
      const [moved, priced, sized, gone] = [
        await makeOld(business, 'Moved'),
        await makeOld(business, 'Priced'),
        await makeSized(business),
        await makeOld(business, 'Gone'),
      ]
      const operations = [
        { op: 'create', data: { name: 'New', price: 1, category_id: 'tea', status: 'active', sku: 'new' } },
        { op: 'update', id: moved, data: { category_id: 'pots', slug: 'elsewhere', sku: 'moved-2' } },
        { op: 'reprice', id: priced, percent: -10 },
        { op: 'variants', id: sized, data: { variants: [{ sku: 'Old-M', price: 12 }] } },
        { op: 'delete', id: gone },
      ]
      return { query: 'dry_run=true', body: { operations } }
    },
  },
  {
    route: 'POST /admin/inventory/adjust',
    prepare: async (business) => {
      await makeTracked(business, [2, 3, null])
      const changes = [
        { sku: 'Old-0', delta: -2 },
        { sku: 'Old-1', quantity: 9, expected: 3 },
      ]
      return { query: 'dry_run=true', body: { reason: 'sale', reference: 'order 1', changes } }
    },
  },
]

/** Longer than anything that a process remembers of a business. */
const A_DAY_MS = 24 * 60 * 60 * 1000

describe.each(DRY_RUNS)('$route', (scenario) => {
  let prepared: Prepared
  let before: string[]
  let flawless: Reply
  let operations: string[]

  beforeAll(async () => {
    prepared = await prepare(scenario)
    before = await tableOf(prepared.business.id)
    proxy().plan()
    flawless = await dryRun()
    operations = proxy().calls.map(({ operation }) => operation)
    expect(operations).toEqual(expect.arrayContaining(['TransactWriteItems', 'PutItem']))
    expect([flawless.status, ...resultsOf(flawless).filter((status) => status >= 300)]).toEqual([200])
  })

  const dryRun = () => {
    vi.advanceTimersByTime(A_DAY_MS)
    return callRoute(scenario.route, prepared)
  }
  const faults = FAULTS.filter(({ kind }) => IS_WHOLE || kind)

  test.each(faults)(
    'writes nothing but a plan, and returns the same or a problem of its own: $name',
    async (fault) => {
      for (const [at, operation] of operations.entries()) {
        if (!canMeet(operation, fault)) continue
        for (const isForGood of [false, true]) {
          proxy().plan((n, one) =>
            n === at || (isForGood && n > at && canMeet(one, fault)) ? fault : undefined,
          )
          const reply = await dryRun()
          proxy().plan()
          const call = `${operation}, call ${at}${isForGood ? ' and all later ones' : ''}`
          expect(await tableOf(prepared.business.id), call).toEqual(before)
          const problems = problemsOf(reply)
          // The table's refusal of a call for its content is a fault of this program.
          const due = fault.isFinal ? 'internal_error' : 'temporarily_unavailable'
          expect(
            problems.filter((code) => code !== due),
            call,
          ).toEqual([])
          if (!isForGood && !fault.isFinal) expect(problems, call).toEqual([])
          if (problems.length === 0) expect(lasting(reply), call).toBe(lasting(flawless))
        }
      }
    },
  )
})

/** The codes of the response's problem, or of those of its operations. */
const problemsOf = ({ status, body }: Reply): (string | undefined)[] =>
  status === 200
    ? (body.data ?? []).flatMap(({ problem }) => (problem ? [problem.code] : []))
    : [body.code ?? `${status}`]

/** A response without its own ids and times. */
const lasting = ({ text }: Reply) =>
  text
    .replace(/(?<="plan":\{"id":")[\w-]+/, '<id>')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|\d{13}(?=\.\d)/g, '<time>')
