import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { HAND_MADE } from '../../clients/typescript/src/command/api/api-commands.ts'
import { wordingOf } from '../../clients/typescript/src/command/api/operation.ts'
import { OPERATIONS } from '../../clients/typescript/src/command/api/operations.ts'
import { bodyOf, pathOf, readValue } from '../../clients/typescript/src/command/api/request.ts'
import { cellOf, columnsOf, headingOf, textsOf } from '../../clients/typescript/src/command/api/tables.ts'
import { asList, tablePrinter } from '../../clients/typescript/src/command/columns.ts'
import { asJson } from '../../clients/typescript/src/command/common-options.ts'
import { oneLine } from '../../clients/typescript/src/command/error-line.ts'
import { createProgram } from '../../clients/typescript/src/command/program.ts'
import { ROUTES } from '../../lib/api/routes.ts'

const program = createProgram(() => {})

function operation(name: string) {
  const found = OPERATIONS.find(({ method, path }) => `${method} ${path}` === name)
  if (!found) throw new Error(`there is no ${name}`)
  return found
}

/** The words of every command that is none but a group. */
function commandsIn(group: Command, words: readonly string[] = []): [words: string, command: Command][] {
  return group.commands.flatMap((command) => {
    const own = [...words, command.name()]
    const within = commandsIn(command, own)
    return command.commands.length > 0 && command.name() !== 'feeds'
      ? within
      : [[own.join(' '), command], ...within]
  })
}

test('each operation has exactly one command, and the number of arguments separates two with the same words', () => {
  const commands = new Map(commandsIn(program))
  const used = OPERATIONS.map((one) => {
    const { words, variables } = wordingOf(one, OPERATIONS)
    const { [`${one.method} ${one.path}`]: handMade } = HAND_MADE
    return handMade ?? `${words.join(' ')} ${variables.length}`
  })
  expect(new Set(used).size).toBe(used.length)
  expect(used.filter((words) => !commands.has(words.replace(/ \d$/, '')))).toEqual([])
  expect(Object.keys(HAND_MADE).map(operation)).toHaveLength(Object.keys(HAND_MADE).length)
  const routes = ROUTES.map(({ method, path }) => `${method} ${path}`).filter((one) => one !== 'POST /mcp')
  expect(OPERATIONS.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(routes.sort())
})

test.each([
  ['GET /admin/products', 'products list', []],
  ['GET /admin/products/{id}', 'products get', ['id']],
  ['POST /admin/products', 'products create', []],
  ['PATCH /admin/products/{id}', 'products update', ['id']],
  ['DELETE /admin/products/{id}', 'products delete', ['id']],
  ['PUT /admin/products/by-external-id/{external_id}', 'products by-external-id replace', ['external_id']],
  ['POST /admin/products/bulk', 'products bulk', []],
  ['POST /admin/inventory/adjust', 'inventory adjust', []],
  ['POST /admin/api-keys/{id}/rotate', 'api-keys rotate', ['id']],
  ['GET /admin/api-keys/current', 'api-keys current get', []],
  ['GET /admin/imports/{id}/faults', 'imports faults list', ['id']],
  ['POST /admin/webhooks/{id}/deliveries/redeliver', 'webhooks deliveries redeliver', ['id']],
  [
    'POST /admin/webhooks/{id}/deliveries/{delivery_id}/redeliver',
    'webhooks deliveries redeliver',
    ['id', 'delivery_id'],
  ],
  ['GET /products/search', 'public products search list', []],
  ['GET /business', 'public business get', []],
])('%s is `%s`', (name, words, variables) => {
  expect(wordingOf(operation(name), OPERATIONS)).toEqual({ words: words.split(' '), variables })
})

const UPDATE = operation('PATCH /admin/products/{id}')

test.each([
  ['price=1250', { price: 1250 }],
  ['name=123', { name: '123' }],
  ['name=null', { name: 'null' }],
  ['name=a=b=c', { name: 'a=b=c' }],
  ['name=', { name: '' }],
  ['description=two\nlines', { description: 'two\nlines' }],
  ['description=null', { description: null }],
  ['is_available=false', { is_available: false }],
  ['tags=["a","b=c"]', { tags: ['a', 'b=c'] }],
  ['metadata={"erp":"7"}', { metadata: { erp: '7' } }],
  ['condition=new', { condition: 'new' }],
  ['{"name":"Cup"}', { name: 'Cup' }],
])('-d %j is %j', async (given, body) => {
  expect(await bodyOf(UPDATE, [given])).toEqual(body)
})

test.each([
  ['price=12,50', '-d price=12,50: it must be of the type integer'],
  ['price=', '-d price=: it must be of the type integer'],
  ['tags=a', `-d tags=a: it must be of the type array, such as '["a"]'`],
  ['is_available=yes', '-d is_available=yes: it must be of the type boolean, such as true or false'],
  ['pirce=1', '-d pirce=1: there is no field pirce; the fields are name, description, price, '],
  ['name', '-d name: it must be name=value, @file, or - for stdin'],
  ['=1', '-d =1: it must be name=value, @file, or - for stdin'],
  ['{"name"', '{"name": it must be an object in JSON'],
  ['@/nowhere.json', '/nowhere.json: no such file or folder'],
])('-d %j is refused', async (given, message) => {
  await expect(bodyOf(UPDATE, [given])).rejects.toThrow(message)
})

test('an object of a file is a body, and fields of the command line override it', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'storefront-data-')), 'cup.json')
  await writeFile(path, '\ufeff{"name":"Cup","price":1}')
  expect(await bodyOf(UPDATE, [`@${path}`, 'price=2'])).toEqual({ name: 'Cup', price: 2 })
  await writeFile(path, '[1]')
  await expect(bodyOf(UPDATE, [`@${path}`])).rejects.toThrow('it must be an object in JSON')
})

test('a request without fields has no body, unless the API needs one', async () => {
  expect(await bodyOf(operation('POST /admin/webhooks/{id}/test'))).toBeUndefined()
  expect(await bodyOf(operation('POST /admin/products'))).toEqual({})
  await expect(bodyOf(operation('POST /admin/webhooks/{id}/test'), ['a=1'])).rejects.toThrow(
    '-d a=1: this command has no fields',
  )
  await expect(bodyOf(UPDATE, [])).rejects.toThrow('nothing to change: add -d name=value')
})

test('a value of no certain type is JSON', () => {
  expect(readValue({ name: 'any', type: 'json', text: '' }, '{"a":[1]}')).toEqual({ a: [1] })
  expect(() => readValue({ name: 'any', type: 'json', text: '' }, 'x')).toThrow('-d any=x: it must be JSON')
})

test.each([
  ['a b', '/admin/products/a%20b'],
  ['a/b', '/admin/products/a%2Fb'],
  ['../categories', '/admin/products/..%2Fcategories'],
  ['%2F', '/admin/products/%252F'],
  ['%2e%2e', '/admin/products/%252e%252e'],
  ['a?b#c', '/admin/products/a%3Fb%23c'],
  ['...', '/admin/products/...'],
])('the id %j stays one part of the path', (id, path) => {
  expect(pathOf(UPDATE, [id])).toBe(path)
  expect(new URL(`https://shop.example${path}`).pathname).toBe(path)
})

test.each(['', '.', '..'])('no path has the id %j', (id) => {
  expect(() => pathOf(UPDATE, [id])).toThrow(`<id> cannot be "${id}"`)
})

test('parameters are in the query as the API reads them', () => {
  const query = { q: 'a&b', tag: ['x', 'y,z'], category: ['tea', 'mugs'], sort: undefined }
  expect(pathOf(operation('GET /products/search'), [], query)).toBe(
    '/products/search?q=a%26b&tag=x&tag=y%2Cz&category=tea,mugs',
  )
})

test('an object is shown with prices in their currency, and everything inside as JSON', () => {
  const object = {
    price: 1250,
    cost: null,
    currency: 'EUR',
    tags: ['a', 'b'],
    images: [],
    metadata: { a: '1' },
  }
  expect(textsOf(object)).toEqual({
    price: '12.50 EUR',
    cost: '-',
    currency: 'EUR',
    tags: 'a b',
    images: '-',
    metadata: '{"a":"1"}',
  })
  expect(headingOf('category_id')).toBe('CATEGORY')
  expect(headingOf('next_try_at')).toBe('NEXT TRY AT')
  expect(headingOf('id')).toBe('ID')
})

test.each([
  ['actor.key_name', 'Demo'],
  ['actor', '{"key_name":"Demo"}'],
  ['data.id.length', '-'],
  ['data.name', '-'],
  ['constructor.name', '-'],
])('the column %s is %j', (column, text) => {
  expect(cellOf({ actor: { key_name: 'Demo' }, data: { id: 'a' } }, column)).toBe(text)
})

test('a table of events has the id of the object and the name of the key', () => {
  const columns = columnsOf('/admin/events', {})
  expect(columns.map(headingOf)).toEqual(['ID', 'TIMESTAMP', 'TYPE', 'DATA ID', 'ACTOR KEY NAME'])
})

test('every list can choose its columns', () => {
  const lists = commandsIn(program).filter(([words]) => /^(?!imports list).*\blist$/.test(words))
  expect(lists.length).toBeGreaterThan(10)
  for (const [words, command] of lists)
    expect([words, command.options.filter(({ long }) => long === '--fields').length]).toEqual([words, 1])
})

test('a table in parts has its headings once, and is never narrower than before', () => {
  const print = tablePrinter()
  expect(print(['ID', 'N'], [['long-id', '1']])).toBe('ID       N\nlong-id  1')
  expect(print(['ID', 'N'], [['a', '2']])).toBe('a        2')
})

test('controls are shown and not obeyed, in names of members as in their values', () => {
  const evil = 'a\u001b[31mb\u009b31m\u202ec\r\u2028'
  expect(asList(textsOf({ name: evil, inside: { evil }, [evil]: 1 }))).not.toMatch(/[^\P{C}\n]|\u2028/u)
  expect(tablePrinter()(['NAME'], [[evil]])).not.toMatch(/[^\P{C}\n]/u)
  const json = asJson({ evil })
  expect(json).not.toMatch(/\p{C}/u)
  expect(JSON.parse(json)).toEqual({ evil })
})

test.each(['👨‍👩‍👧', '🏴󠁧󠁢󠁷󠁬󠁳󠁿', 'می‌خواهم', '\u{10fffd}', '\u{1fae9}'])('the text %s is shown as it is', (text) => {
  expect(asList({ name: text })).toBe(`name  ${text}`)
  expect(tablePrinter()(['NAME'], [[text]])).toBe(`NAME\n${text}`)
  expect(oneLine(text)).toBe(text)
})

test.each([
  ['', ['products the products of', 'variants find a variant by SKU']],
  ['products', ['update [options] <id>', 'change a product', 'variants get, replace, update']],
  [
    'products list',
    ['--status <status>', '"draft", "active", "archived"', '--external-id', '--limit', '--all', '--json'],
  ],
  [
    'products update',
    ['Change a product. Takes a merge patch', '--if-match', 'price', '(integer)', '<id> -d name=…'],
  ],
  ['products create', ['products create -d name=… -d price=1 -d category_id=…']],
  ['products by-external-id replace', ['<external_id> -d name=… -d price=1 -d category_id=…']],
  ['webhooks create', ['(text, required)', `-d url=… -d events='[…]'`, '--idempotency-key']],
  ['webhooks deliveries redeliver', ['<id> [delivery_id]', 'Sends an event again', '(choices: failed)']],
  ['products delete', ['--yes']],
  ['products bulk', ['--dry-run `true` returns the response of the write']],
  ['inventory adjust', ['--dry-run `true` returns the response of the write']],
])('the help of `storehatch %s` is made from the description', (words, texts) => {
  const path = words.split(' ').filter(Boolean)
  const command = path.reduce(
    (group, word) => group.commands.find((one) => one.name() === word) ?? program,
    program,
  )
  const written: string[] = []
  command.configureOutput({ writeOut: (text) => void written.push(text) }).outputHelp()
  const help = written.join('')
  for (const text of texts) expect(help.replace(/\s+/g, ' ')).toContain(text)
})
