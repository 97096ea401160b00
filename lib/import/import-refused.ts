import type { ImportFailure } from '../domain/imports/import-job.ts'

/** Nothing, or nothing more, is imported of a file, and its sender can correct it. Its message is one sentence. */
export class ImportRefused extends Error {
  override name = 'ImportRefused'
  readonly reason: ImportFailure

  constructor(reason: ImportFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
