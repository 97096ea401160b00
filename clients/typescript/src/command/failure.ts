import { EXIT } from './exit-codes.ts'

/** Something a person can put right. Its message is one line and is all that is shown. */
export class Failure extends Error {
  override name = 'Failure'
  readonly exitCode: number

  constructor(message: string, exitCode: number = EXIT.failed, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** A command line that is wrong in a way that its parser cannot see. */
export const usageFailure = (message: string) => new Failure(message, EXIT.usage)
