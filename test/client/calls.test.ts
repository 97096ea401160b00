import { join } from 'node:path'
import ts from 'typescript'
import { expect, expectTypeOf, inject, test } from 'vitest'
import {
  createStorefront,
  isProblem,
  type Product,
  StorefrontError,
  unwrap,
} from '../../clients/typescript/src/index.ts'
import { makeBusiness, makeCategory, makeProduct } from '../support/shop.ts'

const business = await makeBusiness()
await makeCategory(business, { id: 'tea' })
await makeProduct(business, { name: 'Sencha', category_id: 'tea' })
const shop = createStorefront({ baseUrl: inject('baseUrl'), business: business.slug })

test('with fields a list has only these members, in the types too', async () => {
  const { data } = await shop.GET('/products', { params: { query: { fields: ['name', 'price'] } } })
  const [product] = data?.data ?? []
  expect(product).toEqual({ id: expect.any(String), name: 'Sencha', price: 1250 })
  expectTypeOf(product).toEqualTypeOf<Pick<Product, 'id' | 'name' | 'price'> | undefined>()
  expectTypeOf(data?.next_cursor).toEqualTypeOf<string | null | undefined>()
  const { data: whole } = await shop.GET('/products', { params: { query: { limit: 1 } } })
  expectTypeOf(whole?.data[0]?.category_id).toEqualTypeOf<string | undefined>()
})

test('a 304 for the sent ETag does not throw, and has no data', async () => {
  const { response } = await shop.GET('/products')
  const headers = { 'if-none-match': response.headers.get('etag') ?? '' }
  const again = await shop.GET('/products', { headers })
  expect([again.response.status, again.data, again.error]).toEqual([304, undefined, undefined])
  expect(again.response.headers.get('etag')).toBe(response.headers.get('etag'))
  expect(await unwrap(shop.GET('/products', { headers }))).toBeUndefined()
})

test('a problem is distinguished from a message of the gateway', async () => {
  const { error } = await shop.GET('/products/{product}', { params: { path: { product: 'none' } } })
  expect(isProblem(error) && error.code).toBe('product_not_found')
  expect(isProblem({ message: 'Too Many Requests' })).toBe(false)
  for (const nothing of [undefined, null, '', 'code', 0]) expect(isProblem(nothing)).toBe(false)
  const thrown = new StorefrontError(new Response(null, { status: 429 }), { message: 'Too Many Requests' })
  expect(thrown.problem).toBeUndefined()
})

test.each<[string, string | undefined, string?]>([
  ['that is not set', undefined],
  ['that is empty', ''],
  ['that is empty for a business', ' ', 'demo'],
  ['as a page shows it', 'sfk_…'],
  ['with a line break in it', 'sfk_1\nsfk_2'],
  ['after a line break', '\nsfk_1'],
  ['after a byte order mark', '\ufeffsfk_1'],
  ['before a space that no header drops', 'sfk_1\u00a0'],
])('a key %s is refused in words, before any request', (_, apiKey, business) => {
  expect(() => createStorefront({ baseUrl: inject('baseUrl'), apiKey, business })).toThrow(
    new TypeError('apiKey must be the token of an API key, which begins with sfk_; is its variable set?'),
  )
})

test('a shop needs no key, and a key can end with the line break of its file', () => {
  const baseUrl = inject('baseUrl')
  expect(() => createStorefront({ baseUrl, business: business.slug, apiKey: undefined })).not.toThrow()
  expect(() => createStorefront({ baseUrl, apiKey: 'sfk_1\n' })).not.toThrow()
})

/** A file beside the client, as an editor has it open. */
const FILE = join(import.meta.dirname, '../../clients/typescript/src/in-an-editor.ts')
const BEGIN =
  "import { createStorefront } from './index.ts'\nconst shop = createStorefront({ baseUrl: '' })\n"

function editorOf(code: string): ts.LanguageService {
  const config = join(import.meta.dirname, '../../clients/typescript/tsconfig.json')
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config,
    ts.sys,
    join(config, '..'),
  )
  const read = (file: string) => (file === FILE ? `${BEGIN}${code}\n` : ts.sys.readFile(file))
  return ts.createLanguageService({
    getScriptFileNames: () => [FILE],
    getScriptVersion: () => '1',
    getScriptSnapshot(file) {
      const text = read(file)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => import.meta.dirname,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (file) => file === FILE || ts.sys.fileExists(file),
    readFile: read,
  })
}

test('the type error of a wrong path names the paths that begin like it', () => {
  const wrong: [call: string, named: string][] = [
    [
      "GET('/product/{id}')",
      '"/products" | "/products/search" | "/products/{product}" | "/products/{product}/variants" | "/products/{product}/jsonld"',
    ],
    ["GET('/admin/event')", '"/admin/events" | "/admin/events/{id}"'],
    ["POST('/admin/categories/{id}', { body: {} })", '"/admin/categories"'],
    ["PATCH('/admin/busines', { body: {} })", '"/admin/business"'],
  ]
  const faults = editorOf(wrong.map(([call]) => `shop.${call}`).join('\n')).getSemanticDiagnostics(FILE)
  expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual(
    wrong.map(([call, named]) => {
      const [, path] = /\('([^']*)'/.exec(call) ?? []
      return `Argument of type '"${path}"' is not assignable to parameter of type '${named}'.`
    }),
  )
})

test('what a request needs is demanded, what it does not know is refused, and paths are proposed', () => {
  const editor = editorOf(
    [
      "shop.GET('/admin/products/{id}')",
      "shop.GET('/admin/products', { params: { query: { limt: 3 } } })",
      "shop.POST('/admin/categories', { body: { nme: 'Tea' } })",
      "shop.GET('/health')",
      "shop.GET('')",
    ].join('\n'),
  )
  const [missing, misspelt, member, ...others] = editor
    .getSemanticDiagnostics(FILE)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
  expect(missing).toBe('Expected 2 arguments, but got 1.')
  expect(misspelt).toContain("Did you mean to write 'limit'?")
  expect(member).toContain("'nme' does not exist")
  expect(others).toHaveLength(1)
  const inQuotes = editor.getProgram()?.getSourceFile(FILE)?.text.lastIndexOf("''") ?? 0
  const proposed = editor.getCompletionsAtPosition(FILE, inQuotes + 1, {})?.entries.map(({ name }) => name)
  expect(proposed).toContain('/admin/products/{id}')
  expect(proposed).not.toContain('/admin/products/bulk')
})
