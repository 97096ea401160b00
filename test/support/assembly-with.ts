import { mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StorefrontSettings } from '../../lib/infra/settings/settings.ts'
import { UNTHROTTLED } from '../../lib/local/local-settings.ts'
import { templateOf } from './settings.ts'

/** An assembly like that of the run, with these settings too: its template is its own, its bundles are those of the run. */
export function assemblyWith(settings: StorefrontSettings, assemblyDir: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-assembly-'))
  for (const name of readdirSync(assemblyDir))
    if (name !== TEMPLATE) symlinkSync(join(assemblyDir, name), join(folder, name))
  const template = templateOf({ ...UNTHROTTLED, listMemorySeconds: 0, ...settings }, assemblyDir)
  writeFileSync(join(folder, TEMPLATE), JSON.stringify(template))
  return folder
}

const TEMPLATE = 'Storefront.template.json'
