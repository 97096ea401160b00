import { expect, test } from 'vitest'
import { DOCUMENTATION, ROUTES } from '../../lib/api/routes.ts'
import { readPage } from './blocks.ts'

const [table = ''] = /^\|[\s\S]*?\n\n/m.exec(readPage('docs/endpoints.md')) ?? []

/** `GET, POST `/admin/products`` as two calls, in each column of the table. */
const callsIn = (cells: string) =>
  [...cells.matchAll(/((?:[A-Z]+, )*[A-Z]+) (`[^`]+`(?:, `[^`]+`)*)/g)].flatMap(
    ([, methods = '', paths = '']) =>
      methods
        .split(', ')
        .flatMap((method) => [...paths.matchAll(/`([^`]+)`/g)].map(([, path]) => `${method} ${path}`)),
  )

const rows = table
  .split('\n')
  .slice(2)
  .map((row) => row.split('|'))
const open = rows.flatMap(([, , cells = '']) => callsIn(cells))
const withKey = rows.flatMap(([, , , cells = '']) => callsIn(cells))

test('the table of endpoints has every route once, in the column of its access', () => {
  const isOpen = ({ access }: { access: string }) => access === 'public' || access === 'none'
  const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
  const docs = DOCUMENTATION.paths.map((path) => `GET ${path}`)
  expect(open.sort()).toEqual([...ROUTES.filter(isOpen).map(nameOf), ...docs].sort())
  expect(withKey.sort()).toEqual(
    ROUTES.filter((route) => !isOpen(route))
      .map(nameOf)
      .sort(),
  )
})
