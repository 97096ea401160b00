import { beforeEach, expect, test, vi } from 'vitest'
import { handler } from '../../functions/webhooks/sweep.ts'
import { catchLog } from '../support/log.ts'

const parts = vi.hoisted(() => ({ webhooks: vi.fn(), imports: vi.fn() }))
vi.mock('../../lib/delivery/sweep.ts', () => ({ sweep: parts.webhooks }))
vi.mock('../../lib/import/run/sweep-imports.ts', () => ({ sweepImports: parts.imports }))
const log = catchLog()

const done = vi.fn()
beforeEach(() => {
  done.mockClear()
  parts.webhooks.mockImplementation(async () => {
    done('webhooks')
    return { enabled: 2, woken: 1 }
  })
  parts.imports.mockImplementation(async () => {
    done('imports')
    return { imports: 3, stalled: 1 }
  })
})

test('a sweep looks at webhooks and at imports, and logs both', async () => {
  log.splice(0)
  await handler()
  expect(log).toMatchObject([
    { level: 'info', message: 'sweep', enabled: 2, woken: 1 },
    { level: 'info', message: 'sweep', imports: 3, stalled: 1 },
  ])
})

test.each([
  ['webhooks', 'imports'],
  ['imports', 'webhooks'],
] as const)('if %s fail, %s are swept all the same, and the sweep is repeated', async (failing, other) => {
  parts[failing].mockRejectedValue(new Error('a bug'))
  await expect(handler()).rejects.toThrow('a bug')
  expect(done.mock.calls).toEqual([[other]])
})

test('if both fail, both are in the log and one is thrown', async () => {
  log.splice(0)
  parts.webhooks.mockRejectedValue(new Error('no webhooks'))
  parts.imports.mockRejectedValue(new Error('no imports'))
  await expect(handler()).rejects.toThrow('no webhooks')
  expect(log).toMatchObject(
    ['no webhooks', 'no imports'].map((text) => ({
      level: 'error',
      message: 'sweep',
      error: expect.stringContaining(`Error: ${text}`),
    })),
  )
})
