import { globSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { operate } from '../operator/operate.ts'
import { type Block, blocksOf, ROOT, readPage } from './blocks.ts'
import { commandsIn } from './shell.ts'

/**
 * Carried out; compared with what a command or a page brought; compared with the table; the files of commands; programs, run by
 * test/docs/pages.test.ts or by the tests that it names; run by a shell in test/docs/{export,import}-loop.test.ts; steps of
 * operators, run by a shell in test/docs/runbooks.test.ts; run by test/docs/hosting.test.ts; run by test/client/command/page.test.ts;
 * parsed by test/docs/{pipeline,recipes}.test.ts; never carried out.
 */
const KINDS = {
  run: ['sh', 'html'],
  answer: ['json', 'http', 'text'],
  event: ['json event'],
  program: [
    'js',
    'ts',
    'ts receiver',
    'ts mirror',
    'ts stock-mirror',
    'ts script',
    'ts instant',
    'ts black-friday',
    'ts rows',
    'ts woocommerce',
  ],
  file: [
    'csv products_export.csv',
    'csv inventory_export.csv',
    'csv wc-product-export.csv',
    'csv nightly.csv',
    'csv products.csv',
    'csv shirts.csv',
    'csv lamps.csv',
  ],
  looped: ['sh loop'],
  runbook: ['sh runbook'],
  edge: ['js edge'],
  command: ['console storehatch'],
  parsed: ['yaml workflow', 'text robots'],
  shown: [
    'console',
    'http example',
    'json example',
    'python',
    'tsx',
    'astro',
    'nginx',
    'caddy',
    'redirects',
    '',
  ],
}

const PAGES = ['README.md', ...globSync(['clients/typescript/*.md', 'docs/*.md'], { cwd: ROOT }).sort()]
const all = PAGES.flatMap((page) => blocksOf(readPage(page)).map((block) => ({ page, ...block })))
const kindOf = ({ language, info }: Block) => `${language} ${info}`.trim()
const isOneOf = (kinds: readonly string[], block: Block | undefined) =>
  block !== undefined && kinds.includes(kindOf(block))

test('every block is marked as one of the kinds there are', () => {
  const known = Object.values(KINDS).flat()
  expect(all.filter((block) => !isOneOf(known, block)).map(({ page, line }) => `${page}:${line}`)).toEqual([])
})

test('every response is below its request', () => {
  const astray = all.filter((block, n) => {
    const above = all[n - 1]
    return isOneOf(KINDS.answer, block) && !(above?.page === block.page && isOneOf(KINDS.run, above))
  })
  expect(astray.map(({ page, line }) => `${page}:${line}`)).toEqual([])
})

test('what is not carried out is only what cannot be', () => {
  // The steps of platform teams need their own AWS account.
  const shown = all.filter((block) => isOneOf(KINDS.shown, block) && block.page !== 'docs/operations.md')
  expect(shown.map(({ page, text }) => `${page}: ${text.split('\n')[0]}`)).toEqual([
    // Installs the package and asks for a key.
    'clients/typescript/README.md: $ npm install ./storehatch-0.1.0.tgz',
    // Settings of programs of others, and a command of one.
    'docs/agents.md: $ claude mcp add --transport http shop https://api.example.com/api/v1/mcp --header "Authorization: Bearer sfk_…"',
    ...Array(5).fill('docs/agents.md: {'),
    // A drawing.
    expect.stringMatching(/^docs\/architecture\.md: client/),
    // Installs the package and asks for a key; take a key in a file, files, Ctrl-C, and a receiver: test/client/command does it.
    'docs/command.md: $ npm install ./storehatch-0.1.0.tgz',
    'docs/command.md: $ npx storehatch login --url https://api.example.com/api/v1 < key.txt',
    "docs/command.md: $ npx storehatch products create -d name='Green cup' -d price=1250 -d category_id=mugs",
    'docs/command.md: $ npx storehatch import products.csv --prices decimal --dry-run',
    'docs/command.md: $ npx storehatch imports list',
    'docs/command.md: $ npx storehatch export products.jsonl',
    'docs/command.md: $ npx storehatch media adopt --dry-run',
    "docs/command.md: $ npx storehatch events follow --types 'product.*,inventory.adjusted'",
    'docs/command.md: $ npx storehatch listen --forward-to http://localhost:3000/hook',
    // Takes the package, which its own test makes.
    'docs/construct.md: $ npm install ./storefront-cdk-0.1.0.tgz',
    // A drawing.
    expect.stringMatching(/^docs\/edge\.md: shops/),
    // Takes Python and a package of it.
    'docs/events.md: import json, os',
    // Take another shop.
    'docs/from-shopify.md: $ npx storehatch media adopt',
    'docs/from-woocommerce.md: $ npx storehatch media adopt',
    // Starts the stack.
    'docs/getting-started.md: $ npm ci && npm run dev',
    // Take a server each.
    'docs/hosting.md: location /p/ { try_files /index.html =404; }',
    'docs/hosting.md: rewrite /p/* /index.html',
    'docs/hosting.md: /p/* /index.html 200',
    // The background of the deployment has to work first.
    'docs/imports.md: {',
    'docs/imports.md: {',
    // Take a picture and another shop; runs in a browser.
    expect.stringMatching(/^docs\/media\.md: \$ curl /),
    'docs/media.md: {',
    expect.stringMatching(/^docs\/media\.md: \$ curl /),
    'docs/media.md: const bitmap = await createImageBitmap(file)',
    'docs/media.md: $ npx storehatch media adopt',
    // A line of a file.
    expect.stringMatching(/^docs\/nightly-sync\.md: \{ "id"/),
    // Asks AWS; what it prints.
    'docs/operator.md: $ npm run operator -- business suspend acme --stack Storefront',
    expect.stringMatching(/^docs\/operator\.md: working on table /),
    // The whole table is read; a deletion waits 45 s.
    'docs/operator.md: $ npm run operator -- business list',
    // Takes a file; reads the whole table.
    'docs/operator.md: $ npm run operator -- import products.json --business acme-tea --map name=title --prices decimal --dry-run',
    // Events appear after 15 s; a webhook fails for hours.
    "docs/operator.md: $ npm run operator -- events --business acme-tea --type 'product.*' --limit 2",
    expect.stringMatching(/^docs\/operator\.md: \d{4}-\d\d-\d\dT\S+ {2}product\.created /),
    'docs/operator.md: $ npm run operator -- webhooks list --business acme-tea',
    expect.stringMatching(/^docs\/operator\.md: ID +STATE +BEHIND/),
    // Takes a file.
    'docs/operator.md: $ npm run operator -- import catalogue.csv --business acme-tea --prices decimal --map name=Title --dry-run',
    // Makes a file.
    'docs/operator.md: $ npm run operator -- export --business acme-tea --output acme-tea.jsonl',
    // Ask AWS; what one of them prints; synthesizes the stack.
    'docs/operator.md: $ npm run -s operator -- policy --stack Storefront > operator-policy.json',
    'docs/operator.md: $ npm run operator -- table check --table Storefront-TableCD117FA1-1K8Q4XM2ZJ0VW',
    'docs/operator.md: the stream is off',
    'docs/operator.md: $ npm run upgrade-check',
    // Take Next, Astro and a mock server.
    "docs/recipes.md: import { createStorefront } from 'storehatch'",
    "docs/recipes.md: import { unwrap } from 'storehatch'",
    "docs/recipes.md: import { notFound } from 'next/navigation'",
    'docs/recipes.md: ---',
    'docs/recipes.md: $ npx @stoplight/prism-cli mock openapi.json --port 4010',
    // An event at the end of a sale, after days; a body like the one above it, for a product with options.
    'docs/sale-prices.md: {',
    'docs/sale-prices.md: {',
    // Nothing is deprecated.
    'docs/versioning.md: Deprecation: @1893456000',
  ])
})

/** The operator's commands that stand somewhere and are not carried out there. */
const shownCommands = PAGES.flatMap((page) =>
  blocksOf(readPage(page))
    .filter(({ language }) => language === 'console' || (language === 'sh' && page === 'README.md'))
    .map(({ text }) => text.replaceAll(/^\$ /gm, ''))
    .filter((text) => text.startsWith('npm run operator'))
    .flatMap((text) => [...commandsIn(text, new Map())].map((words) => words.slice(4))),
)

/** The help of a command. commander then ends the process, which must not be this one. */
async function helpOf(path: readonly string[]): Promise<string> {
  const written: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('ended')
  })
  try {
    await operate(...path, '--help')
  } finally {
    vi.restoreAllMocks()
  }
  return written.join('')
}

test.each(shownCommands)(
  'the operator has the command %s %s, with every option it is shown with',
  async (...words) => {
    const path = words.slice(0, /^(business|key|table|webhooks)$/.test(words[0] ?? '') ? 2 : 1)
    const help = await helpOf(path)
    expect(help).toContain(`Usage: operator ${path.join(' ')}`)
    for (const option of words.filter((word) => word.startsWith('--'))) expect(help).toContain(`${option} `)
  },
)

test('the commands that are shown are found', () => {
  expect(shownCommands.length).toBeGreaterThan(10)
})
