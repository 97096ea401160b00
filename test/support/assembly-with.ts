import type { StorefrontSettings } from '../../lib/infra/settings/settings.ts'
import { UNTHROTTLED } from '../../lib/local/local-settings.ts'
import { assemblyOf } from './assembly-of.ts'
import { templateOf } from './settings.ts'

/** Nulls are only for stages. */
const { tableArn: _, tableStreamArn: __, ...LOCALLY } = UNTHROTTLED

/** An assembly like that of the run, with these settings too. Its folder is the caller's to remove. */
export const assemblyWith = (settings: StorefrontSettings, assemblyDir: string): string =>
  assemblyOf(
    JSON.stringify(templateOf({ ...LOCALLY, listMemorySeconds: 0, ...settings }, assemblyDir)),
    assemblyDir,
  )
