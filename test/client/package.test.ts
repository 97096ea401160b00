import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, inject, test } from 'vitest'
import { makeBusiness, makeCategory, makeProduct, makeToken } from '../support/shop.ts'

const root = join(import.meta.dirname, '../..')
const SOURCES = join(root, 'clients/typescript/src')
const run = promisify(execFile)
const npm = (cwd: string, ...args: string[]) => run('npm', args, { cwd, shell: process.platform === 'win32' })

test('its types are those of openapi.json; `npm run describe` writes them again', async () => {
  await npm(root, 'run', '--silent', 'generate', '--prefix', 'clients/typescript', '--', '--check')
})

test('from an empty folder, the lines of its README list products and create one, and the command runs', async () => {
  const business = await makeBusiness()
  await makeCategory(business, { id: 'tea' })
  await makeProduct(business, { name: 'Sencha', category_id: 'tea' })
  const readme = await readFile(join(root, 'clients/typescript/README.md'), 'utf8')
  const [, lines = ''] = /```js\n(import \{ createStorefront[\s\S]*?)```/.exec(readme) ?? []
  expect(lines.trim().split('\n').length).toBeLessThan(10)

  const folder = await mkdtemp(join(tmpdir(), 'storehatch-'))
  try {
    // As they would come from the registry: the client itself, and what it stands on.
    const packages = [
      'clients/typescript',
      'node_modules/openapi-fetch',
      'node_modules/openapi-typescript-helpers',
      'node_modules/commander',
    ]
    for (const name of packages)
      await npm(root, 'pack', `./${name}`, '--pack-destination', folder, '--silent')
    await npm(folder, 'init', '--yes')
    await npm(folder, 'install', '--offline', '--no-audit', '--no-fund', ...(await tarballs(folder)))
    await writeFile(
      join(folder, 'try.mjs'),
      lines
        .replace('http://localhost:3000/api/v1', inject('baseUrl'))
        .replace("'demo'", `'${business.slug}'`),
    )
    const [command = ''] = /^STOREFRONT_API_KEY=sfk_… node try\.mjs$/m.exec(readme) ?? []
    const { stdout } = await run('sh', ['-c', command.replace('sfk_…', await makeToken(business))], {
      cwd: folder,
    })
    expect(stdout).toMatch(/^Sencha 1250\ncreated [0-9a-f-]{36}\n$/)
    const { stdout: help } = await run('npx', ['storehatch', 'help'], { cwd: folder })
    expect(help).toMatch(/^Usage: npx storehatch /)
    await typesResolveWithoutExports(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('what building and packing it leaves is kept out of the repository', async () => {
  const { name, version } = JSON.parse(await readFile(join(root, 'clients/typescript/package.json'), 'utf8'))
  const left = [
    `${name}-${version}.tgz`,
    `clients/typescript/${name}-${version}.tgz`,
    'clients/typescript/dist/index.js',
  ]
  const folder = await mkdtemp(join(tmpdir(), 'storefront-ignored-'))
  try {
    await run('git', ['init', '--quiet', folder])
    await copyFile(join(root, '.gitignore'), join(folder, '.gitignore'))
    const { stdout } = await run('git', ['check-ignore', ...left], { cwd: folder })
    expect(stdout.trim().split('\n')).toEqual(left)
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** Projects that resolve modules as Node 10 did read `main` and `types`, and not `exports`. */
async function typesResolveWithoutExports(folder: string): Promise<void> {
  await writeFile(
    join(folder, 'old.ts'),
    "import { createStorefront } from 'storehatch'\nexport const wrong: number = createStorefront\n",
  )
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const options = ['--noEmit', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'node10']
  const { stdout } = await run(process.execPath, [tsc, ...options, 'old.ts'], { cwd: folder }).catch(
    (failed: { stdout: string }) => failed,
  )
  expect(stdout).toMatch(/^old.ts\(2,14\): error TS2322: .* is not assignable to type 'number'\.\n$/)
}

async function tarballs(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.tgz')).map((name) => `./${name}`)
}

test('the library does not load the command: it imports neither Node nor commander', () => {
  const loaded = new Set<string>()
  const load = (file: string): void => {
    if (loaded.has(file)) return
    loaded.add(file)
    if (!file.startsWith(SOURCES)) return
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\b[^']*? from '([^']+)'/gm,
    ))
      load(name.startsWith('.') ? join(file, '..', name) : name)
  }
  load(join(SOURCES, 'index.ts'))
  const packages = [...loaded].filter((file) => !file.startsWith(SOURCES))
  expect(packages).toEqual(['openapi-fetch'])
  expect([...loaded].filter((file) => file.includes('/command/'))).toEqual([])
})
