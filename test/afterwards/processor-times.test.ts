import { expect, inject, test } from 'vitest'
import { fileTimesIn, sumOf } from '../support/processor-report.ts'
import { atLeast, IS_WHOLE } from './is-whole-run.ts'

/** The greatest part of the processor time of all test files that one of them may take, with its children. */
const GREATEST_PART = 0.04

/** Files that may take more, each with its reason. */
const MAY_TAKE_MORE: Record<string, string> = {
  'test/infra/nag.test.ts':
    'it alone judges templates by the rules of cdk-nag and of the CDK, the smallest and the largest',
  'test/faults/reads.test.ts':
    'it tries every fault at every call of every read, and there are more reads with each resource',
}

const times = fileTimesIn(inject('processorTimesPath'))
const total = sumOf(times)

test('the run has noted its processor times', () => {
  expect(times.length).toBeGreaterThanOrEqual(atLeast(300))
})

// With its exhaustive loops whole a run is another one, of which a few files have most.
if (IS_WHOLE && inject('turn') !== null)
  test('no file takes more than 4 % of the processor time of all, unless it is listed with its reason', () => {
    const large = times.filter(
      ({ path, seconds }) => seconds > GREATEST_PART * total && !(path in MAY_TAKE_MORE),
    )
    expect(large.map(({ path, seconds }) => `${path}: ${((100 * seconds) / total).toFixed(1)} %`)).toEqual([])
  })
