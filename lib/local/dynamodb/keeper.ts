/**
 * `keeper.ts <command> <arguments>` runs a command for as long as its parent lives, and tells it the command's process
 * id.
 *
 * However the parent ends, SIGKILL included, the operating system closes the channel to it, and the command is stopped
 * here. Nothing else tells a child that its parent is gone.
 */
import { spawn } from 'node:child_process'

const STOP_WITHIN_MS = 5_000

const [, , command = '', ...commandArguments] = process.argv
const child = spawn(command, commandArguments, { stdio: ['ignore', 'inherit', 'inherit'] })
child.once('exit', (code) => process.exit(code ?? 1))
child.once('error', ({ message }) => {
  console.error(message)
  process.exit(1)
})
process.send?.(child.pid)

function stop() {
  // SIGTERM lets it close its files; one that hangs must not stay behind for that.
  child.kill('SIGTERM')
  setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
}

process.once('disconnect', stop)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
