import { stripTypeScriptTypes } from 'node:module'
import { inject } from 'vitest'
import * as client from '../../clients/typescript/src/index.ts'
import { blocksOf, readPage } from './blocks.ts'

/** The reader of a page: the shop that takes the place of the demo shop, and its key. */
export interface Reader {
  slug: string
  KEY: string
}

const blocksIn = (page: string) =>
  blocksOf(readPage(page)).flatMap(({ language, text }) => (language === 'ts' ? [text] : []))

const RECIPES = 'docs/recipes.md'

/** The two clients with which every recipe begins. */
const [SETUP = ''] = blocksIn(RECIPES)

/** The recipe of a page that has these words. */
export function recipeWith(words: string, page = RECIPES): string {
  const found = blocksIn(page).find((text) => text !== SETUP && text.includes(words))
  if (found === undefined) throw new Error(`no recipe of ${page} has ${words}`)
  return found
}

/** Runs a recipe, to which `own` gives what a reader would have; returns what it printed. */
export async function runRecipe(
  recipe: string,
  { slug, KEY }: Reader,
  own: Record<string, unknown> = {},
): Promise<string[]> {
  const printed: string[] = []
  const BASE = inject('baseUrl')
  const names = {
    ...client,
    BASE,
    KEY,
    console: { log: (...values: unknown[]) => printed.push(values.map(String).join(' ')) },
    ...own,
  }
  // A block, because some recipes make a client of their own.
  const program = `${SETUP}{\n${recipe.replaceAll(/^import .*\n|^export /gm, '')}\n}`
    .replaceAll(/(business(?:: '|=))demo/g, `$1${slug}`)
    .replaceAll(/(?:http:\/\/localhost:3000|https:\/\/…)\/api\/v1/g, BASE)
  const AsyncFunction = runRecipe.constructor as FunctionConstructor
  const run = new AsyncFunction(...Object.keys(names), stripTypeScriptTypes(program))
  await run(...Object.values(names))
  return printed
}
