import { execFileSync } from 'node:child_process'

/** The processes of the engine and of its keeper: of all programs, these alone are told its port. */
export function processesOf(endpoint: string): { engine: number[]; keeper: number[] } {
  const { port } = new URL(endpoint)
  const lines = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n')
  const ours = lines.filter((line) => line.split(' ').includes(port) && /-port\b/.test(line))
  const pids = (isKeeper: boolean) =>
    ours.filter((line) => line.includes('keeper.ts') === isKeeper).map((line) => Number.parseInt(line, 10))
  return { engine: pids(false), keeper: pids(true) }
}
