import { mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const TEMPLATE = 'Storefront.template.json'

/** An assembly with this template, as JSON, and with the bundles of another one. Its folder is the caller's to remove. */
export function assemblyOf(template: string, assemblyDir: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-assembly-'))
  for (const name of readdirSync(assemblyDir))
    if (name !== TEMPLATE) symlinkSync(join(assemblyDir, name), join(folder, name))
  writeFileSync(join(folder, TEMPLATE), template)
  return folder
}
