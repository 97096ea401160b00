import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildSync } from 'esbuild'
import { bundleFunctions } from './bundle.ts'

/**
 * The peer dependencies of the package: the app's own versions. Their ranges begin with the oldest versions that it was tried
 * with; aws-cdk-lib 2.220.0 does not know the runtime of the functions.
 */
const PEERS: Readonly<Record<string, string>> = { 'aws-cdk-lib': '^2.225.0', constructs: '^10.4.2' }

/**
 * Makes the package of the construct in a folder: its JavaScript, its types, the bundles of all functions. JavaScript,
 * because Node takes no types out of files under `node_modules`. The folder is emptied before.
 */
export function buildPackage(projectDir: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  bundleFunctions(projectDir, join(folder, 'functions'))
  buildSync({
    entryPoints: [join(projectDir, 'lib/infra/construct.ts')],
    outfile: join(folder, 'index.js'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: Object.keys(PEERS),
    // CommonJS has another name for it.
    define: { 'import.meta.dirname': '__dirname' },
    logLevel: 'error',
  })
  writeTypes(projectDir, folder)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(projectDir), null, 2)}\n`)
  for (const [file, name = file] of FILES) copyFileSync(join(projectDir, file), join(folder, name))
}

/** Files of the project and, where it differs, the name that each has in the package. */
const FILES: readonly [file: string, name?: string][] = [
  ['LICENSE'],
  ['docs/construct.md', 'README.md'],
  ['docs/settings.md', 'settings.md'],
]

function manifestOf(projectDir: string): object {
  const { version, description, license } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8'))
  return {
    name: 'storefront-cdk',
    version,
    description,
    license,
    main: './index.js',
    types: './types/infra/construct.d.ts',
    engines: { node: '>=20' },
    peerDependencies: PEERS,
  }
}

/** The declarations of the construct, and of those files alone that they refer to. */
function writeTypes(projectDir: string, folder: string): void {
  const all = join(folder, 'all-types')
  const tsc = join(projectDir, 'node_modules/typescript-7/bin/tsc')
  const options = ['--project', 'tsconfig.package.json', '--outDir', all]
  execFileSync(process.execPath, [tsc, ...options], { cwd: projectDir, stdio: 'inherit' })
  const entry = 'infra/construct.d.ts'
  copyWithImports(entry, join(all, 'lib'), join(folder, 'types'))
  rmSync(all, { recursive: true })
}

/** Copies a file of declarations with all that it refers to. They refer to each other as the files that they declare. */
function copyWithImports(file: string, from: string, to: string): void {
  const target = join(to, file)
  if (existsSync(target)) return
  const source = readFileSync(join(from, file), 'utf8')
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, source.replaceAll(IMPORTED, "from '$1.js'"))
  for (const [, name = ''] of source.matchAll(IMPORTED))
    copyWithImports(join(dirname(file), `${name}.d.ts`), from, to)
}

const IMPORTED = /from '(\.\.?\/[^']+)\.ts'/g
