import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Results } from '../../bench/report/figures.ts'
import { markdownTable } from '../../bench/report/markdown.ts'
import { outdated, renderReport, rowCells } from '../../bench/report/report.ts'
import { readResults } from '../../bench/report/results.ts'

test('a table is aligned, numbers on the right', () => {
  const columns = [{ heading: 'Figure' }, { heading: 'Value', isNumber: true }]
  expect(
    markdownTable(columns, [
      ['read units', '2.5'],
      ['bytes', '11,386'],
    ]),
  ).toBe(
    [
      '| Figure     |  Value |',
      '| ---------- | -----: |',
      '| read units |    2.5 |',
      '| bytes      | 11,386 |',
    ].join('\n'),
  )
})

test('a row shows medians, the least in parentheses, and how many times the baseline it is', () => {
  const row = { figure: 'CPU', value: { min: 100, median: 1200 }, baseline: { min: 200, median: 4800 } }
  expect(rowCells(row)).toEqual(['CPU', '1,200 (100)', '4,800 (200)', '0.25 (0.50)x', '', ''])
})

const GOAL = { name: 'Load', why: 'Somebody waits for it.' }

test.each([
  [7, 'no'],
  [6, 'yes'],
  [4, 'yes'],
])('a value of %d is rated: %s', (value, expected) => {
  const cells = rowCells({ figure: 'ms', value, goal: { of: 'value', target: 6, ...GOAL } })
  expect(cells.slice(4)).toEqual(['6', expected])
})

test('the median of a spread is rated', () => {
  const row = {
    figure: 'ms',
    value: { min: 1, median: 7 },
    goal: { of: 'value', target: 6, ...GOAL },
  } as const
  expect(rowCells(row).at(-1)).toBe('no')
})

test('a ratio is rated as a ratio', () => {
  const row = {
    figure: 'units',
    value: 3,
    baseline: 2,
    goal: { of: 'ratio', target: 1.1, ...GOAL },
  } as const
  expect(rowCells(row).slice(3)).toEqual(['1.50x', '1.1x', 'no'])
})

const growth = {
  measured_on: '2026-11-22',
  machine: { cpu: 'A processor', cores: 2, node: 'v24.0.0' },
  repetitions: 10,
  small: cost(100),
  large: cost(100_000),
}

function cost(products: number) {
  const spread = { min: 500, median: 600 }
  return { products, read_units: 2.5, reported_read_units: 2.5, cpu_us: spread, wall_us: spread }
}

test('a report has the parts that were measured, with day and machine, and no others', () => {
  const results: Results = { parts: { growth } }
  const report = renderReport(results)
  expect(report).toContain('Measured on 2026-11-22: A processor, 2 cores, Node v24.0.0.')
  expect(report).toContain('in a catalogue of 100,000')
  expect(report).toMatch(/\| read units +\| +2\.5 \| +2\.5 \| +1\.00x/)
  expect(report.match(/^## .+$/gm)).toEqual(['## Large catalogues'])
})

test('below a table is the reason of each of its targets, once for all rows of a name', () => {
  const [, list = ''] = renderReport({ parts: { growth } }).split(/\n\n(?=- )/)
  expect(list).toMatch(/^- Read units and CPU: A list must cost the same .+\n$/)
})

test('every target of the repository has a reason below its table', async () => {
  const sections = renderReport(await readResults()).split(/^## /m)
  for (const section of sections) {
    const hasTarget = /\| (?:yes|no) +\|$/m.test(section)
    expect(/^- .+: .+\.$/m.test(section), section.split('\n')[0]).toBe(hasTarget)
  }
})

test('bench/results.md is what bench/results.json says; `npm run bench -- --render` writes it again', async () => {
  const page = await readFile(join(import.meta.dirname, '../../bench/results.md'), 'utf8')
  expect(page).toBe(renderReport(await readResults()))
})

test('a part whose figures an older bench stored in another form is named, before anything is compared with it', () => {
  expect(outdated({ growth })).toEqual([])
  const { small, repetitions, ...rest } = growth
  const unlike = { ...rest, repetitions, small: { ...small, cpu_us: { mean: 5 } } }
  for (const old of [{ ...rest, small }, { ...rest, repetitions }, unlike])
    expect(outdated({ growth: old } as object)).toEqual(['growth'])
})

test('nothing that is kept in the repository is outdated', async () => {
  const { parts } = await readResults()
  expect(Object.keys(parts).sort()).toEqual([
    'cold',
    'growth',
    'imports',
    'load',
    'pictures',
    'search',
    'stock',
    'units',
    'warm',
  ])
  expect(outdated(parts)).toEqual([])
})
