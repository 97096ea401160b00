import { describe, expect, test } from 'vitest'
import type { Dialect } from '../../../lib/import/catalogue-files/dialects/dialect.ts'
import { ImportRefused } from '../../../lib/import/import-refused.ts'
import { inQuery } from '../../../lib/import/option-style.ts'
import {
  groupingOf,
  isStructured,
  mapFields,
  type SaidOfFields,
} from '../../../lib/import/read/field-mapping.ts'
import { FIELD_READERS } from '../../../lib/import/read/field-readers.ts'
import { longColumns } from '../../../lib/import/read/mapping.ts'
import { columnsOf, mappingOf, productOf } from './products-of-file.ts'

const mapped = (columns: string[], said?: SaidOfFields) => mapFields({ columns: columnsOf(...columns) }, said)
const sourcesOf = (...sent: Parameters<typeof mapped>) => Object.fromEntries(mapped(...sent).sources)

describe('a column fills the field that it is named after', () => {
  test.each([
    ['name', 'name'],
    ['Compare At Price', 'compare_at_price'],
    ['compare-at-price', 'compare_at_price'],
    ['EXTERNAL ID', 'external_id'],
    ['metadata.colour', 'metadata.colour'],
    ['Metadata.Colour', 'metadata.Colour'],
    ['Meta Data.a.b', 'metadata.a.b'],
    ['metadata.\n', 'metadata.\n'],
  ])('%j fills %j', (column, field) => {
    expect(mapped([column, 'Shelf'])).toMatchObject({
      sources: new Map([[field, column]]),
      explicit: new Map(),
      matched: new Map(field === column ? [] : [[field, column]]),
      ignored: ['Shelf'],
    })
  })

  test.each(['Shelf', 'Status (web)', 'Prices', 'metadata.', 'Meta-Data.', 'data.x', 'toString', ''])(
    '%j fills none',
    (column) => {
      expect(mapped([column])).toMatchObject({ sources: new Map(), ignored: [column] })
    },
  )

  test('a column of lists or objects is named as one of these, and a text is not', () => {
    const named = (hasList: boolean) => mapFields({ columns: new Map([['Variants', { hasList }]]) })
    expect(named(true).sources).toEqual(new Map([['variants', 'Variants']]))
    expect(named(false)).toMatchObject({ sources: new Map(), ignored: ['Variants'] })
    expect(['Options', 'variants', 'tags', 'Shelf', ''].filter(isStructured)).toEqual(['Options', 'variants'])
  })

  test('two columns of one field are refused', () => {
    expect(() => mapped(['Name', 'NAME'])).toThrow(
      new ImportRefused(
        'unusable_parameters',
        'the columns "Name" and "NAME" both have the name of the field name: choose one, for example with --map name="Name"',
      ),
    )
    expect(() => mapped(['name', 'Name'], { option: inQuery })).toThrow('for example with map=name="name"')
    expect(sourcesOf(['Name', 'NAME'], { map: ['name=NAME'] })).toEqual({ name: 'NAME' })
  })
})

describe('a map', () => {
  test('names the column of a field, which its own column then does not fill', () => {
    expect(mapped(['name', 'title'], { map: ['name=title'] })).toMatchObject({
      sources: new Map([['name', 'title']]),
      explicit: new Map([['name', 'title']]),
      leftOut: new Set(),
      ignored: ['name'],
    })
  })

  test('of nothing leaves the field out', () => {
    expect(mapped(['name', 'price'], { map: ['name='] })).toMatchObject({
      sources: new Map([['price', 'price']]),
      explicit: new Map(),
      leftOut: new Set(['name']),
      ignored: ['name'],
    })
  })

  test('decides for its field, whatever columns are nearly called like it', () => {
    for (const pair of ['name=title', 'name='])
      expect(mapped(['Name', 'NAME', 'title'], { map: [pair] })).toMatchObject({
        matched: new Map(),
        ignored: pair === 'name=' ? ['Name', 'NAME', 'title'] : ['Name', 'NAME'],
      })
  })

  test('takes a column from a field that it is only nearly called like', () => {
    expect(sourcesOf(['Name', 'brand'], { map: ['brand=Name'] })).toEqual({ brand: 'Name' })
    expect(sourcesOf(['name'], { map: ['brand=name'] })).toEqual({ name: 'name', brand: 'name' })
  })

  test('can have a field of metadata, and a column with = in its name', () => {
    expect(sourcesOf(['a=b'], { map: ['metadata.x=a=b'] })).toEqual({ 'metadata.x': 'a=b' })
    expect(sourcesOf(['a\nb'], { map: ['name=a\nb'] })).toEqual({ name: 'a\nb' })
  })
})

test('a value for every row is added to the columns, and is one text with all that it has', () => {
  const { constants, sources } = mapped(['name'], { set: ['status=draft', 'metadata.a=b=c'] })
  expect([constants, sources]).toEqual([
    new Map([
      ['status', 'draft'],
      ['metadata.a', 'b=c'],
    ]),
    new Map([['name', 'name']]),
  ])
})

const NO_FIELD = `there are ${Object.keys(FIELD_READERS).join(', ')} and metadata.<key>`

describe('what cannot be meant is refused', () => {
  test.each<[SaidOfFields, string]>([
    [{ map: ['name'] }, '--map name: write it as field=column, for example name=title'],
    [{ set: ['status'] }, '--set status: write it as field=value, for example status=draft'],
    [{ set: ['status='] }, '--set status=: write it as field=value, for example status=draft'],
    [{ map: ['nmae=title'] }, '--map nmae=title: there is no field "nmae"; did you mean name?'],
    [{ map: ['shelf=title'] }, `--map shelf=title: there is no field "shelf"; ${NO_FIELD}`],
    [
      { map: ['metadata.=title'] },
      '--map metadata.=title: there is no field "metadata."; did you mean metadata?',
    ],
    [{ map: ['=title'] }, `--map =title: there is no field ""; ${NO_FIELD}`],
    [{ map: ['name=title', 'name=sku'] }, '--map name=sku: name is mapped twice'],
    [{ set: ['status=draft', 'status=active'] }, '--set status=active: status is set twice'],
    [{ map: ['name=titel'] }, '--map name=titel: no row has "titel"; did you mean --map name="title"?'],
    [{ map: ['name=shelf'] }, '--map name=shelf: no row has "shelf"'],
    [{ set: ['options=S'] }, '--set options: options are lists, which no text can be'],
    [{ set: ['variants=S'], option: inQuery }, 'set=variants: variants are lists, which no text can be'],
    [{ map: ['name'], option: inQuery }, 'map=name: write it as field=column, for example name=title'],
    [
      { map: ['name=titel'], option: inQuery },
      'map=name=titel: no row has "titel"; did you mean map=name="title"?',
    ],
  ])('%j', (said, why) => {
    expect(() => mapped(['title', 'sku'], said)).toThrow(
      expect.objectContaining({ message: why, reason: 'unusable_parameters' }),
    )
  })
})

describe('columns of one picture each', () => {
  test.each([
    [
      ['image 2', 'image 1', 'image 10'],
      ['image 1', 'image 2', 'image 10'],
    ],
    [
      ['IMAGE1', 'Picture URL 2', 'photo3link', 'Bild 4'],
      ['IMAGE1', 'Picture URL 2', 'photo3link', 'Bild 4'],
    ],
    [
      ['product image 1', 'Fotos 2'],
      ['product image 1', 'Fotos 2'],
    ],
    [['image 100', 'image', 'my image 1', 'image 1 alt', 'image x1'], []],
  ])('%j are %j, in the order of their numbers', (columns, pictures) => {
    const mapping = mapped([...columns, 'name'])
    expect(mapping.pictures).toEqual(pictures)
    expect(mapping.ignored).toEqual(columns.filter((column) => !pictures.includes(column)))
  })

  test('do not exist where the mapping names the pictures, or a column means something else', () => {
    const columns = ['image 1', 'image 2', 'pics']
    expect(mapped(columns, { map: ['images=pics'] }).pictures).toEqual([])
    expect(mapped(columns, { map: ['images='] }).pictures).toEqual([])
    expect(mapped(columns, { set: ['images=https://a.example/1.jpg'] }).pictures).toEqual([])
    expect(mapped(columns, { map: ['metadata.front=image 1'] }).pictures).toEqual(['image 2'])
    const dialect = dialectOf('image 1')
    expect(mapFields({ columns: columnsOf(...columns), dialect }).pictures).toEqual([])
  })
})

const dialectOf = (...used: string[]): Dialect => ({
  used: new Set(used),
  placeOf: () => ({ names: [] }),
  productOf: () => productOf({}),
})

describe('a file of another system', () => {
  const columns = columnsOf('Title', 'Body', 'Shelf', 'name')
  const dialect = dialectOf('Title', 'Body')

  test('has all fields from its dialect, whatever its columns are called', () => {
    const { sources, matched, ignored } = mapFields({ columns, dialect })
    expect([...sources]).toEqual(Object.keys(FIELD_READERS).map((field) => [field, field]))
    expect([[...matched], ignored]).toEqual([[], ['Shelf', 'name']])
  })

  test('has other columns for the fields that somebody has mapped, and none for those left out', () => {
    const { sources, explicit, leftOut, ignored } = mapFields(
      { columns, dialect },
      { map: ['brand=Shelf', 'metadata.x=name', 'sku='] },
    )
    expect([sources.get('brand'), sources.get('metadata.x'), sources.has('sku')]).toEqual([
      'brand',
      'metadata.x',
      false,
    ])
    expect([explicit, leftOut, ignored]).toEqual([
      new Map([
        ['brand', 'Shelf'],
        ['metadata.x', 'name'],
      ]),
      new Set(['sku']),
      [],
    ])
  })
})

test('a column that is used must have a name of its own', () => {
  const file = { columns: columnsOf('name', 'Shelf', 'image 1'), repeated: new Set(['Shelf', 'image 1']) }
  const twice = (name: string) => `there are two columns "${name}": give one of them another name`
  expect(() => mapFields(file)).toThrow(twice('image 1'))
  expect(() => mapFields(file, { map: ['images=', 'brand=Shelf'] })).toThrow(twice('Shelf'))
  expect(mapFields(file, { map: ['images='] }).ignored).toEqual(['Shelf', 'image 1'])
  const dialect = dialectOf('name', 'Shelf')
  expect(() => mapFields({ ...file, dialect })).toThrow(twice('Shelf'))
})

describe('rows that are variants', () => {
  const columns = columnsOf('style', 'name', 'size', 'colour', 'price', 'image 1')
  const said = { groupBy: 'style', map: ['option:Size=size', 'option: Colour =colour', 'brand=name'] }

  test('are said by the column that they share and those of their options', () => {
    const grouping = groupingOf(columns, said)
    expect([grouping?.groupBy, grouping?.options]).toEqual([
      'style',
      new Map([
        ['Size', 'size'],
        ['Colour', 'colour'],
      ]),
    ])
    expect(grouping?.mapping).toMatchObject({
      sources: new Map([
        ['name', 'name'],
        ['price', 'price'],
        ['brand', 'name'],
      ]),
      pictures: ['image 1'],
    })
    expect(groupingOf(columns, {})).toBeUndefined()
    expect(groupingOf(columns, { map: ['brand=name'] })).toBeUndefined()
  })

  test('have fields from their dialect, also those that somebody has mapped to metadata', () => {
    const grouping = groupingOf(columns, {
      ...said,
      map: [...said.map, 'metadata.x=colour'],
      set: ['cost=1'],
    })
    const dialect = dialectOf('style', 'size', 'colour', 'name', 'price')
    const mapping = mapFields({ columns, dialect, ...(grouping && { grouping }) })
    expect(mapping).toMatchObject({
      explicit: new Map(),
      constants: new Map([['cost', '1']]),
      pictures: [],
      ignored: ['image 1'],
    })
    const fields = [...mapping.sources.keys()]
    expect(fields.toSorted()).toEqual([...Object.keys(FIELD_READERS), 'metadata.x'].toSorted())
    expect([...mapping.sources.values()]).toEqual(fields)
  })

  test.each<[SaidOfFields, string]>([
    [
      { map: ['option:Size=size'] },
      '--map option:Size=size needs --group-by: the column that the variants of a product share',
    ],
    [
      { groupBy: 'style' },
      '--group-by needs the options of the variants, for example --map option:Size=size',
    ],
    [{ ...said, groupBy: 'model' }, '--group-by model: no row has "model"'],
    [
      { groupBy: 'style', map: ['option:Size=sise'] },
      '--map option:Size=sise: no row has "sise"; did you mean --map option:Size="size"?',
    ],
    [
      { groupBy: 'style', map: ['option:Size'] },
      '--map option:Size: write it as option:name=column, for example option:Size=size',
    ],
    [
      { groupBy: 'style', map: ['option:=size'] },
      '--map option:=size: write it as option:name=column, for example option:Size=size',
    ],
    [
      { groupBy: 'style', map: ['option:Size='] },
      '--map option:Size=: write it as option:name=column, for example option:Size=size',
    ],
    [
      { groupBy: 'style', map: ['option:Size=size', 'option: Size=colour'] },
      '--map option: Size=colour: option: Size is mapped twice',
    ],
    [
      { groupBy: 'style', option: inQuery },
      'group_by needs the options of the variants, for example map=option:Size=size',
    ],
  ])('are refused with %j', (wrong, why) => {
    expect(() => groupingOf(columns, wrong)).toThrow(
      expect.objectContaining({ message: why, reason: 'unusable_parameters' }),
    )
  })

  test.each(['style', 'size', 'price'])('cannot have %s twice', (column) => {
    expect(() => groupingOf(columns, said, new Set([column]))).toThrow(
      `there are two columns "${column}": give one of them another name`,
    )
  })
})

test('descriptions and pictures can be long', () => {
  const more = { pictures: ['image 1', 'image 2'] }
  expect(longColumns(mappingOf(['name', 'description', 'images'], more))).toEqual({
    descriptions: ['description'],
    pictures: ['images', 'image 1', 'image 2'],
  })
  expect(longColumns(mappingOf(['name']))).toEqual({ descriptions: [], pictures: [] })
})
