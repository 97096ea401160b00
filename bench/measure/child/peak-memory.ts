import { readFileSync } from 'node:fs'

/**
 * The most memory that this process has had, in bytes. In Linux `maxRSS` is not less than what the process had that started it,
 * because it outlives execve: https://man7.org/linux/man-pages/man2/getrusage.2.html
 */
export function peakMemory(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const [, highWaterKb] = /VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'latin1')) ?? []
  return Number(highWaterKb) * 1024
}
