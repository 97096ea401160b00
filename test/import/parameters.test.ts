import { describe, expect, test } from 'vitest'
import { plannedRows } from './read/planned-rows.ts'

describe('the category of new products', () => {
  const file = 'external_id,name,price\na,Cup,1.50\n'

  test.each(['Tea', 'Men > Shirts', 'x'.repeat(100)])('can be %j', async (category) => {
    const [row] = await plannedRows(file, { category })
    expect(row?.ofNew).toHaveProperty('category_id')
  })

  test.each([
    ['x'.repeat(130), 'must have'],
    ['Tea\u0007', 'must'],
    [`${'x'.repeat(130)} > Shirts`, 'must have'],
    [' > ', 'must'],
    ['a>'.repeat(2_600), 'has more than 2500 entries of one list'],
  ])('is refused before anything is planned if there cannot be one: %j', async (category, why) => {
    const planning = plannedRows(file, { category })
    await expect(planning).rejects.toMatchObject({ reason: 'unusable_parameters' })
    await expect(planning).rejects.toThrow(why)
  })
})

describe('the columns of options', () => {
  const file = 'style,name,category,price,size,groesse\na,Cup,C,1.50,S,S\na,,,1.50,M,M\n'
  const groupBy = 'style'

  test.each([
    ['option:Size=size', 'option:Size=groesse'],
    ['option:Size=size', 'option: Size =groesse'],
  ])('are refused if two are one option: %s and %s', async (...map) => {
    await expect(plannedRows(file, { groupBy, map })).rejects.toThrow('is mapped twice')
  })

  test('are refused if another one has their name', async () => {
    const two = file.replace('groesse', 'size')
    await expect(plannedRows(two, { groupBy, map: ['option:Size=size'] })).rejects.toThrow(
      'there are two columns "size": give one of them another name',
    )
  })
})
