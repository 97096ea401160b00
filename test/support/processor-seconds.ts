import { readFileSync } from 'node:fs'

/** Linux shows programs processor time in hundredths of a second (USER_HZ), whatever the kernel's own clock does. */
const TICKS_PER_SECOND = 100

/** The processor time of this process until now, in seconds, with its threads and without its children. */
export function ownProcessorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/**
 * The processor time of all children of this process that have ended, and of theirs, in seconds: `cutime` and `cstime`,
 * fields 16 and 17 of proc(5). 0 where there is no /proc.
 */
export function endedChildrenSeconds(): number {
  try {
    return childrenTicksIn(readFileSync('/proc/self/stat', 'utf8')) / TICKS_PER_SECOND
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}

/** `cutime` + `cstime` of a line of /proc/<pid>/stat, whose second field, the program's name in brackets, can hold blanks. */
export function childrenTicksIn(stat: string): number {
  const fromThird = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fromThird[16 - 3]) + Number(fromThird[17 - 3])
}
