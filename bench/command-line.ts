import { Argument, Command, Option } from 'commander'
import { measureParts } from './measure/parts.ts'
import type { PartName, Parts } from './report/figures.ts'
import { outdated, renderReport } from './report/report.ts'
import { keepResults, readResults, writeReport } from './report/results.ts'

const INTRODUCTION =
  'Measures the cost of Storefront in time, table units and bytes, in turn with a baseline: a handler written by hand with the default AWS SDK. Writes bench/results.md and bench/results.json; parts that are not measured keep their last figures.'

/** The parts, in the order in which they are measured. */
const PARTS: Record<PartName, string> = {
  cold: 'starting a function: loading it, and its first response',
  warm: 'processor time of lists, single products and the authorizer in warm functions',
  units: 'read and write units, bytes on the wire, the authorizer’s reads, sizes of bundles; exact',
  growth: 'a list in a catalogue of 100,000 products, compared with one of 100; seeding takes minutes',
  stock: 'sales of one product and of 100 at a time, against changes of prices',
  search: 'searches in shops of 100 to 100,000 products, their indexes, and MiniSearch on the same texts',
  imports: 'an import of 24,000 products, and the requests of another business during imports',
  pictures: 'uploaded pictures drawn again: processor time, memory, how many a second',
  load: 'lists over HTTP through the local gateway, at 1, 10 and 50 connections, and from memory',
}
const PART_NAMES = Object.keys(PARTS) as PartName[]

const HELP = `
Parts:
${Object.entries(PARTS)
  .map(([name, what]) => `  ${name.padEnd(9)}${what}`)
  .join('\n')}

Examples:
  npm run bench                         # everything, about 31 minutes
  npm run bench -- warm units
  npm run bench -- cold --quick         # a first look, printed only`

interface Options {
  quick: boolean
  render: boolean
}

/** Measures and returns the exit code. Wrong arguments and `--help` end the process. */
export async function runBench(argv: readonly string[]): Promise<number> {
  const program = new Command('bench')
    .description(INTRODUCTION)
    .addArgument(new Argument('[parts...]', 'the parts to measure (default: all)').choices(PART_NAMES))
    .addOption(
      new Option(
        '--quick',
        'fewer repetitions, a catalogue of 10,000, seconds of load; prints the figures and writes no files',
      ).default(false, 'no'),
    )
    .addOption(
      new Option(
        '--render',
        'measure nothing: write bench/results.md again from bench/results.json, after a change of a target',
      )
        .default(false, 'no')
        .conflicts('quick'),
    )
    .addHelpText('after', HELP)
    .action(async (parts: PartName[], { quick, render }: Options) => {
      if (render) {
        if (parts.length > 0) program.error('error: --render measures no part')
        return writeReport()
      }
      const chosen = PART_NAMES.filter((name) => parts.length === 0 || parts.includes(name))
      const old = outdated((await readResults()).parts).filter((name) => !chosen.includes(name))
      if (!quick && old.length > 0) {
        const together = PART_NAMES.filter((name) => [...chosen, ...old].includes(name)).join(' ')
        program.error(
          `error: bench/results.json has ${old.join(', ')} from an older bench, and old figures cannot be compared with new ones; run \`npm run bench -- ${together}\``,
        )
      }
      const measured: Partial<Parts> = {}
      await measureParts(chosen, quick, async (part) => {
        Object.assign(measured, part)
        if (!quick) await keepResults(part)
      })
      console.log(`\n${renderReport({ parts: measured })}`)
      if (!quick) console.error('Written to bench/results.md and bench/results.json.')
    })
  await program.parseAsync(argv, { from: 'user' })
  return 0
}
