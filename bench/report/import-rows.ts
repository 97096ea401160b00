/** The rows of the report about imports. */
import type { ImportsPart } from './figures.ts'
import type { Goal, Row } from './rows.ts'

const MEMORY: Goal = {
  of: 'value',
  target: 512,
  name: 'Memory',
  why: 'The function has 1,024 MB: its half leaves room for a file of 40 MB unpacked, the largest.',
}
const DURING: Omit<Goal, 'target'> = {
  of: 'ratio',
  name: 'During an import',
  why: 'Other businesses must not notice it: the same table units, and processor time within 10 %. Importer, engine and requests share the cores of this machine, as functions in AWS do not: the ratio includes what that costs.',
}
const NONE_FAILED: Goal = { ...DURING, of: 'value', target: 0 }

export function importRows({ large, during }: ImportsPart): Row[] {
  const { products, file_bytes, runs, cpu_ms, peak_mib, read_units, write_units } = large
  const of = (what: string) => `${products.toLocaleString('en')} products, ${what}`
  return [
    { figure: of('file as gzip, KB'), value: file_bytes / 1000 },
    { figure: of('runs'), value: runs },
    { figure: of('CPU s'), value: cpu_ms / 1000 },
    { figure: of('largest memory of the process, MiB'), value: peak_mib, goal: MEMORY },
    { figure: of('read units'), value: read_units },
    { figure: of('write units'), value: write_units },
    ...during.neighbours.flatMap(({ name, ...cost }) => [
      {
        figure: `${name}, CPU µs, during an import against alone`,
        value: cost.during.cpu_us,
        baseline: cost.alone.cpu_us,
        goal: { ...DURING, target: 1.1 },
      },
      {
        figure: `${name}, table units, during an import against alone`,
        value: cost.during.units,
        baseline: cost.alone.units,
        digits: 1,
        goal: { ...DURING, target: 1 },
      },
      { figure: `${name}, refused or failed`, value: cost.failed, goal: NONE_FAILED },
    ]),
  ]
}
