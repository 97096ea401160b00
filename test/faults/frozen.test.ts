import { execFile, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeBusiness } from '../support/shop.ts'

const AT_ONCE = 3

/** The table's side of the wire: what goes through it can be closed. */
const sockets = new Set<Socket>()
const wire = createServer((socket) => {
  const { hostname, port } = new URL(inject('table').endpoint)
  const table = connect(Number(port), hostname)
  sockets.add(socket)
  socket.once('close', () => sockets.delete(socket) && table.destroy())
  socket
    .on('error', () => {})
    .pipe(table.on('error', () => {}))
    .pipe(socket)
})

async function startFunction() {
  const { name } = inject('table')
  const file = new URL('../support/freezable-function.ts', import.meta.url)
  const child = fork(file, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      STOREFRONT_TABLE: name,
      AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(wire.address() as AddressInfo).port}`,
    },
  })
  const call = { businessId: (await makeBusiness()).id, keyId: randomUUID() }
  return {
    /** Several at once, so that several connections lie idle afterwards. */
    async ask(meanwhile = async () => {}) {
      const answers: unknown[] = []
      const answered = new Promise<void>((resolve) => {
        const note = (answer: unknown) => {
          if (answers.push(answer) < AT_ONCE) return
          child.off('message', note)
          resolve()
        }
        child.on('message', note)
      })
      for (let n = 0; n < AT_ONCE; n++) child.send(call)
      await meanwhile()
      await answered
      return answers
    },
    async freeze() {
      child.kill('SIGSTOP')
      while (!(await stateOf(child.pid)).startsWith('T'));
    },
    thaw: () => child.kill('SIGCONT'),
    kill: () => child.kill('SIGKILL'),
  }
}

/** As `ps` says it; T is stopped. */
async function stateOf(pid: number | undefined): Promise<string> {
  return (await promisify(execFile)('ps', ['-o', 'state=', '-p', String(pid)])).stdout.trim()
}

let child: Awaited<ReturnType<typeof startFunction>>
beforeAll(async () => {
  await once(wire.listen(0, '127.0.0.1'), 'listening')
  child = await startFunction()
})
afterAll(() => {
  child.kill()
  for (const socket of sockets) socket.destroy()
  wire.close()
})

/** Closes all connections, as the table's side does with idle ones. */
async function closeAll(how: 'reset' | 'end'): Promise<number> {
  const open = [...sockets]
  for (const socket of open) {
    if (how === 'reset') socket.resetAndDestroy()
    else socket.destroy()
  }
  await Promise.all(open.map((socket) => socket.closed || once(socket, 'close')))
  return open.length
}

test.each(['reset', 'end'] as const)(
  'a function that was frozen while its connections were closed (%s) responds, and raises no alarm',
  async (how) => {
    const well = Array.from({ length: AT_ONCE }, () => ({ statusCode: 200, alarms: 0 }))
    expect(await child.ask()).toEqual(well)
    for (let round = 0; round < 10; round++) {
      await child.freeze()
      // The requests arrive before the closing: the process finds the connections closed when it uses them.
      const answers = child.ask(async () => {
        expect(await closeAll(how)).toBeGreaterThan(0)
        child.thaw()
      })
      expect(await answers).toEqual(well)
    }
  },
)
