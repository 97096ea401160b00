import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buildSync } from 'esbuild'
import { DOCUMENTATION } from '../api/routes.ts'
import { makeSite } from '../docs/site/site.ts'
import { writeConsole } from './console-pages.ts'
import { shopPageOf } from './shop-page.ts'

/**
 * Bundles every function under `functions/` in one go, each into a folder of its own with one file,
 * `index.cjs`; that of the documentation with its pages and the page of a shop too. CommonJS, because a static import of a Node module from ESM loads more of Node at a cold start;
 * and `.cjs`, because a `.js` would be taken for ESM.
 */
export function bundleFunctions(projectDir: string, outDir: string): void {
  const functionsDir = join(projectDir, 'functions')
  const entriesDir = mkdtempSync(join(tmpdir(), 'storefront-entries-'))
  try {
    const entryPoints = globSync('**/*.ts', { cwd: functionsDir }).map((file) => ({
      in: writeEntry(join(entriesDir, file), join(functionsDir, file)),
      out: join(file.replace(/\.ts$/, ''), 'index'),
    }))
    buildSync({
      entryPoints,
      outdir: outDir,
      absWorkingDir: projectDir,
      bundle: true,
      platform: 'node',
      target: 'node24',
      format: 'cjs',
      banner: { js: '"use strict";' },
      // CommonJS has another name for it.
      define: { 'import.meta.dirname': '__dirname' },
      outExtension: { '.js': '.cjs' },
      minify: true,
      legalComments: 'none',
      external: ['sharp'],
      logLevel: 'error',
    })
  } finally {
    rmSync(entriesDir, { recursive: true })
  }
  const has = (name: string) => existsSync(join(functionsDir, `${name}.ts`))
  if (has(DOCUMENTATION.function)) {
    writeDocumentation(join(outDir, DOCUMENTATION.function, 'pages'))
    writeConsole(projectDir, join(outDir, DOCUMENTATION.function, 'pages'))
    writeShop(projectDir, join(outDir, DOCUMENTATION.function, 'shop'))
  }
  if (has(DRAWING)) copySharp(projectDir, join(outDir, DRAWING))
}

/** The page that the page of every shop is made of. */
const SHOP = 'clients/shop/index.html'

/** The function that draws. */
const DRAWING = 'admin/media/create'

/**
 * sharp finds its WebAssembly by its own place, so it is next to the function that draws, with everything that it
 * requires. By name: npm also installs a binary for the machine that bundles, which is not the one that runs.
 */
export const SHARP = ['@img/colour', '@img/sharp-wasm32', 'detect-libc', 'semver', 'sharp', 'tslib']

/**
 * sharp looks for a build of its own first, and here that leads to its WebAssembly. Otherwise a folder above that has the
 * binary for this machine, as this repository, would lead to another decoder than the one that is deployed.
 */
function preferWebAssembly(sharpDir: string): void {
  const { version } = JSON.parse(readFileSync(join(sharpDir, 'package.json'), 'utf8'))
  const builds = join(sharpDir, 'src/build/Release')
  mkdirSync(builds, { recursive: true })
  writeFileSync(
    join(builds, `sharp-wasm32-${version}.node.js`),
    "module.exports = require('@img/sharp-wasm32/sharp.node')\n",
  )
}

/** Sources and declarations, which nothing requires. */
const NOT_REQUIRED = /\.(cc|h|gyp|md|mjs|mts|cts|d\.ts|html)$/

function copySharp(projectDir: string, functionDir: string): void {
  for (const name of SHARP)
    cpSync(join(projectDir, 'node_modules', name), join(functionDir, 'node_modules', name), {
      recursive: true,
      filter: (path) => !NOT_REQUIRED.test(path),
    })
  preferWebAssembly(join(functionDir, 'node_modules/sharp'))
}

/** The site is next to the function that serves it, below the API. */
function writeDocumentation(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, { content }] of Object.entries(makeSite({ api: '../' })))
    writeFileSync(join(folder, name), content)
}

function writeShop(projectDir: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const html = readFileSync(join(projectDir, SHOP), 'utf8')
  writeFileSync(join(folder, 'index'), shopPageOf(html))
}

/** Exports a function's handler as CommonJS does: what esbuild makes of an `export` has half a kilobyte more. */
function writeEntry(entry: string, file: string): string {
  mkdirSync(dirname(entry), { recursive: true })
  writeFileSync(entry, `import { handler } from ${JSON.stringify(file)}\nmodule.exports = { handler }\n`)
  return entry
}
