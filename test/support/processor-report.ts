import { existsSync, readFileSync } from 'node:fs'
import { endedChildrenSeconds, ownProcessorSeconds } from './processor-seconds.ts'

/** The processor time that a file of tests took, with the children that it started. */
export interface FileTime {
  path: string
  seconds: number
}

/** The times of the files that have ended, as test/support/processor-times.ts notes them. */
export function fileTimesIn(processorTimesPath: string): FileTime[] {
  if (!existsSync(processorTimesPath)) return []
  const lines = readFileSync(processorTimesPath, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => {
    const [path = '', seconds] = line.split(' ')
    return { path, seconds: Number(seconds) }
  })
}

export const sumOf = (times: readonly FileTime[]) => times.reduce((sum, { seconds }) => sum + seconds, 0)

/**
 * A line about the processor time of a whole run, for its main process at its end: the workers, the engine and whatever
 * else was started are children of it that have ended.
 */
export function processorReport(processorTimesPath: string): string {
  const main = ownProcessorSeconds()
  const children = endedChildrenSeconds()
  const files = sumOf(fileTimesIn(processorTimesPath))
  const inSeconds = (seconds: number) => `${Math.round(seconds).toLocaleString('en')} s`
  return [
    `Processor time: ${inSeconds(main + children)}`,
    `files of tests ${inSeconds(files)}`,
    `main process with the functions ${inSeconds(main)}`,
    `engine and the start of workers ${inSeconds(Math.max(0, children - files))}`,
  ].join(' · ')
}
