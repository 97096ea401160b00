import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'

/** The greatest part of the processor time of all test files that one of them may take: about 15 s of 500 s. */
const GREATEST_PART = 0.03

/** Files that may take more, each with its reason. */
const MAY_TAKE_MORE: Record<string, string> = {
  'test/infra/nag.test.ts':
    'it alone judges templates by the rules of cdk-nag and of the CDK, the smallest and the largest',
  'test/faults/reads.test.ts':
    'it tries every fault at every call of every read, and there are more reads with each resource',
}

const times = readFileSync(inject('processorTimesPath'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => line.split(' '))
  .map(([path = '', ms]) => ({ path, ms: Number(ms) }))
const total = times.reduce((sum, { ms }) => sum + ms, 0)

test('the whole run has noted its processor times', () => {
  expect(times.length).toBeGreaterThan(300)
})

test('no file takes more than 3 % of the processor time of all, unless it is listed with its reason', () => {
  const large = times.filter(({ path, ms }) => ms > GREATEST_PART * total && !(path in MAY_TAKE_MORE))
  expect(large.map(({ path, ms }) => `${path}: ${((100 * ms) / total).toFixed(1)} %`)).toEqual([])
})
