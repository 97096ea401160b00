import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { dynoxide, findDynoxide } from '../../../lib/local/dynamodb/dynoxide.ts'
import { readStreamByIndex } from '../../../lib/local/dynamodb/dynoxide-stream.ts'
import { startEngine } from '../../../lib/local/dynamodb/engine-process.ts'
import { freePort } from '../../../lib/local/free-port.ts'
import { temporaryFolder } from '../fixture.ts'
import { processesOf } from './processes.ts'

let resources = new AsyncDisposableStack()
afterEach(async () => {
  await resources.disposeAsync()
  resources = new AsyncDisposableStack()
})

const { platform, arch } = process
const binary = findDynoxide({ platform, arch, java: '' })

/** The database of a Dynoxide that runs. */
async function openDatabase(): Promise<{ database: DatabaseSync; file: string }> {
  const { path } = resources.use(await temporaryFolder())
  const engine = await startEngine(dynoxide(binary ?? ''), await freePort(), path)
  resources.defer(engine.stop)
  const file = join(path, 'dynoxide.db')
  return { database: resources.use(new DatabaseSync(file)), file }
}

test.runIf(binary)('the index serves the requests of Dynoxide for its stream', async () => {
  const { database } = await openDatabase()
  const program = readFileSync(binary ?? '', 'latin1')
  const nextNumber =
    'SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1 FROM _stream_records WHERE table_name = ?1'
  const records =
    /SELECT event_name, keys_json[^;]*?CAST\(sequence_number AS INTEGER\) > \?3[^;]*?LIMIT \?4/.exec(program)
  expect(program).toContain(nextNumber)
  for (const query of [nextNumber, String(records)]) {
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${query}`).all()
    expect(plan.map(({ detail }) => detail).join()).toMatch(
      /^SEARCH _stream_records USING .*storefront_stream/,
    )
  }
})

test.runIf(binary)('records older than 24 hours go, except the newest', async () => {
  const { database, file } = await openDatabase()
  const add = (number: string, ageSeconds: number) =>
    database
      .prepare(
        `INSERT INTO _stream_records (table_name, event_name, keys_json, sequence_number, shard_id, created_at)
         VALUES ('shop', 'INSERT', '{}', ?, 'shard', unixepoch() - ?)`,
      )
      .run(number, ageSeconds)
  const numbers = () =>
    database
      .prepare('SELECT sequence_number FROM _stream_records')
      .all()
      .map((row) => row.sequence_number)
  add('1', 90_000)
  add('2', 80_000)
  readStreamByIndex(file)
  expect(numbers()).toEqual(['2'])
  database.exec('UPDATE _stream_records SET created_at = 0')
  readStreamByIndex(file)
  expect(numbers()).toEqual(['2'])
})

test.runIf(binary)(
  'data that nobody keeps is removed with the engine, also when its keeper is killed',
  async () => {
    for (const isKilled of [false, true]) {
      const port = await freePort()
      const engine = await startEngine(dynoxide(binary ?? ''), port, undefined)
      const file = dataFileOf(port)
      expect(existsSync(file)).toBe(true)
      if (isKilled)
        for (const pid of processesOf(`http://127.0.0.1:${port}`).keeper) process.kill(pid, 'SIGKILL')
      else await engine.stop()
      await engine.ended
      expect(existsSync(dirname(file))).toBe(false)
    }
  },
)

/** The file that the engine on a port was told to use. */
function dataFileOf(port: number): string {
  const lines = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n')
  const line = lines.find((one) => one.includes(`--port ${port} `) && !one.includes('keeper.ts'))
  return / --db-path (\S+)/.exec(line ?? '')?.[1] ?? ''
}
