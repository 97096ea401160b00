import type { ImportFailure } from '../domain/imports/import-job.ts'

/** Nothing, or nothing more, is imported of a file, and whoever sent it can put it right. Its message is one sentence. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
  readonly reason: ImportFailure

  constructor(reason: ImportFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
