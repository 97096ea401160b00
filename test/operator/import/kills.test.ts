import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { proveKills } from '../../prove/import.ts'
import { workOn } from '../../prove/import-process.ts'

test('an import that is killed and started again ends as one that is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-kills-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await workOn(folder, inject('table'))
  const counted = new Map<string, number>()
  const count = (figure: string, by = 1) => {
    counted.set(figure, (counted.get(figure) ?? 0) + by)
  }
  // Half of the longest time, and then a third of it: some way into the file, whatever the machine.
  let kills = 0
  const below = (most: number) => Math.floor(most / (2 + (kills++ % 2)))
  await proveKills(folder, { below, count }, { kills: 2, rows: 240 })
  expect(counted.get('kills')).toBe(2)
})
