import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { finds, savedQuery } from '../support/saved-query.ts'
import { ALARMS } from './runbooks/alarms.ts'
import { type Desk, nameOfBlock, openDesk, played } from './runbooks/desk.ts'
import type { Row } from './runbooks/row.ts'
import { SECTIONS } from './runbooks/section-rows.ts'
import { PAGES_OF_ROWS, sectionsOf } from './runbooks/sections.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk(inject('assemblyDir'))
})
afterAll(() => desk.close())

/** The lines that a saved query of the template finds now. */
function found(title: string): object[] {
  const { filter } = savedQuery(desk.template, title)
  return desk.log.filter((line) => finds(filter, line))
}

type Played = Exclude<Row, { notPlayed: string }>
const playedOf = (rows: Readonly<Record<string, Row>>) =>
  Object.entries(rows).filter((one): one is [string, Played] => !('notPlayed' in one[1]))

describe.each([
  ['the alarm', ALARMS],
  ['the section', SECTIONS],
])('%s', (_, rows) => {
  test.each(playedOf(rows))('%s', async (_, { fails, shows, steps, afterwards }) => {
    desk.log.splice(0)
    const made = await fails(desk)
    if (shows)
      await expect.poll(() => found(shows.query)).toContainEqual(expect.objectContaining(shows.line(made)))
    await steps(desk, made)
    await afterwards(desk, made)
  })
})

test('every block of steps was played', () => {
  const all = [...sectionsOf(PAGES_OF_ROWS).values()].flatMap(({ heading, runbook }) =>
    runbook.map((block) => nameOfBlock(heading, block)),
  )
  expect(all.filter((block) => !played.has(block))).toEqual([])
})
