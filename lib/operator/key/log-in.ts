import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Failure } from '../command-line/failure.ts'

const COMMAND = fileURLToPath(new URL('../../../clients/typescript/src/command/main.ts', import.meta.url))

/**
 * Logs a key in on this machine for the merchants' command, which sends it to the API first and then saves it. What it prints goes
 * to stderr. Throws a `Failure` if the key was not saved.
 */
export async function logIn(baseUrl: string, token: string): Promise<void> {
  const child = spawn(process.execPath, [COMMAND, 'login', '--url', baseUrl], {
    stdio: ['pipe', process.stderr, 'inherit'],
  })
  child.stdin.end(token)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Failure('the key works, but is not logged in')
}
