import { expect, test } from 'vitest'
import { makeBusiness } from '../../support/shop.ts'
import { exported, importInto } from '../operate.ts'

const imported = async (text: string) => {
  const business = await makeBusiness({ currency: 'EUR' })
  const report = await importInto(business, { name: 'rows.csv', text })
  return { report, lines: (await exported(business)).lines }
}

test('lists and objects that are JSON in cells are read, prices of variants as those of the file', async () => {
  const variants = JSON.stringify([
    { option_values: { Size: 'S' }, price: '12.50', quantity: 3 },
    { option_values: { Size: 'L' }, price: '13.00' },
  ])
  const cell = (value: string) => `"${value.replaceAll('"', '""')}"`
  const { report, lines } = await imported(
    [
      'external_id,name,category,price,tags,metadata,options,variants',
      `plain,Plain,Tea,9.90,${cell('["a,b","c|d"]')},${cell('{"bin":"A7"}')},,`,
      `sized,Sized,Tea,,,,${cell('[{"name":"Size","values":["S","L"]}]')},${cell(variants)}`,
    ].join('\n'),
  )
  expect(report).toMatchObject({ created: 2, refused: [], lost: [], ignored_columns: [] })
  expect(lines).toMatchObject([
    { name: 'Plain', price: 990, tags: ['a,b', 'c|d'], metadata: { bin: 'A7' } },
    { name: 'Sized', variants: [{ price: 1250, quantity: 3 }, { price: 1300 }] },
  ])
})

test('a text that only begins like JSON stays a text', async () => {
  const { report, lines } = await imported(
    'external_id,name,category,price,tags\none,One,Tea,1.50,[new] | {old}\ntwo,Two,Tea,2.50,[',
  )
  expect(report).toMatchObject({ created: 2, refused: [] })
  expect(lines.map(({ tags }) => tags)).toEqual([['[new]', '{old}'], ['[']])
})
