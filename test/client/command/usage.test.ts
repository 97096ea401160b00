import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { environment, shopFolder, storefront } from './installed.ts'

const env = await environment()

test.each([
  [['prodcts'], "unknown command 'prodcts' (Did you mean products?)"],
  [['products', 'lst'], "unknown command 'lst' (Did you mean list?)"],
  [['products', 'list', '--limt', '3'], "unknown option '--limt' (Did you mean --limit?)"],
  [
    ['products', 'list', '--status', 'sold'],
    "option '--status <status>' argument 'sold' is invalid. Allowed choices are draft, active, archived.",
  ],
  [
    ['products', 'list', '--limit', '0'],
    "option '--limit <count>' argument '0' is invalid. It must be a whole number from 1 to 100,000.",
  ],
  [['media', 'adpt'], "unknown command 'adpt' (Did you mean adopt?)"],
  [['media', 'adopt', '--dry-rn'], "unknown option '--dry-rn' (Did you mean --dry-run?)"],
  [['whoami', 'now'], "too many arguments for 'whoami'. Expected 0 arguments but got 1."],
  [['import'], "missing required argument 'file'"],
  [['login'], 'without a terminal login needs --url, and the key on stdin'],
  [['listen'], '--forward-to is missing: the URL of your receiver'],
  [['export', '--json'], '--json needs a file: the products go to stdout'],
])('%j is one line and exit code 2', async (argv, line) => {
  expect(await storefront(env, argv)).toEqual({ code: 2, stdout: '', notes: [`error: ${line}`] })
})

test.each([
  [['help'], []],
  [['help', 'login'], ['--url']],
  [['help', 'logout'], ['--json']],
  [['whoami', '--help'], ['--json']],
  [
    ['products', 'list', '--help'],
    ['--status', '--category', '--limit', '--all', '--json'],
  ],
  [['feeds', '--help'], ['--json']],
  [['imports', 'list', '--help'], ['--json']],
  [
    ['imports', 'follow', '--help'],
    ['--report', '--json'],
  ],
  [['imports', 'cancel', '--help'], ['--json']],
  [
    ['events', 'follow', '--help'],
    ['--since', '--types', '--interval', '--json'],
  ],
  [
    ['listen', '--help'],
    ['--forward-to', '--secret', '--types', '--since', '--json'],
  ],
  [['mcp', '--help'], ['--business']],
  [
    ['export', '--help'],
    ['--format', '--status', '--category', '--json'],
  ],
  [
    ['media', 'adopt', '--help'],
    ['--only-from', '--dry-run', '--json'],
  ],
  [
    ['import', '--help'],
    ['--dry-run', '--map', '--set', '--report', '--no-wait', '--json'],
  ],
])('%j says how it is called, with an example', async (argv, options) => {
  const { code, stdout, notes } = await storefront(env, argv)
  expect([code, notes]).toEqual([0, []])
  expect(stdout).toMatch(/^Usage: npx storehatch /)
  const [help = '', examples = ''] = stdout.split('\nExamples:\n')
  for (const option of options) expect(help).toContain(`  ${option} `)
  expect(examples).toContain('npx storehatch ')
})

test('the command is installed with the packages that it names, and finds no others', async () => {
  const installed = realpathSync(join(await shopFolder(), 'node_modules/storehatch/package.json'))
  const { resolve } = createRequire(installed)
  expect(existsSync(resolve('commander'))).toBe(true)
  expect(() => resolve('valibot')).toThrow('Cannot find module')
})
