import { expect, test } from 'vitest'
import { LossCount, lossLine } from '../../../lib/import/report/loss-count.ts'

test('what is left out is counted by its kind, with the place of the first of each', () => {
  const lost = new LossCount()
  lost.add({ row: 1, line: 2 }, [])
  lost.add({ row: 2, line: 3 }, [{ loss: 'gtin', detail: '"INT-1" is no GTIN' }])
  lost.add({ row: 3, line: null }, [
    { loss: 'image', detail: 'a.jpg is not a URL' },
    { loss: 'gtin', detail: '"INT-2" is no GTIN' },
  ])
  expect(lost.all()).toEqual([
    { loss: 'gtin', count: 2, first: 'row 2 (line 3): "INT-1" is no GTIN' },
    { loss: 'image', count: 1, first: 'row 3: a.jpg is not a URL' },
  ])
  expect(lost.all().map(lossLine)).toEqual([
    '2 barcodes left out because they are not valid GTINs. First: row 2 (line 3): "INT-1" is no GTIN',
    '1 image left out. See row 3: a.jpg is not a URL',
  ])
  const further = new LossCount(lost.all())
  further.add({ row: 4, line: null }, [{ loss: 'image', detail: 'b.jpg is not a URL' }])
  expect(further.all()[1]).toEqual({ loss: 'image', count: 2, first: 'row 3: a.jpg is not a URL' })
  expect(lost.all()[1]?.count).toBe(1)
})
