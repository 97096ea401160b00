import { expect, test } from 'vitest'
import { RECORDS } from '../../lib/domain/resources.ts'
import { readPage } from './blocks.ts'

test('docs/events.md lists every type of event', () => {
  const listed = [...readPage('docs/events.md').matchAll(/^\| `(\w+\.\w+)` \|/gm)].map(([, type]) => type)
  const types = RECORDS.flatMap(({ type, events }) => Object.keys(events).map((event) => `${type}.${event}`))
  expect(listed).toEqual(types)
})
