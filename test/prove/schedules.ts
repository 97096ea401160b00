import { findProduct, findWholeProduct } from '../../lib/data/products/product-reads.ts'
import { changeProduct, updateProduct } from '../../lib/data/products/products.ts'
import { findSchedule, listSchedules } from '../../lib/data/schedules/list-schedules.ts'
import { runSchedule } from '../../lib/data/schedules/run-schedule.ts'
import { endSchedule, putSchedule } from '../../lib/data/schedules/schedules.ts'
import { actingAs, OPERATOR } from '../../lib/data/table/actor.ts'
import { TableUnavailable } from '../../lib/data/table/calls/table-fault.ts'
import { scheduleKey } from '../../lib/data/table/keys.ts'
import type { Business } from '../../lib/domain/business.ts'
import { localTime } from '../../lib/domain/local-time.ts'
import { patchVariants } from '../../lib/domain/products/patch-variants.ts'
import { patchWhole } from '../../lib/domain/products/product-body.ts'
import { readWantedSchedule } from '../../lib/domain/schedules/schedule.ts'
import { verifyBusiness } from '../../lib/operator/upkeep/verify/verify.ts'
import { killWhen, runTask, settled, watchTable } from '../delivery/simulation/tasks.ts'
import { inPercent } from './events-endpoints.ts'
import { type Merchant, makeMerchant } from './merchant.ts'
import { hold, type Run } from './run.ts'
import { judgeHistory, ORIGINAL, PLANNER, type Sale } from './schedules-judge.ts'

/** The products of a round, and those of them that have options. */
const PRODUCTS = 16
const WITH_OPTIONS = 4
/** Of a hundred calls to the table so many are the last ones of their move. */
const KILL_PERCENT = 6
/** Runs of the clock for each half, all at once. */
const RUNS = 3

interface Scene {
  business: Business
  run: Run
  sales: readonly Sale[]
  times: Times
}

/**
 * Lets sales of a day begin and end by the real code on the real table, each half by several runs at once, beside editors, and
 * clients that end them or move their end, with kills before calls. The days are those on which summer time begins and ends.
 */
export async function proveSchedules({ baseUrl }: { baseUrl: string }, run: Run): Promise<void> {
  for (let round = 0; run.goesOn(); round++) {
    const scene = await makeScene(await makeMerchant(baseUrl, ['tea']), run, round)
    const { at, until } = scene.times
    await halves(scene, at - 1, 0)
    await judgeUntouched(scene)
    await halves(scene, at, 2)
    await judge(scene)
    await halves(scene, until - 1, 0)
    await halves(scene, until, 2)
    await judge(scene)
    const { items } = await listSchedules(scene.business.id, { limit: 100 })
    hold(items.length === 0, () => `after its end there is still ${JSON.stringify(items)}`)
    const { findings } = await verifyBusiness(scene.business.id)
    hold(findings.length === 0, () => `verify finds ${JSON.stringify(findings)}`)
  }
}

async function makeScene({ business, call }: Merchant, run: Run, round: number): Promise<Scene> {
  const times = timesOf(round)
  const sales: Sale[] = []
  for (let n = 0; n < PRODUCTS; n++) {
    const hasOptions = n < WITH_OPTIONS
    const { status, body } = await call('POST', '/admin/products', {
      name: `Tea ${n}`,
      category_id: 'tea',
      status: 'active',
      tags: ORIGINAL.tags,
      ...(hasOptions ? SIZES : { price: ORIGINAL.price }),
    })
    if (status !== 201 || body.id === undefined) throw new Error(`a product answers ${status}`)
    const prices = { price: 1_000 + run.below(900), compare_at_price: ORIGINAL.price }
    const patch = hasOptions
      ? { tags: ['sale'], variants: [{ id: `${body.id}-1`, ...prices }] }
      : { ...prices, tags: ['sale'], ...(run.below(2) === 0 && { status: 'draft' as const }) }
    sales.push({ product: body.id, patch, hasOptions, isEnded: n % 4 === 0 })
    const wanted = readWantedSchedule({ at: times.atText, until: times.untilText, patch })
    await actingAs({ actor: PLANNER, requestId: null }, () => putSchedule(business.id, body.id ?? '', wanted))
  }
  return { business, run, sales, times }
}

const SIZES = {
  options: [{ name: 'Size', values: ['S', 'M'] }],
  variants: ['S', 'M'].map((Size) => ({ option_values: { Size }, price: ORIGINAL.price })),
}

/** One half of every sale, by several runs at once, beside so many others; then again without kills. */
async function halves(scene: Scene, now: number, others: number): Promise<void> {
  const { business, run, sales } = scene
  const stop = watchTable()
  const never = new Promise<void>(() => {})
  killWhen(() => inPercent(run, KILL_PERCENT))
  const doing = async (move: () => Promise<unknown>) => {
    const outcome = await runTask(move, never).catch((error: unknown) => {
      // Like a killed move it may be done in part.
      if (!(error instanceof TableUnavailable)) throw error
      return 'out of time'
    })
    run.count(typeof outcome === 'string' ? outcome : 'moves done')
  }
  try {
    for (const sale of sales) {
      const half = () => runSchedule(business.id, scheduleKey('', sale.product).sk, now)
      const moves = [
        ...Array<typeof half>(RUNS).fill(half),
        ...Array.from({ length: others }, () => anyMove(scene, sale)),
      ]
      await Promise.all(moves.map(doing))
      run.advance()
    }
    await settled()
  } finally {
    killWhen(() => false)
    stop()
  }
  for (const { product } of sales) await runSchedule(business.id, scheduleKey('', product).sk, now)
}

/** A move of somebody else. */
function anyMove(scene: Scene, sale: Sale): () => Promise<unknown> {
  const { business, run, times } = scene
  const { product, patch, hasOptions, isEnded } = sale
  const dice = run.below(20)
  const otherwise = { actor: OPERATOR, requestId: null }
  if (dice < 2 && isEnded) return () => actingAs(otherwise, () => endSchedule(business.id, product))
  if (dice < 2) {
    // The same again changes nothing.
    const wanted = readWantedSchedule({ at: times.atText, until: times.untilText, patch })
    return () => putSchedule(business.id, product, wanted)
  }
  if (hasOptions) {
    const change = run.oneOf([
      { name: `Tea ${dice}` },
      { variants: [{ id: `${product}-2`, price: 7 + dice }] },
    ])
    return () =>
      actingAs(otherwise, () =>
        changeProduct(business.id, product, (whole) =>
          'variants' in change ? patchVariants(whole, change) : patchWhole(whole, change),
        ),
      )
  }
  const change = run.oneOf([
    { price: patch.price ?? 0 },
    { price: ORIGINAL.price, compare_at_price: null },
    { price: 1 + dice },
    { tags: ['edited'] },
    { tags: ['sale'] },
    { position: dice },
    { compare_at_price: 5_000 + dice },
  ])
  return () =>
    actingAs(otherwise, () => updateProduct(business.id, product, (one) => patchedPlain(one, change)))
}

type Plain = NonNullable<Awaited<ReturnType<typeof findProduct>>>

/** An editor keeps the rule of the two prices, which a patch that contradicts is refused for. */
function patchedPlain(product: Plain, change: Partial<Plain>): Plain {
  const after = { ...product, ...change }
  return after.compare_at_price !== null && after.compare_at_price < after.price
    ? { ...after, compare_at_price: null }
    : after
}

async function judgeUntouched({ business, sales }: Scene): Promise<void> {
  for (const { product } of sales) {
    const { version } = (await findProduct(business.id, product)) ?? {}
    hold(version === 1, () => `${product} has changed before its time`)
  }
}

async function judge({ business, sales, run }: Scene): Promise<void> {
  for (const sale of sales) {
    const schedule = await findSchedule(business.id, sale.product)
    const whole = await findWholeProduct(business.id, sale.product)
    if (!whole) throw new Error(`${sale.product} is gone`)
    if (!sale.hasOptions)
      run.count('halves seen', await judgeHistory(business.id, sale, whole.product, schedule))
    else judgeVariant(sale, whole, schedule !== undefined)
  }
}

/** Nobody else changes this variant: it is as it was, or as in the sale. */
function judgeVariant(
  { product, patch }: Sale,
  whole: NonNullable<Awaited<ReturnType<typeof findWholeProduct>>>,
  isRunning: boolean,
): void {
  const [wanted] = patch.variants ?? []
  const variant = whole.set.variants.find(({ id }) => id === wanted?.id)
  const [price, tags] = isRunning ? [wanted?.price, ['sale']] : [ORIGINAL.price, ORIGINAL.tags]
  hold(
    variant?.price === price && `${whole.product.tags}` === `${tags}`,
    () => `${product} is at ${variant?.price} with ${whole.product.tags}, running ${isRunning}`,
  )
}

interface Times {
  atText: string
  untilText: string
  at: number
  until: number
}

const ZONE = 'Europe/Berlin'
const DAY = 86_400_000

/** The beginning and the end of a day in Berlin on which summer time begins or ends, in turns. */
function timesOf(round: number): Times {
  const days = Array.from({ length: 398 }, (_, n) =>
    new Date(Date.now() + (n + 1) * DAY).toISOString().slice(0, 10),
  )
  const midnights = days.map(midnightOf)
  const changes = midnights.flatMap((atText, n) => {
    const untilText = midnights[n + 1] ?? atText
    const [at, until] = [Date.parse(atText), Date.parse(untilText)]
    return until - at === DAY || until === at ? [] : [{ atText, untilText, at, until }]
  })
  const times = changes[round % changes.length]
  if (!times) throw new Error('a year without summer time')
  return times
}

function midnightOf(day: string): string {
  const texts = ['+01:00', '+02:00'].map((offset) => `${day}T00:00:00${offset}`)
  const text = texts.find((one) => localTime(new Date(one), ZONE) === `${day} 00:00:00`)
  if (!text) throw new Error(`${day} has no midnight`)
  return text
}
