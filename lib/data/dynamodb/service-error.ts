/** The error that DynamoDB returned instead of a result; `name` and `$metadata` as the SDK gives them. */
export class ServiceError extends Error {
  declare readonly $metadata: { httpStatusCode: number }

  constructor(name: string, message: string, httpStatusCode: number) {
    super(message)
    this.name = name
    this.$metadata = { httpStatusCode }
  }
}

/** Errors of a call that DynamoDB did not begin. */
export const TURNED_AWAY = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
])

/** True unless DynamoDB understood the call and refused it: a broken connection, a server fault, throttling can pass. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof ServiceError) || error.$metadata.httpStatusCode >= 500 || TURNED_AWAY.has(error.name)
