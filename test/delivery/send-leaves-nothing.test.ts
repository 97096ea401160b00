import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reset } from '../data/dynamodb/wire.ts'
import { nameServer } from './name-server.ts'
import { drips, type Receiver, receive, says, status, WEBHOOK } from './receiver.ts'

let receiver: Receiver
beforeEach(async () => {
  receiver = await receive()
})
afterEach(() => receiver.close())

const MODULES = join(import.meta.dirname, '../../lib/delivery/send')

/** Sends in a process of its own, which then has nothing to do, and ends only if nothing keeps it. */
async function sendAlone(url: string, timeoutMs: number, server?: string): Promise<unknown> {
  const program = `
    import { sendWebhook } from '${MODULES}/send.ts'
    import { resolveName } from '${MODULES}/resolve-name.ts'
    const { at, url, server, timeoutMs, ...webhook } = JSON.parse(process.argv[1])
    const resolve = server ? (name, signal) => resolveName(name, signal, [server]) : undefined
    const sent = await sendWebhook({ ...webhook, url, at: new Date(at) }, { loopback: true, timeoutMs, resolve })
    // A pipe is its own output.
    const left = process.getActiveResourcesInfo().filter((name) => name !== 'PipeWrap')
    console.log(JSON.stringify({ ...sent, left }))
  `
  const args = JSON.stringify({ ...WEBHOOK, url, server, timeoutMs })
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, args])
  return JSON.parse(stdout)
}

test.each([
  { what: 'a success', react: status(204), expected: { status_code: 204 } },
  {
    what: 'a body that drips',
    react: drips('HTTP/1.1 200 OK\r\n\r\n'),
    timeoutMs: 300,
    expected: { status_code: 200 },
  },
  { what: 'a reset', react: reset, expected: { error: 'connection_reset' } },
  { what: 'a timeout', react: says(), timeoutMs: 300, expected: { error: 'timeout' } },
  { what: 'no HTTP', react: says('hello\r\n\r\n'), expected: { error: 'bad_response' } },
])('$what leaves no socket and no timer', async ({ react, timeoutMs = 15_000, expected }) => {
  receiver.plan(react)
  expect(await sendAlone(`${receiver.endpoint}/`, timeoutMs)).toMatchObject({ ...expected, left: [] })
  await receiver.allClosed()
})

test('nor does a name server that is silent', async () => {
  const names = await nameServer()
  names.plan('silence', 'silence')
  const sent = await sendAlone('https://shop.example/', 300, names.address)
  expect(sent).toMatchObject({ error: 'timeout', left: [] })
  await names.close()
})
