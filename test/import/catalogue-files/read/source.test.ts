import { expect, test } from 'vitest'
import { readSource, type Writing } from '../../../../lib/import/catalogue-files/read/source.ts'
import { bytesOf } from './pieces.ts'

const formatOf = async (text: string, extension = '', writing: Writing = {}) =>
  (await readSource(bytesOf(text), { extension, ...writing })).format

test.each([
  ['.json', 'json'],
  ['.jsonl', 'jsonl'],
  ['.ndjson', 'jsonl'],
  ['.csv', 'csv'],
  ['.tsv', 'csv'],
  ['.CSV', 'csv'],
  ['.Json', 'json'],
])('a file %s has its format, whatever its text looks like', async (extension, format) => {
  for (const text of ['[1]', '{1}', 'a,b\n1,2']) expect(await formatOf(text, extension)).toBe(format)
})

test('the format that somebody says counts more', async () => {
  expect(await formatOf('a,b', '.json', { format: 'csv' })).toBe('csv')
  expect(await formatOf('[]', '.csv', { format: 'json' })).toBe('json')
})

/** A JSON document of more than half of what is looked at, on one line. */
const long = (begin: string, more = '') => `${begin}"x":"${'x'.repeat(40_000)}"${more}`

test.each([
  ['[{"a":1}]', 'json'],
  ['\n [', 'json'],
  ['a,b', 'csv'],
  ['"a","b"', 'csv'],
  ['{"name":"Cup"}', 'jsonl'],
  ['{"name":"Cup"}\n\n', 'jsonl'],
  ['{"products":[]}', 'json'],
  ['{"products":[]}\n \n', 'json'],
  ['{"sku":"a"}\n{"sku":"b"}', 'jsonl'],
  ['{\n"products":[]}', 'json'],
  ['{"a":\n{"b":1}}', 'json'],
  ['{"a":NaN}\n{"name":"Cup"}', 'jsonl'],
  ['{"a":NaN}\nx', 'json'],
  ['{"a":NaN}', 'json'],
  ['{"name":"Cup",', 'json'],
  ['{"a":{"b":1},\n{"c":2}', 'json'],
  [`${long('{"name":"Cup",')},\n{"a":1}`, 'json'],
  ['{"a":[1],\n{"b":1}', 'json'],
  [`${long('{"name":"Cup",')},`, 'jsonl'],
  [`${long('{"SKU" : "A",')},`, 'jsonl'],
  [`${long('{"products":[{"name":"Cup",')},`, 'json'],
  [`${long('{"total":2,"products": [ {"name":"Cup",')},`, 'json'],
  [`${long('{"name":"Cup","variants":[{"sku":1,')},`, 'jsonl'],
  [long('{"products":[],', '}'), 'json'],
  [long('{"name":"Cup",', '}'), 'jsonl'],
])('%.40j… looks like %s', async (text, format) => {
  expect(await formatOf(text, '.txt')).toBe(format)
})

const page = 'this is a web page, perhaps one with a password form: download the file itself'
const xml = 'this is XML: export the products as CSV, or as a feed of tab-separated text'

test.each([
  ['<!DOCTYPE html><p>', page],
  [' <html lang="de">', page],
  ['<?xml version="1.0"?><rss>', xml],
  ['<rss>', xml],
  ['<feed>', xml],
  ['<products>\n<product>', xml],
  ['<g:item id="1">', xml],
  ['<products\nid="1">', xml],
])('%j is refused, whatever somebody says', async (text, why) => {
  await expect(formatOf(text)).rejects.toThrow(why)
  await expect(formatOf(text, '.csv', { format: 'csv' })).rejects.toThrow(why)
})

test.each(['<bold,price', '<3 cups,price', 'a,<html>', '< b', '<b'])('%j is not markup', async (text) => {
  expect(await formatOf(text)).toBe('csv')
})

test('each format has its own reader, with the limits that somebody says', async () => {
  const rowsOf = async (text: string, writing: Writing) =>
    Array.fromAsync((await readSource(bytesOf(text), { extension: '', ...writing })).rows)
  expect(await rowsOf('a;b\n1;2', { delimiter: 'semicolon' })).toEqual([
    { number: 1, line: 2, values: { a: '1', b: '2' } },
  ])
  await expect(rowsOf('a,b\n1,2', { mostCells: 1 })).rejects.toThrow('more than 1 cells')
  await expect(rowsOf('[1]', { mostJsonCharacters: 2 })).rejects.toThrow('more than 2 characters')
  expect(await rowsOf('{"a":1}\n{"a":2}', {})).toHaveLength(2)
  expect(await rowsOf('[{"a":1}]', {})).toEqual([{ number: 1, line: null, values: { a: 1 } }])
  const source = await readSource(bytesOf('a,,a\n1'), { extension: '' })
  expect([source.header, source.nameless, source.repeated]).toEqual([
    ['a', 'column 2', 'a in column 3'],
    new Set(['column 2']),
    new Set(['a']),
  ])
})
