import { globSync } from 'node:fs'
import { join, matchesGlob, relative } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { needsOfTests } from '../support/needs.ts'
import { ROOMS, type Room } from './mutants-rooms.ts'
import { hold, NotPossible, type Run } from './run.ts'

const root = join(import.meta.dirname, '../..')

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number]

/** The fates of the mutants of a file: of those that are judged, which `static` ones are not. */
interface Count {
  judged: number
  killed: number
  survived: number
  notReached: number
  static: number
}

/**
 * Makes small faults in the files of some rooms, all rooms if none is named, one at a time, and runs the room's pure
 * tests with each: a mutant that no test notices is a rule that no test has. Prints a line for each file, and leaves a
 * page with each mutant in `dist/mutants`. A file of a room can stand for it, and is then the only one that gets faults.
 * Counts mutants. Throws a `Violation` if the tests of a room notice less than it asks for, and `NotPossible` for a room
 * that does not exist.
 */
export async function proveMutants(run: Run, { folders }: { folders: readonly string[] }): Promise<void> {
  const rooms = (folders.length > 0 ? folders : [...ROOMS.keys()]).map(roomNamed)
  const poor: string[] = []
  for (const [name, room] of rooms) {
    const mutants = (await mutantsOf(name, room)).filter(({ fileName }) =>
      room.files.some((path) => matchesGlob(relative(root, fileName), path)),
    )
    for (const [file, its] of Map.groupBy(mutants, ({ fileName }) => fileName))
      run.say(lineOf(relative(root, file), countOf(its)))
    const total = countOf(mutants)
    run.say(lineOf(name, total))
    run.advance(total.judged)
    if (shareOf(total) < room.least)
      poor.push(`${name}: ${shareOf(total).toFixed(1)} % of ${room.least} % at least`)
  }
  hold(poor.length === 0, () => poor.join('\n'))
}

function roomNamed(name: string): [string, Room] {
  const room = ROOMS.get(name.replace(/^lib\/|\/$/g, ''))
  if (room) return [name, room]
  for (const [of, { files, ...rest }] of ROOMS)
    if (files.some((path) => matchesGlob(name, path))) return [of, { files: [name], ...rest }]
  throw new NotPossible(`no folder of rules is called ${name}: choose of ${[...ROOMS.keys()].join(', ')}`)
}

async function mutantsOf(name: string, room: Room): Promise<Mutant[]> {
  const fileName = name.replaceAll('/', '-')
  process.env.STOREFRONT_MUTANTS_TESTS = JSON.stringify(pureTests(room))
  const stryker = new Stryker({
    mutate: room.files,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/prove/mutants.vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // Such a mutant is evaluated when its module is read, once for all tests: each would need a process of its own.
    ignoreStatic: true,
    timeoutMS: 5_000,
    concurrency: 2,
    incremental: true,
    incrementalFile: `node_modules/.cache/storefront/mutants/${fileName}.json`,
    ignorePatterns: ['/docs', '/dist', '/cdk.out', '.storefront'],
    reporters: ['progress-append-only', 'html'],
    htmlReporter: { fileName: `dist/mutants/${fileName}.html` },
    allowEmpty: true,
  })
  return stryker.runMutationTest()
}

/** The test files of a room that need no stack, without slow ones. */
function pureTests({ tests, slow = [] }: Room): string[] {
  const needs = needsOfTests()
  return tests
    .flatMap((path) => globSync(path.endsWith('.ts') ? path : `${path}/**/*.test.ts`, { cwd: root }))
    .filter((path) => needs.get(path)?.stack === false && !slow.includes(path))
}

function countOf(mutants: readonly Mutant[]): Count {
  const number = (...statuses: Mutant['status'][]) =>
    mutants.filter(({ status }) => statuses.includes(status)).length
  const count = {
    killed: number('Killed', 'Timeout'),
    survived: number('Survived'),
    notReached: number('NoCoverage'),
    static: number('Ignored'),
  }
  return { ...count, judged: count.killed + count.survived + count.notReached }
}

const shareOf = ({ judged, killed }: Count): number => (judged === 0 ? 100 : (100 * killed) / judged)

const lineOf = (name: string, count: Count): string =>
  `${name}: ${count.judged} mutants, ${count.killed} killed (${shareOf(count).toFixed(1)} %), ` +
  `${count.notReached} not reached, ${count.survived} survived, ${count.static} static`
