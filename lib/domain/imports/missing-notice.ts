import type { Notice } from './import-job.ts'
import type { OnMissing } from './import-words.ts'

const DONE: Record<Exclude<OnMissing, 'keep'>, string> = { archive: 'archived', draft: 'made drafts' }

/** `3 missing from the file: archived`. */
export const missingNotice = (action: keyof typeof DONE, changed: number, isDryRun: boolean): Notice => ({
  code: 'missing_changed',
  detail: `${changed} missing from the file: ${isDryRun ? 'to be ' : ''}${DONE[action]}`,
})
