import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }
import { readStreamByIndex } from './dynoxide-stream.ts'
import type { Engine, Machine } from './engine.ts'

const require = createRequire(import.meta.url)

/**
 * Dynoxide: an emulator on SQLite, one static binary, checked against AWS by a public suite of conformance tests
 * (https://paritysuite.org). Where it differs: docs/architecture.md. `binary` is its path.
 */
export const dynoxide = (binary: string): Engine => ({
  name: 'Dynoxide',
  command: resolve(binary),
  commandLine: (port, dataDir) => [
    'serve',
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    ...(dataDir === undefined ? [] : ['--db-path', join(resolve(dataDir), DATA_FILE)]),
  ],
  prepare: (dataDir) => readStreamByIndex(join(dataDir, DATA_FILE)),
  dataFile: DATA_FILE,
  isOpenToNetwork: false,
})

const DATA_FILE = 'dynoxide.db'

/** The binary of the npm package for the machine, or undefined when that is not installed. */
export function findDynoxide(machine: Machine): string | undefined {
  const suffix = machine.platform === 'win32' ? '.exe' : ''
  try {
    return join(dirname(require.resolve(`${packageOf(machine)}/package.json`)), `dynoxide${suffix}`)
  } catch {
    return undefined
  }
}

/**
 * The command that installs it on the machine, in the version of the package that npm installs automatically on Linux
 * x64. The other packages are not dependencies: npm looks every one of them up in the registry, and refuses to install
 * anything where a registry does not have one.
 */
export function installDynoxide(machine: Machine): string {
  const version = manifest.optionalDependencies['@dynoxide/linux-x64']
  return `npm install --no-save ${packageOf(machine)}@${version}`
}

const packageOf = ({ platform, arch }: Machine) => `@dynoxide/${platform}-${arch}`
