/**
 * `dynamodb-keeper.ts <command> <arguments>` runs a command for as long as stdin stays open.
 *
 * The parent holds the other end of stdin and never writes to it. However the parent ends, SIGKILL included, the
 * operating system closes that end, and the command is stopped here. Nothing else tells a child that its parent is gone.
 */
import { spawn } from 'node:child_process'

const stopWithinMs = 5_000

const [, , command = '', ...commandArguments] = process.argv
const child = spawn(command, commandArguments, { stdio: ['ignore', 'inherit', 'inherit'] })
child.once('exit', (code) => process.exit(code ?? 1))
child.once('error', () => process.exit(1))

function stop() {
  // SIGTERM lets it close its files; one that hangs must not stay behind for that.
  child.kill('SIGTERM')
  setTimeout(() => child.kill('SIGKILL'), stopWithinMs)
}

process.stdin.resume()
process.stdin.once('close', stop)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)
