/**
 * `keeper.ts <folder> <command> <arguments>` runs a command for as long as its parent lives, and sends it the command's
 * process id. When the command has ended the folder is removed, if there is one: '' for none.
 *
 * However the parent ends, SIGKILL included, the operating system closes the channel to it, and the command is stopped
 * here. A child has no other sign that its parent has ended.
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'

const STOP_WITHIN_MS = 5_000

const [, , scratchDir = '', command = '', ...commandArguments] = process.argv
const child = spawn(command, commandArguments, { stdio: ['ignore', 'inherit', 'inherit'] })
child.once('exit', (code) => {
  if (scratchDir) rmSync(scratchDir, { recursive: true, force: true })
  process.exit(code ?? 1)
})
child.once('error', ({ message }) => {
  console.error(message)
  process.exit(1)
})
if (child.pid !== undefined) process.send?.(child.pid)

function stop() {
  // SIGTERM lets it close its files; one that hangs must not stay behind for that.
  child.kill('SIGTERM')
  setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
}

process.once('disconnect', stop)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
