import Validator from '@adobe/structured-data-validator'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { judgeOffers, judgeScripts, shownProducts } from './judge-json-ld.ts'

test('each offer says what the row of the feed says', () => {
  judgeOffers(500)
})

test('it can be put into a script element unchanged', () => {
  judgeScripts(200)
})

const issuesOf = async (thing: object) => {
  const found = await new Validator().validate({ jsonld: { [String(Object(thing)['@type'])]: [thing] } })
  return found.filter(({ severity }) => severity === 'ERROR').map(({ issueMessage }) => issueMessage)
}

test("Google's rules, as Adobe's validator knows them, find no error", async () => {
  // Google wants a picture, and some products have none.
  for (const { shown, text } of shownProducts(100))
    if (shown.product.images.length > 0) expect(await issuesOf(JSON.parse(text))).toEqual([])
  const [one] = [...shownProducts(30)].map(({ text }) => JSON.parse(text)).filter((thing) => thing.offers)
  const { name: _, ...nameless } = one
  expect(await issuesOf(nameless)).not.toEqual([])
  const { price: __, ...free } = one.offers
  expect(await issuesOf({ ...one, offers: free })).not.toEqual([])
})

/** Type faults of values as JSON-LD, by schema.org's terms as the package schema-dts has them. */
function typeFaults(texts: readonly string[]): string[] {
  const file = `${process.cwd()}/test/domain/channels/checked.ts`
  const lines = texts.map((text, n) => `export const _${n}: WithContext<Product | ProductGroup> = ${text}`)
  const source = ["import type { Product, ProductGroup, WithContext } from 'schema-dts'", ...lines].join('\n')
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es2022.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => name === file || fileExists(name)
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest)
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

test("schema.org's terms, as schema-dts has them, know every property and value", () => {
  const texts = [...shownProducts(12)].map(({ text }) => text)
  const named = texts.filter((text) => text.includes('"productID"'))
  const misspelled = named.map((text) => text.replace('"productID"', '"productId"'))
  expect(typeFaults(texts)).toEqual([])
  expect(typeFaults(misspelled.slice(0, 1))).not.toEqual([])
})
