import { globSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { digestOf } from '../../../lib/local/template/sources.ts'
import { keptFolder } from '../kept-assembly.ts'
import { BUNDLE, CACHE, compile, keyOf, MODULES } from './bundle.ts'

const root = join(import.meta.dirname, '../../..')

/** Everything that the bundle is made of. */
const SOURCES = ['lib/**', 'functions/**', 'test/{support,description,afterwards}/**', '*.json']

/**
 * The folder of one file with the functions, the gateway and the judge of its answers, with what V8 has compiled of it and
 * the names of the modules of Node that it requires: made anew, or that of an earlier run with the same sources.
 */
export const keptBundle = (): Promise<string> =>
  keptFolder('workers', digestOf({ node: process.version }, root, SOURCES), write)

async function write(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const { outputFiles, metafile } = await build({
    stdin: { contents: entry(), resolveDir: root, loader: 'js' },
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    // `bundle.ts` gives them to each run.
    define: { 'import.meta.dirname': '__dirname', 'import.meta.url': '__fileurl' },
    external: ['sharp', 'ajv', 'ajv-formats'],
    supported: { 'dynamic-import': false },
    logLevel: 'error',
  })
  const [file] = outputFiles
  if (!file) throw new Error('the functions were not bundled')
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
  const modules = imports.flatMap(({ path, external }) => (external ? [path] : []))
  await Promise.all([
    writeFile(join(folder, BUNDLE), file.text),
    writeFile(join(folder, CACHE), compile(file.text, BUNDLE).createCachedData()),
    writeFile(join(folder, MODULES), JSON.stringify([...new Set(modules)])),
  ])
}

/** Each part is loaded when it is first called for. */
function entry(): string {
  const files = globSync('functions/**/*.ts', { cwd: root }).sort()
  const handlers = files.map((file) => `${keyOf(file)}: () => require('./${file}').handler,`)
  return `exports.gateway = () => require('./test/support/in-worker/gateway.ts')
exports.runtime = () => require('./lib/local/lambda/function-runtime.ts')
exports.handlers = {\n${handlers.join('\n')}\n}\n`
}
