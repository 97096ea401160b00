import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { filesOfSet, setOf } from './test/sets/sets.ts'
import { isWholeAndGreen, noteWholeRun, wholeRunDigest } from './test/sets/whole-run.ts'
import { needsOfTests } from './test/support/needs.ts'
import { fileTimesIn, processorReport } from './test/support/processor-report.ts'
import { PROJECTS } from './test/support/projects.ts'
import { seedOfRun, turnOfRun } from './test/support/seed-of-run.ts'

/** Project after project, and in each the files that took longest in the last run first. */
class ProjectByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ project }: TestSpecification) =>
      PROJECTS.findIndex(({ name }) => name === project.name)
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => placeOf(a) - placeOf(b))
  }
}

const args = process.argv.slice(3)
const needs = needsOfTests()
const set = setOf(args, needs.keys(), process.env.STOREFRONT_TESTS)
const files = filesOfSet(set, needs)
/** Of the code as it is now: it may change while it is tested. */
const digest = wholeRunDigest()

const processorTimesPath = join(tmpdir(), `storefront-processor-times-${process.pid}`)
process.once('exit', (exitCode) => {
  const times = fileTimesIn(processorTimesPath)
  if (times.length === 0) return
  console.log(processorReport(processorTimesPath))
  const isWire = process.env.STOREFRONT_WIRE === '1'
  if (isWholeAndGreen({ set, isWire, args, exitCode, times, files })) noteWholeRun(digest, times)
  rmSync(processorTimesPath, { force: true })
})

export default defineConfig({
  test: {
    pool: 'forks',
    env: {
      // What Node has compiled in one process the next need not: most of a short one's time.
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/storefront/compiled'),
      // The CDK's rules judge each template for a second or more: test/infra/nag.test.ts does, once.
      CDK_VALIDATION: 'false',
    },
    setupFiles: ['test/support/processor-times.ts', 'test/support/each-file.ts'],
    provide: {
      seed: seedOfRun(),
      turn: turnOfRun(),
      set,
      processorTimesPath,
    },
    // Not a pace to keep but a net to catch what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
    // Beside the stack itself two would leave a fifth of two processors idle, and more take it from each other.
    maxWorkers: 3,
    sequence: { sequencer: ProjectByProject },
    projects: PROJECTS.map((test) => ({ ...test, include: test.include.filter((path) => files.has(path)) }))
      .filter(({ include }) => include.length > 0)
      .map((test) => ({ extends: true as const, test })),
  },
})
