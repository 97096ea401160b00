import { expect, test } from 'vitest'
import { inTurn } from '../support/turns.ts'
import { deliverBeside } from './simulation/refusing.ts'
import { useSimulation } from './simulation/simulated.ts'

await useSimulation()

test.each(
  inTurn([
    [1, 'often'],
    [10, 'often'],
    [3, 'seldom'],
  ] as const),
)(
  'beside %i events that are refused with 500 those that come %s arrive within 10 minutes',
  async (refused, pace) => {
    const { tries, ...outcome } = await deliverBeside({ refused, status: 500, pace })
    expect(outcome).toMatchObject({ late: 0, missing: 0, isEnabled: true })
    // Each has its ten tries.
    if (pace === 'seldom') expect(tries).toBe(10 * refused)
  },
)

test.each(
  inTurn([
    [5, 'seldom', 1],
    [10, 'seldom', 3],
    [10, 'often', 3],
  ] as const),
)(
  'beside %i events that are refused with 502 those that come %s arrive, at most %i h late',
  async (refused, pace, hours) => {
    const { longest, ...outcome } = await deliverBeside({ refused, status: 502, pace })
    expect(outcome).toMatchObject({ missing: 0, isEnabled: true })
    expect(longest).toBeLessThanOrEqual(hours * 60)
  },
)
