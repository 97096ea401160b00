import { expect, onTestFinished, test } from 'vitest'
import { digestOfFile, readStoredFile, storeFile } from '../../../lib/data/imports/file-parts.ts'
import { letPausesPass } from '../../../lib/data/table/calls/pause.ts'
import { makeBusiness } from '../../support/shop.ts'

const PART_BYTES = 380_000

test.each([
  [1, []],
  [2, []],
  [3, [760]],
  [12, [760, 760, 760, 760, 760]],
])(
  'a file of %i parts is stored two by two, with a pause in which their partition recovers',
  async (count, due) => {
    const pauses: number[] = []
    letPausesPass(async (ms) => void pauses.push(ms))
    onTestFinished(() => letPausesPass())
    const [{ id: businessId }, id] = [await makeBusiness(), 'imp_1']
    const file = Buffer.alloc(count * PART_BYTES - 1, 'x')
    expect(await storeFile(businessId, id, file, Date.now())).toBe(count)
    expect(pauses).toEqual(due)
    const stored = await readStoredFile(businessId, { id, parts: count, sha256: digestOfFile(file) })
    expect(stored?.equals(file)).toBe(true)
  },
)
