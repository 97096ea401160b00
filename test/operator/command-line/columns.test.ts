import { describe, expect, test } from 'vitest'
import * as merchants from '../../../clients/typescript/src/command/columns.ts'
import * as operators from '../../../lib/operator/command-line/columns.ts'

describe.each([
  ['merchants', merchants.inColumns],
  ['operators', operators.inColumns],
])('columns of %s', (_, inColumns) => {
  test('are as wide as their widest text', () => {
    const lines = inColumns(
      ['ID', 'NAME'],
      [
        ['1', 'Tea'],
        ['200', 'Cup'],
      ],
    ).split('\n')
    expect(lines.slice(1)).toEqual(['1    Tea', '200  Cup'])
  })

  test('take the rows of a large catalogue, whatever the stack of calls is', () => {
    const rows = Array.from({ length: 200_000 }, (__, n) => [`${n}`, 'Tea'])
    expect(inColumns(['ID', 'NAME'], rows).endsWith('199999  Tea')).toBe(true)
  })
})
