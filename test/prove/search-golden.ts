import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeShop } from './import.ts'
import { runOperator, workOn } from './import-process.ts'
import { hold, NotPossible, type Run } from './run.ts'
import { type ProvenStack, withStack } from './stack.ts'

/**
 * Searches in the sample catalogues of https://github.com/shopifypartners/product-csvs, and the product that must come
 * first in each.
 */
const GOLDEN: Record<string, [query: string, first: string][]> = {
  'apparel.csv': [
    ['tuxedo', 'Blue Silk Tuxedo'],
    ['blue silk', 'Blue Silk Tuxedo'],
    ['long sleeves', 'Long Sleeve Cotton Top'],
    ['long-sleeve top', 'Long Sleeve Cotton Top'],
    ['checkered', 'Chequered Red Shirt'],
    ['leather jackets', 'Classic Leather Jacket'],
    ['leather bag', 'Black Leather Bag'],
    ['jacket with zip', 'Zipped Jacket'],
    ['skirts', 'Striped Skirt and Top'],
    ['yelow jumper', 'Yellow Wool Jumper'],
    ['sport jacket', 'Navy Sports Jacket'],
    ['denim', 'Dark Denim Top'],
    ['led tops', 'LED High Tops'],
    ['hightops', 'LED High Tops'],
    ['olive', 'Olive Green Jacket'],
    ['winter', 'Soft Winter Jacket'],
  ],
  'home-and-garden.csv': [
    ['bean bag', 'Black Beanbag'],
    ['beanbag', 'Black Beanbag'],
    ['arm chair', 'Pink Armchair'],
    ['chair', 'Pink Armchair'],
    ['watering cans', 'Yellow watering can'],
    ['plant pot', 'Clay Plant Pot'],
    ['candles', 'Vanilla candle'],
    ['vanila', 'Vanilla candle'],
    ['trowel', 'Gardening hand trowel'],
    ['grey sofa', 'Grey Sofa'],
    ['gray sofa', 'Grey Sofa'],
    ['drawer', 'Antique Drawers'],
    ['knitted pillow', 'Knitted Throw Pillows'],
    ['fence', 'Wooden Fence'],
    ['cardboard', 'Biodegradable cardboard pots'],
    ['bedside', 'Bedside Table'],
    ['outdoor table', 'Wooden Outdoor Table'],
  ],
  'jewelery.csv': [
    ['origami', 'Origami Crane Necklace'],
    ['dreamcacher', 'Dreamcatcher Pendant Necklace'],
    ['dream catcher', 'Dreamcatcher Pendant Necklace'],
    ['neclace with a bird', 'Gold Bird Necklace'],
    ['earing angel', 'Guardian Angel Earrings'],
    ['elephants', 'Gold Elephant Earrings'],
    ['galaxy ring', 'Galaxy Earrings'],
    ['boho bangle', 'Boho Bangle Bracelet'],
    ['triangle choker', 'Choker with Triangle'],
    ['chakra', '7 Shakra Bracelet'],
    ['anchor', 'Anchor Bracelet Mens'],
    ['gem stone', 'Gemstone Necklace'],
    ['silver thread', 'Silver Threader Necklace'],
    ['moon', 'Moon Charm Bracelet'],
    ['gift moon charm', 'Moon Charm Bracelet'],
    ['summer', 'Stylish Summer Necklace'],
  ],
}

/** Imports the sample catalogues in a folder with the real program, and searches in them over HTTP. */
export async function proveGolden(files: string, run: Run): Promise<void> {
  const names = new Set(await readdir(files).catch(() => []))
  const missing = Object.keys(GOLDEN).filter((name) => !names.has(name))
  if (missing.length > 0)
    throw new NotPossible(
      `${files} has no ${missing.join(', ')}: they are in https://github.com/shopifypartners/product-csvs`,
    )
  const folder = await mkdtemp(join(tmpdir(), 'storefront-prove-search-'))
  try {
    await withStack(async (stack) => {
      await workOn(folder, stack.table)
      for (const [name, queries] of Object.entries(GOLDEN)) {
        const { id } = await makeShop()
        const { code, stderr } = await runOperator(folder, ['import', join(files, name), '--business', id])
        hold(code === 0, () => `the import of ${name} ended with ${code}: ${stderr}`)
        for (const [query, first] of queries) {
          const found = await firstOf(stack, id, query)
          hold(found === first, () => `${name}: ${query} finds ${found} first, not ${first}`)
          run.count('golden queries')
        }
      }
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function firstOf(
  { baseUrl }: ProvenStack,
  business: string,
  query: string,
): Promise<string | undefined> {
  const path = `/products/search?business=${business}&limit=1&fields=name&q=${encodeURIComponent(query)}`
  const response = await fetch(baseUrl + path)
  const { data } = (await response.json()) as { data?: { name: string }[] }
  return data?.[0]?.name
}
