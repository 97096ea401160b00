import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { digestOf } from '../../../lib/local/template/sources.ts'
import { keptFolder } from '../../support/kept-assembly.ts'

const ROOT = join(import.meta.dirname, '../../..')
const CLIENT = join(ROOT, 'clients/typescript')
const TSC = join(ROOT, 'node_modules/typescript-7/bin/tsc')
/** Everything that the installed client is made of. */
const SOURCES = ['clients/typescript/**', 'package-lock.json', 'test/client/command/installed.ts']
/** The packages that the client needs, as they would come from the registry. */
const NEEDED = ['openapi-fetch', 'openapi-typescript-helpers', 'commander'].map(
  (name) => `./node_modules/${name}`,
)

const run = promisify(execFile)
const npm = (cwd: string, ...args: string[]) => run('npm', args, { cwd })

/** The outcome of a command, with the lines of stderr. */
export interface Outcome {
  code: number | null
  stdout: string
  notes: string[]
}

let folder: Promise<string> | undefined

/** A folder in which the package is installed from its packed file, as a merchant does it; one for all files of a process. */
export function shopFolder(): Promise<string> {
  folder ??= makeFolder()
  return folder
}

/**
 * A folder of this process with a copy of the packages that all runs share until the client changes. A link would lead
 * into the project, whose packages the client would find as well.
 */
async function makeFolder(): Promise<string> {
  const made = mkdtempSync(join(tmpdir(), 'storefront-command-'))
  process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  const installed = await keptFolder('clients', digestOf({ node: process.version }, ROOT, SOURCES), install)
  for (const name of ['package.json', 'node_modules'])
    cpSync(join(installed, name), join(made, name), { recursive: true, verbatimSymlinks: true })
  return made
}

async function install(made: string): Promise<void> {
  // Not in the client's own folder: test/client/package.test.ts builds there at the same time. `npm run check` has the types.
  const built = join(made, 'built')
  mkdirSync(built, { recursive: true })
  cpSync(join(CLIENT, 'package.json'), join(built, 'package.json'))
  for (const project of ['tsconfig.json', 'src/command/tsconfig.json'])
    await run(process.execPath, [TSC, '--noCheck', '--project', project, '--outDir', join(built, 'dist')], {
      cwd: CLIENT,
    })
  await npm(ROOT, 'pack', built, ...NEEDED, '--ignore-scripts', '--pack-destination', made, '--silent')
  await npm(made, 'init', '--yes')
  const files = readdirSync(made).filter((name) => name.endsWith('.tgz'))
  await npm(made, 'install', '--offline', '--no-audit', '--no-fund', ...files.map((name) => `./${name}`))
}

/** The settings of a person: a home of their own, and nothing of this process. */
export async function environment(settings: Record<string, string> = {}): Promise<NodeJS.ProcessEnv> {
  const { PATH } = process.env
  const home = mkdtempSync(join(await shopFolder(), 'home-'))
  return { PATH, HOME: home, npm_config_update_notifier: 'false', ...settings }
}

/** The variables with which a command works for the business of a key. */
export const asKey = (apiKey: string, settings: Record<string, string> = {}) =>
  environment({ STOREFRONT_URL: inject('baseUrl'), STOREFRONT_API_KEY: apiKey, ...settings })

/** Runs `npx storehatch …` to its end. */
export async function npxStorehatch(
  env: NodeJS.ProcessEnv,
  argv: readonly string[],
  stdin: string | Uint8Array = '',
): Promise<Outcome> {
  const child = spawn('npx', ['storehatch', ...argv], { cwd: await shopFolder(), env })
  child.stdin.end(stdin)
  return outcomeOf(child)
}

/** Runs the same program without npx, which takes most of the time of a short command. */
export async function storefront(
  env: NodeJS.ProcessEnv,
  argv: readonly string[],
  stdin: string | Uint8Array = '',
): Promise<Outcome> {
  const child = spawn(await program(), argv, { cwd: await shopFolder(), env })
  child.stdin.end(stdin)
  return outcomeOf(child)
}

/** The link to the program that npm has made. */
export const program = async () => join(await shopFolder(), 'node_modules/.bin/storehatch')

async function outcomeOf(child: ChildProcess): Promise<Outcome> {
  const ended = once(child, 'close')
  const [stdout = [], stderr = []] = await Promise.all(
    [child.stdout, child.stderr].map((stream) => Array.fromAsync(stream?.setEncoding('utf8') ?? [])),
  )
  await ended
  return {
    code: child.exitCode,
    stdout: stdout.join(''),
    notes: stderr.join('').split('\n').filter(Boolean),
  }
}

/** A command that runs until Ctrl-C. */
export interface Running extends AsyncDisposable {
  /** Resolves with the next line of stdout. */
  next(): Promise<string>
  /** Resolves with the next line of stderr. */
  nextNote(): Promise<string>
  /** Ctrl-C; resolves with the exit code. */
  interrupt(): Promise<number | null>
}

/** Starts a command that does not end alone, without npx: a signal reaches it and nothing else. */
export async function startStorefront(env: NodeJS.ProcessEnv, argv: readonly string[]): Promise<Running> {
  const child = spawn(await program(), argv, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = once(child, 'close')
  const [out, err] = [child.stdout, child.stderr].map((input) => linesOf(input))
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await closed
    return child.exitCode
  }
  return {
    next: () => nextOf(out),
    nextNote: () => nextOf(err),
    interrupt: () => end('SIGINT'),
    [Symbol.asyncDispose]: async () => void (await end('SIGKILL')),
  }
}

const linesOf = (input: NodeJS.ReadableStream) => createInterface({ input })[Symbol.asyncIterator]()

async function nextOf(lines: AsyncIterator<string> | undefined): Promise<string> {
  const { value, done } = (await lines?.next()) ?? { done: true }
  if (done) throw new Error('the command has ended')
  return value
}
