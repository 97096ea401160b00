/** The sum of several runs of `vitest` for the last lines of `.ci/run`, from their reports as JSON and their exit codes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The part of vitest's report as JSON that is read. */
export interface Report {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

interface Sum {
  passed: number
  failed: number
  /** A line or more for each that did not pass. */
  faults: string[]
}

/**
 * Sums up one run. Whatever did not pass has failed: a test that was skipped or never ran, a file that could not be loaded,
 * and the run itself if it found nothing, left no report, or ended with an error that is no test's.
 */
export function sumUp(name: string, report: Report | undefined, exitCode: number): Sum {
  const files = report?.testResults ?? []
  const tests = files.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map((test) => ({ file, ...test })),
  )
  const others = tests.filter(({ status }) => status !== 'passed')
  const faults = [
    // A suite that cannot be loaded has no tests to fail.
    ...files
      .filter((file) => file.status === 'failed' && file.assertionResults.every(hasNotFailed))
      .map((file) => `failed: ${file.name}\n${file.message}`),
    ...others.map(
      ({ status, file, fullName, failureMessages }) =>
        `${status}: ${file} > ${fullName}\n${failureMessages.join('\n')}`,
    ),
  ]
  const passed = tests.length - others.length
  if (faults.length === 0 && (exitCode !== 0 || passed === 0))
    faults.push(
      `failed: the run "${name}", in which ${passed} tests passed, ended with ${exitCode}: see its errors above`,
    )
  return { passed, failed: faults.length, faults }
}

const hasNotFailed = ({ status }: { status: string }) => status !== 'failed'

/**
 * The lines that `.ci/run` ends with: every fault as a whole, the rest, and then, for those who see only the end of the log, each
 * fault on one line. `checks` is the number of failed checks that are not tests.
 */
export function lastLines(sums: readonly Sum[], checks: number, rest: string): string[] {
  const faults = sums.flatMap((sum) => sum.faults)
  const passed = sums.reduce((total, sum) => total + sum.passed, 0)
  return [
    ...faults,
    rest,
    ...faults.map(onOneLine),
    ...(checks > 0 ? ['failed: a check before the tests: see its errors above'] : []),
    `${passed} passed, ${faults.length + checks} failed`,
  ]
}

/** The name of the test or file, and the first line of its message. */
const onOneLine = (fault: string): string =>
  fault
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 2)
    .join(': ')
    .slice(0, 400)

/** Undefined without a whole one: the run did not finish. */
function reportIn(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

// .ci/run: the folder of reports, the number of checks that failed, what it says of the rest, and `<run>=<exit code>` each.
if (import.meta.main) {
  const [folder = '', checks, rest = '', ...runs] = process.argv.slice(2)
  const sums = runs.map((run) => {
    const [name = '', exitCode] = run.split('=')
    return sumUp(name, reportIn(join(folder, `${name}.json`)), Number(exitCode))
  })
  for (const line of lastLines(sums, Number(checks), rest)) console.log(line)
  process.exitCode = sums.every(({ failed }) => failed === 0) && Number(checks) === 0 ? 0 : 1
}
