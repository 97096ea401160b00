import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

/** A region and credentials, as somebody who works with AWS has them. */
export const AWS_SETTINGS = {
  AWS_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'a',
  AWS_SECRET_ACCESS_KEY: 'b',
}

/** Runs a program of `bin/`, which is the name of its file, to its end, with these settings and nothing of the developer's own AWS settings. */
export async function runProgram(program: string, argv: readonly string[], settings: object) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const own = { PATH, NODE_COMPILE_CACHE, HOME: tmpdir(), AWS_EC2_METADATA_DISABLED: 'true' }
  const file = fileURLToPath(new URL(`../../bin/${program}`, import.meta.url))
  const child = spawn(process.execPath, [file, ...argv], { env: { ...own, ...settings } })
  const ended = once(child, 'close')
  const [stdout = [], stderr = []] = await Promise.all(
    [child.stdout, child.stderr].map((stream) => Array.fromAsync(stream.setEncoding('utf8'))),
  )
  await ended
  return { code: child.exitCode, stdout: stdout.join(''), notes: stderr.join('').split('\n').filter(Boolean) }
}
