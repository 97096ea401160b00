import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject, onTestFinished, vi } from 'vitest'
import { listProductCards } from '../../lib/data/storefront/cards.ts'
import type { Business } from '../../lib/domain/business.ts'
import { tableName } from '../../lib/environment.ts'
import { devFileIn } from '../../lib/local/dev/dev-file.ts'
import { createProgram, runOperator } from '../../lib/operator/command-line.ts'

/** The outcome of a command. */
export interface Outcome {
  code: number | null
  stdout: string
  /** The lines of stderr, without the one that names the table, those that show products and those of progress. */
  notes: string[]
  /** The lines of stderr that show products of an import, if there are any. */
  examples?: string[]
}

/** The line of a command that writes; test/operator/commands.test.ts has it. */
const isTarget = (line: string) => line.startsWith('working on table ')

const isExample = (line: string) => line.startsWith('for example: ')

/** How far a command is, which it says every few seconds, so that it is there on a slow machine alone. */
const isProgress = (line: string) => /^\d+ (?:rows read|of \d+ .* \(\d+ %\))$/.test(line)

/** The lines of stderr as a person reads them, with examples apart. */
function shown(lines: readonly string[]): Pick<Outcome, 'notes' | 'examples'> {
  const examples = lines.filter(isExample)
  const notes = lines.filter((line) => !isTarget(line) && !isExample(line) && !isProgress(line))
  return { notes, ...(examples.length > 0 && { examples }) }
}

/** The JSON that `import --json` prints. */
export interface ImportResult {
  rows: number
  products: number
  left: number
  created: number
  updated: number
  unchanged: number
  left_out: number
  lost: { loss: string; count: number; first: string }[]
  missing_changed?: number
  refused: { row: number; line?: number; reasons: string[] }[]
  categories_created: string[]
  ignored_columns: string[]
  matched_columns: Record<string, string>
}

/** Runs a command of the operator in this process, against the table it uses. */
export async function operate(...argv: string[]): Promise<Outcome> {
  const written: Record<'log' | 'error', string[]> = { log: [], error: [] }
  const spies = (['log', 'error'] as const).map((stream) =>
    vi.spyOn(console, stream).mockImplementation((line: string) => {
      written[stream].push(line)
    }),
  )
  try {
    const code = await runOperator([...argv, '--table', tableName()])
    return { code, stdout: written.log.join('\n'), ...shown(written.error) }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

/** Runs a command that can be refused for its arguments: commander would end the process, and here ends the command. */
export async function operateWrongly(...argv: string[]): Promise<Outcome> {
  let written = ''
  let exitCode: number | undefined
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text)
    return true
  })
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    exitCode = Number(code)
    throw new Error('the process has ended')
  })
  try {
    const outcome = await operate(...argv)
    if (exitCode === undefined) return outcome
    return { code: exitCode, stdout: outcome.stdout, notes: written.trimEnd().split('\n') }
  } finally {
    write.mockRestore()
    exit.mockRestore()
  }
}

/** The help that a command prints, such as `business create`. */
export async function helpOf(...names: string[]): Promise<string> {
  let command = await createProgram(() => {}, names[0])
  for (const name of names) {
    const found = command.commands.find((one) => one.name() === name)
    if (!found) throw new Error(`there is no command ${name}`)
    command = found
  }
  let help = ''
  const writeOut = (text: string) => {
    help += text
  }
  command.configureOutput({ writeOut }).outputHelp()
  return help
}

/** Runs a command in this process and presses Ctrl-C as soon as it listens; says what still listens when it is done. */
export async function operateUntilStopped(...argv: string[]): Promise<Outcome & { listeners: number }> {
  const before = process.listeners('SIGINT')
  const added = () => process.listeners('SIGINT').filter((one) => !before.includes(one))
  let isDone = false
  const running = operate(...argv).finally(() => {
    isDone = true
  })
  while (!isDone && added().length === 0) await new Promise(setImmediate)
  process.emit('SIGINT', 'SIGINT')
  const outcome = await running
  const left = added()
  for (const listener of left)
    process.off('SIGHUP', listener).off('SIGINT', listener).off('SIGTERM', listener)
  return { ...outcome, listeners: left.length }
}

/** A folder that is gone when the test is done. */
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-operator-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Writes a catalogue file; a list of rows becomes JSON. */
export async function makeFile(name: string, content: string | Uint8Array | unknown[]): Promise<string> {
  const path = join(await makeFolder(), name)
  await writeFile(path, Array.isArray(content) ? JSON.stringify(content) : content)
  return path
}

/** Imports rows, or a file's text under its name, and returns the report. */
export async function importInto(
  business: Business,
  content: unknown[] | { name: string; text: string },
  ...options: string[]
): Promise<ImportResult> {
  const file = Array.isArray(content)
    ? await makeFile('rows.json', content)
    : await makeFile(content.name, content.text)
  const { stdout, notes } = await operate('import', file, '--business', business.id, '--json', ...options)
  if (!stdout) throw new Error(notes.join('\n'))
  return JSON.parse(stdout)
}

type Line = Record<string, unknown> & { slug: string; variants?: Record<string, unknown>[] }

/** Exports the products of a business to a file, and reads it. */
export async function exported(business: Business, ...options: string[]) {
  const output = await makeFile('out.jsonl', '')
  const outcome = await operate('export', '--business', business.id, '--output', output, ...options)
  const text = await readFile(output, 'utf8')
  const lines = options.includes('shopify_csv') ? [] : text.split('\n').slice(0, -1)
  return { ...outcome, output, text, lines: lines.map((line): Line => JSON.parse(line)) }
}

/** The public products of a business, by name. */
export async function productsOf(business: Business): Promise<Record<string, unknown>[]> {
  const { items } = await listProductCards(business.id, { sort: 'name', reverse: false }, { limit: 200 })
  return items.map((card) => JSON.parse(card))
}

const program = fileURLToPath(new URL('../../bin/operator.js', import.meta.url))

/**
 * Starts the real program in a folder in which a local stack runs.
 *
 * @param table its table, the suite's if nothing is said; null when none runs
 * @param port the stack's, if it is not the one that was started last
 */
export async function startProgram(argv: string[], table: object | null = inject('table'), port?: number) {
  const folder = await makeFolder()
  if (table) {
    await mkdir(join(folder, '.storefront'))
    await writeFile(
      devFileIn(join(folder, '.storefront'), port),
      JSON.stringify({ base_url: inject('baseUrl'), table }),
    )
  }
  // Nothing of the developer's own AWS settings, and no search for an instance's credentials.
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, HOME: folder, AWS_EC2_METADATA_DISABLED: 'true' }
  const child = spawn(process.execPath, [program, ...argv], { cwd: folder, env })
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) =>
    Array.fromAsync(stream.setEncoding('utf8')),
  )
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const outcome = async (): Promise<Outcome> => ({
    code: await ended,
    stdout: ((await stdout) ?? []).join(''),
    ...shown(
      ((await stderr) ?? [])
        .join('')
        .split('\n')
        .filter((line) => line !== ''),
    ),
  })
  return { child, outcome }
}

/** Presses Ctrl-C until the program has ended: npm sends each of them twice, and the second may come at the last moment. */
export async function interrupt(child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGINT')
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

/** Runs the real program to its end. */
export async function run(argv: string[], table?: object | null): Promise<Outcome> {
  return (await startProgram(argv, table)).outcome()
}
