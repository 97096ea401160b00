import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bundleFunctions } from '../../lib/infra/bundle.ts'

test('the functions of the baseline are bundled, which have neither documentation nor pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-baseline-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  bundleFunctions(join(import.meta.dirname, '../../bench/measure/baseline'), folder)
  expect(readdirSync(folder).sort()).toEqual(['list', 'sdk-query'])
  expect(existsSync(join(folder, 'list/index.cjs'))).toBe(true)
})
