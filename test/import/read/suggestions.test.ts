import { describe, expect, test } from 'vitest'
import { FIELD_READERS } from '../../../lib/import/read/field-readers.ts'
import { likelyColumn, likelyField, nearest, OTHER_NAMES } from '../../../lib/import/read/suggestions.ts'

const FIELDS = Object.keys(FIELD_READERS)

test.each([
  ['Barcode', 'gtin'],
  ['EAN-Code', 'gtin'],
  ['ISBN 13', 'gtin'],
  ['Hersteller', 'brand'],
  ['marque', 'brand'],
  ['Herstellernummer', 'mpn'],
  ['Manufacturer Part Number', 'mpn'],
  ['Zustand', 'condition'],
  ['Gewicht (g)', 'weight_grams'],
  ['Produktname', 'name'],
  ['TITLE', 'name'],
  ['pricee', 'price'],
  ['Desription', 'description'],
])('a column %j is likely meant for %s', (column, field) => {
  expect(likelyField(column, FIELDS)).toBe(field)
})

test('no field is likely that there is none of, or that nobody would call so', () => {
  expect(likelyField('Barcode', ['name', 'price'])).toBeUndefined()
  expect(likelyField('Shelf', FIELDS)).toBeUndefined()
})

test('of several columns the one is likely whose name means the field most often', () => {
  const names = OTHER_NAMES.name ?? []
  expect(names.indexOf('title')).toBeLessThan(names.indexOf('itemname'))
  expect(likelyColumn('name', ['Item name', 'Shelf', 'Title'])).toBe('Title')
  expect(likelyColumn('name', ['Title', 'Item name'])).toBe('Title')
  expect(likelyColumn('name', ['Shelf', 'Item-Name'])).toBe('Item-Name')
  expect(likelyColumn('name', ['Shelf'])).toBeUndefined()
  expect(likelyColumn('low_stock_at', ['low stock att', 'Title'])).toBe('low stock att')
})

test('a name that is misspelt is found without its case and blanks', () => {
  expect(nearest('Nmae', ['price', 'name'])).toBe('name')
  expect(nearest('Prod Nmae', ['price', 'PROD_NAME'])).toBe('PROD_NAME')
  expect(nearest('shelf', ['price', 'name'])).toBeUndefined()
})

const SOME = ['name', 'description', 'price', 'compare_at_price', 'sku', 'category', 'cost', 'slug']

describe('the nearest name', () => {
  test.each([
    ['categroy', 'category'],
    ['Catgory', 'category'],
    ['descripton', 'description'],
    ['comapre at price', 'compare_at_price'],
    ['prices', 'price'],
    ['nmae', 'name'],
    ['sky', 'sku'],
    ['Cost ', 'cost'],
  ])('%j is %s', (word, name) => {
    expect(nearest(word, SOME)).toBe(name)
  })

  test.each(['weight', 'skuuu', 'lost it', '', 'xy'])('%j is near none', (word) => {
    expect(nearest(word, SOME)).toBeUndefined()
  })

  test('is the one with the fewest differences, whatever their order', () => {
    expect(nearest('costs', ['cast', 'cost'])).toBe('cost')
    expect(nearest('costs', ['cost', 'cast'])).toBe('cost')
  })
})

test.each([
  ['Title', 'name'],
  ['unit price', 'price'],
  ['RRP', 'compare_at_price'],
  ['Article-Number', 'sku'],
  ['catgory', 'category'],
])('the column %j is likely meant for %s', (column, field) => {
  expect(likelyField(column, SOME)).toBe(field)
})

test('a field that is filled already is not meant', () => {
  expect(likelyField('Title', ['price'])).toBeUndefined()
})
