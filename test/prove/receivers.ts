import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { sendWebhook } from '../../lib/delivery/send/send.ts'
import { freePort } from '../../lib/local/free-port.ts'
import { OTHER_SECRET, SECRET } from '../delivery/receiver.ts'
import { blocksOf, readPage } from '../docs/blocks.ts'
import { hold, NotPossible, type Run } from './run.ts'

const PAGE = 'docs/events.md'
const PACKAGE = 'standardwebhooks'
const START_WITHIN_MS = 20_000

/** A receiver that runs, and the lines that it has printed. */
interface Receiver {
  url: string
  printed: string[]
}

/** A call to a receiver. */
interface Call {
  body: Buffer
  headers: Record<string, string>
}

/**
 * Runs the receiver in Python as it stands in the documentation, with the package that it names. It takes what the service
 * sends, and nothing of what is forged. Counts calls.
 */
export async function proveReceivers(run: Run): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-receivers-'))
  const ending = new AbortController()
  try {
    const python = await installPackage(folder)
    const receiver = await start(python, folder, ending.signal)
    await sendGood(receiver, run)
    while (run.goesOn()) await sendForged(receiver, run)
    await sendGood(receiver, run)
    hold(receiver.printed.length === 2, () => `it took a forged call: ${receiver.printed.join('\n')}`)
  } finally {
    ending.abort()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A Python of its own with the package, so that nothing of this machine changes. Returns its path. */
async function installPackage(folder: string): Promise<string> {
  const execute = promisify(execFile)
  const venv = join(folder, 'venv')
  const python = join(venv, 'bin/python')
  try {
    await execute('python3', ['-m', 'venv', venv])
  } catch (error) {
    throw new NotPossible(`python3 with its module venv is needed: ${lastLine(error)}`)
  }
  try {
    await execute(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', PACKAGE])
  } catch (error) {
    throw new NotPossible(`${PACKAGE} cannot be installed from the package index: ${lastLine(error)}`)
  }
  return python
}

const lastLine = (error: unknown) => {
  const { stderr, message } = error as { stderr?: string; message?: string }
  return (stderr || message || String(error)).trim().split('\n').at(-1)
}

async function start(python: string, folder: string, signal: AbortSignal): Promise<Receiver> {
  const text = blocksOf(readPage(PAGE)).find(({ language }) => language === 'python')?.text
  hold(text !== undefined, () => `${PAGE} has no receiver in Python`)
  const file = join(folder, 'receiver.py')
  await writeFile(file, text)
  const port = await freePort()
  const env = { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: SECRET, PYTHONUNBUFFERED: '1' }
  const child = spawn(python, [file], { env, stdio: ['ignore', 'pipe', 'pipe'], signal })
  child.on('error', () => {})
  const printed: string[] = []
  createInterface(child.stdout).on('line', (line) => printed.push(line))
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (part) => {
    complaints = (complaints + part).slice(-2_000)
  })
  const url = `http://127.0.0.1:${port}/`
  const ended = new Promise<boolean>((resolve) => child.once('exit', () => resolve(false)))
  const isThere = await Promise.race([responds(url), ended])
  hold(isThere, () => `the receiver of ${PAGE} does not listen on the port that it is given: ${complaints}`)
  return { url, printed }
}

async function responds(url: string): Promise<boolean> {
  const end = performance.now() + START_WITHIN_MS
  while (performance.now() < end) {
    const response = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined)
    if (response) return true
    await wait(50)
  }
  return false
}

/** A call as the service makes it. */
async function sendGood({ url, printed }: Receiver, run: Run): Promise<void> {
  const id = `evt_${run.below(1e9)}`
  const event = { id, type: 'product.updated', data: { id: 'tea', name: 'Tee é🍵' } }
  const about = { id, type: event.type, tryNumber: 1 }
  const outgoing = { url, ...about, body: JSON.stringify(event), secrets: [SECRET], at: new Date() }
  const sent = await sendWebhook(outgoing, { loopback: true })
  hold(sent.status_code === 204, () => `a good call gets ${JSON.stringify(sent)}`)
  hold(printed.at(-1) === `${id} product.updated tea`, () => `a good call makes it print ${printed.at(-1)}`)
  run.count('good calls')
}

async function sendForged({ url }: Receiver, run: Run): Promise<void> {
  const [what, forge] = run.oneOf(FORGERIES)
  const { body, headers } = forge(run)
  const response = await fetch(url, { method: 'POST', body, headers }).catch((error: unknown) => error)
  const answer = response instanceof Response ? response.status : String(response)
  hold(answer === 400, () => `a call with ${what} gets ${answer}: ${body} ${JSON.stringify(headers)}`)
  run.count(what)
  run.advance()
}

/** A call that is signed in the right way, by a secret and at a time. */
function signed(run: Run, { secret = SECRET, secondsAgo = 0 } = {}): Call {
  const body = JSON.stringify({ id: 'evt_1', type: 'forged', data: { id: `${run.below(1e9)}` } })
  const at = new Date(Date.now() - secondsAgo * 1_000)
  return {
    body: Buffer.from(body),
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign('evt_1', at, body),
    },
  }
}

const withHeader = ({ body, headers }: Call, name: string, value: string): Call => ({
  body,
  headers: { ...headers, [name]: value },
})

function withoutHeader({ body, headers }: Call, name: string): Call {
  return { body, headers: Object.fromEntries(Object.entries(headers).filter(([other]) => other !== name)) }
}

/** A bit of the body is another one. */
function flipped({ body, headers }: Call, run: Run): Call {
  const changed = Buffer.from(body)
  const place = run.below(changed.length)
  changed[place] = (changed[place] ?? 0) ^ (1 << run.below(8))
  return { body: changed, headers }
}

const SIGNED_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
const WRONG_SIGNATURES = ['v1,', 'v1,AAAA', 'v1,AAA', 'v1', 'nothing', 'v1a,AAAA v1,!', 'v1,é'] as const

/** Not far from the 300 s that are allowed, and far. */
const STRETCHES_S = [310, 400, 3_600, 86_400 * 365]

const FORGERIES: readonly (readonly [string, (run: Run) => Call])[] = [
  ['the signature of another secret', (run) => signed(run, { secret: OTHER_SECRET })],
  ['an old time', (run) => signed(run, { secondsAgo: run.oneOf(STRETCHES_S) })],
  ['a time to come', (run) => signed(run, { secondsAgo: -run.oneOf(STRETCHES_S) })],
  [
    'another time',
    (run) => withHeader(signed(run), 'webhook-timestamp', `${Math.floor(Date.now() / 1e3) - 9}`),
  ],
  ['another id', (run) => withHeader(signed(run), 'webhook-id', 'evt_2')],
  ['a changed body', (run) => flipped(signed(run), run)],
  ['a broken signature', (run) => withHeader(signed(run), 'webhook-signature', run.oneOf(WRONG_SIGNATURES))],
  ['a header too few', (run) => withoutHeader(signed(run), run.oneOf(SIGNED_HEADERS))],
]
