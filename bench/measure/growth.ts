import { begin } from '../progress.ts'
import type { GrowthCost, GrowthPart } from '../report/figures.ts'
import { measureWarm } from './callers.ts'
import { makeCatalogue } from './catalogue.ts'
import { inProcess } from './in-process.ts'
import { thisMachine, today } from './machine.ts'
import * as questions from './questions.ts'
import { readCost } from './read-cost.ts'
import { seed } from './seed.ts'
import type { Workspace } from './workspace.ts'

/** Two businesses whose first pages are the same, one with many more products behind them. */
const SHOPS = {
  small: { id: '7d1f0f52-0b7e-4b0e-8a35-64c1d0a9e501', slug: 'small' },
  large: { id: '7d1f0f52-0b7e-4b0e-8a35-64c1d0a9e502', slug: 'large' },
}
type Size = keyof typeof SHOPS
const SMALL = 100

/** The cost of a list of 20 products in a catalogue of 100 and in one of `products`. */
export async function measureGrowth(
  workspace: Workspace,
  { products, repetitions }: { products: number; repetitions: number },
): Promise<GrowthPart> {
  const sizes: Record<Size, number> = { small: SMALL, large: products }
  const onProducts = begin('products seeded', SMALL + products)
  for (const size of ['small', 'large'] as const)
    await seed(workspace, makeCatalogue(SHOPS[size].id, SHOPS[size].slug, sizes[size]), {
      baseline: false,
      guards: false,
      onProducts,
    })
  const trials = (['small', 'large'] as const).map((size) => ({
    name: size,
    question: questions.everOtherList('gzip', SHOPS[size].id),
    calls: 200,
    warmUp: 1_500,
  }))
  const costs = await measureWarm(workspace, trials, {
    repetitions,
    onRound: begin('lists in both catalogues', repetitions),
  })
  const costOf = async (size: Size): Promise<GrowthCost> => {
    const cost = costs.get(size)
    if (!cost) throw new Error(`${size} was not measured`)
    const { read_units, reported_read_units } = await inProcess(workspace, (ask) =>
      readCost(ask, workspace.meter, (coding) => questions.list(coding, SHOPS[size].id)),
    )
    return { products: sizes[size], read_units, reported_read_units, ...cost }
  }
  return {
    measured_on: today(),
    machine: thisMachine(),
    repetitions,
    small: await costOf('small'),
    large: await costOf('large'),
  }
}
