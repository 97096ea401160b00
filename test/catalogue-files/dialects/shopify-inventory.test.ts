import { expect, test } from 'vitest'
import { plannedRows } from '../../import/read/planned-rows.ts'

const START = 'Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO'
const CUP = 'cup,Cup,Title,Default Title,C1,,'
const ROW = `${START},Location,Available\n${CUP},Main,`
const BOTH = `${START},Location,Available,On hand (current),On hand (new)\n${CUP},Main,`
const OUT_OF_RANGE = 'must be from -1000000000 to 1000000000'

test.each([
  ['the most that there can be', `${ROW}1000000000\n`],
  ['the most that can be owed', `${ROW}-1000000000\n`],
])('%s is counted', async (_, file) => {
  const [row] = await plannedRows(file)
  expect(row).toMatchObject({ isReadable: true, faults: [] })
  expect(Math.abs(row?.counts?.[0]?.quantity ?? 0)).toBe(1e9)
})

test.each([
  ['3e9', `${ROW}3000000000\n`],
  ['one more than there can be', `${ROW}1000000001\n`],
  ['one more than can be owed', `${ROW}-1000000001\n`],
  ['1e20', `${ROW}1e20\n`],
  ['1e400', `${ROW}1e400\n`],
  ['more in two rows', `${ROW}600000000\n${CUP},Shop,600000000\n`],
  ['more in two columns', `${START},Main,Shop\n${CUP},600000000,600000000\n`],
  ['more after a new count', `${BOTH}1000000000,0,1000000000\n`],
])('%s is a fault of its row', async (_, file) => {
  const [row] = await plannedRows(file)
  const line = file.includes(',Shop,6') ? 3 : 2
  expect(row).toMatchObject({ isReadable: false, faults: [{ detail: `line ${line}: ${OUT_OF_RANGE}` }] })
})
