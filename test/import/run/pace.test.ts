import { expect, onTestFinished, test, vi } from 'vitest'
import { letPausesPass } from '../../../lib/data/table/calls/pause.ts'
import { makeBusiness, makeKey } from '../../support/shop.ts'
import { importOf, runOnce, startImport } from './bench.ts'

const VARIANTS = Array.from({ length: 100 }, (_, n) => ({ option_values: { Size: `s${n}` }, price: n }))
const OPTIONS = [{ name: 'Size', values: VARIANTS.map(({ option_values: { Size } }) => Size) }]
const shirt = (id: string, name: string) => ({
  external_id: id,
  name,
  category: 'Shirts',
  options: OPTIONS,
  variants: VARIANTS,
})

test('a run limits its rate by the variants of the products that it writes, and by whether they are new', async () => {
  const business = await makeBusiness()
  const starter = { business, apiKeyId: (await makeKey(business)).apiKey.id }
  const pauses: number[] = []
  // Time stands still: the last product that is written waits for all of them.
  vi.useFakeTimers({ toFake: ['Date'] })
  letPausesPass(async (ms) => void pauses.push(ms))
  onTestFinished(() => {
    letPausesPass()
    vi.useRealTimers()
  })
  const longestOf = async (name: string) => {
    pauses.splice(0)
    const file = ['a', 'b', 'c', 'd'].map((id) => JSON.stringify(shirt(id, name))).join('\n')
    const id = await startImport(starter, file, {}, new Date())
    await runOnce(starter, id, { perSecond: 40 })
    const { created, updated } = (await importOf(starter, id)).progress
    return { created, updated, longest: Math.max(...pauses) }
  }
  expect(await longestOf('Shirt')).toEqual({ created: 4, updated: 0, longest: 4 * 190 })
  expect(await longestOf('Shirt of wool')).toEqual({ created: 0, updated: 4, longest: 4 * 102.5 })
})
