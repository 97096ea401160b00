import { TableUnavailable } from '../../data/table/calls/table-fault.ts'
import { Failure } from './failure.ts'

/**
 * Does work that takes effect a second time when it is repeated. If the response of the table is lost, throws a `Failure` with the
 * sentence of what may be there, and what to look at before it is done again.
 */
export async function lookingFirst<T>(sentence: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw afterLostAnswer(error, sentence)
  }
}

/** The `Failure` for a lost response; any other error as it is. */
export const afterLostAnswer = (error: unknown, sentence: string): unknown =>
  error instanceof TableUnavailable
    ? new Failure(`DynamoDB does not respond, and ${sentence}`, { cause: error })
    : error
