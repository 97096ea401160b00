import { begin } from '../progress.ts'
import type { PartName, Parts } from '../report/figures.ts'
import { makeCatalogue } from './catalogue.ts'
import { measureCold } from './cold.ts'
import { measureGrowth } from './growth.ts'
import { measureImports } from './imports.ts'
import { measureLoad } from './load.ts'
import { measurePictures } from './pictures.ts'
import { makePlaced } from './placed.ts'
import { CATALOGUE, PLACED_SHOP, SHOP, SIZED_SHOP, VARIED_SHOP } from './questions.ts'
import { measureSearch } from './search-cost.ts'
import { seed } from './seed.ts'
import { makeSized } from './sized.ts'
import { measureStock } from './stock-rate.ts'
import { measureUnits } from './units.ts'
import { makeVaried } from './varied.ts'
import { measureWarmCalls } from './warm.ts'
import { type BenchEngine, type Workspace, withWorkspace } from './workspace.ts'

/** As many products with variants, with sizes of pictures, or with some that are placed in it, as fill a page of one category. */
const ONE_PAGE = 100

/** How much is measured. Medians want at least 10 repetitions. */
const FULL = {
  cold: 20,
  warm: 12,
  growth: 12,
  stock: 12,
  products: 100_000,
  searched: [100, 1_000, 5_000, 10_000, 100_000],
  imported: 24_000,
  during: 10,
  drawn: 30,
  loadSeconds: 30,
}
const QUICK: typeof FULL = {
  cold: 5,
  warm: 4,
  growth: 4,
  stock: 4,
  products: 10_000,
  searched: [100, 1_000, 5_000],
  imported: 2_400,
  during: 2,
  drawn: 5,
  loadSeconds: 5,
}

type Measure<P extends PartName> = (workspace: Workspace, size: typeof FULL) => Promise<Parts[P]>

const MEASURES: { [P in Exclude<PartName, 'load' | 'pictures'>]: Measure<P> } = {
  cold: (workspace, size) => measureCold(workspace, size.cold, begin('cold starts', size.cold)),
  warm: (workspace, size) => measureWarmCalls(workspace, size.warm, begin('warm calls', size.warm)),
  units: (workspace) => measureUnits(workspace),
  growth: (workspace, { products, growth: repetitions }) =>
    measureGrowth(workspace, { products, repetitions }),
  stock: (workspace, { stock }) => measureStock(workspace, stock),
  search: (workspace, { searched }) => measureSearch(workspace, searched),
  imports: (workspace, { imported: products, during: repetitions }) =>
    measureImports(workspace, { products, repetitions }),
}

/**
 * Units are counted by Dynoxide, which rounds up each single item of a transaction, as AWS does. DynamoDB Local
 * rounds their sum: ten small items cost it two write units, where AWS bills twenty.
 */
const engineOf = (name: PartName): BenchEngine =>
  name === 'units' || name === 'search' || name === 'imports' ? 'dynoxide' : 'dynamodb-local'

/**
 * Measures parts one after the other and hands each over as soon as it is known, so that what comes later can fail
 * without taking the earlier ones with it.
 */
export async function measureParts(
  names: readonly PartName[],
  isQuick: boolean,
  onPart: (measured: Partial<Parts>) => Promise<void>,
): Promise<void> {
  const size = isQuick ? QUICK : FULL
  for (const engine of ['dynoxide', 'dynamodb-local'] as const) {
    const onTable = names
      .filter((name) => name !== 'load' && name !== 'pictures')
      .filter((name) => engineOf(name) === engine)
    if (onTable.length === 0) continue
    await withWorkspace(engine, async (workspace) => {
      await seed(workspace, makeCatalogue(SHOP.id, SHOP.slug, CATALOGUE))
      await seed(workspace, makeVaried(VARIED_SHOP.id, VARIED_SHOP.slug, ONE_PAGE), { baseline: false })
      await seed(workspace, makePlaced(PLACED_SHOP.id, PLACED_SHOP.slug, ONE_PAGE), { baseline: false })
      await seed(workspace, makeSized(SIZED_SHOP.id, SIZED_SHOP.slug, ONE_PAGE), { baseline: false })
      for (const name of onTable) await onPart({ [name]: await MEASURES[name](workspace, size) })
    })
  }
  if (names.includes('pictures')) await onPart({ pictures: await measurePictures(size.drawn) })
  if (names.includes('load')) await onPart({ load: await measureLoad(size.loadSeconds) })
}
