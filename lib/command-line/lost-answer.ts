import { TableUnavailable } from '../data/table/calls/table-fault.ts'
import { Failure } from './failure.ts'

/**
 * Does what has its effect once more when it is done again. If the answer of the table is lost, throws a `Failure` with the
 * sentence of what may be there, and what to look at before it is done again.
 */
export async function lookingFirst<T>(sentence: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw afterLostAnswer(error, sentence)
  }
}

/** The `Failure` for an answer that is lost; any other error as it is. */
export const afterLostAnswer = (error: unknown, sentence: string): unknown =>
  error instanceof TableUnavailable
    ? new Failure(`DynamoDB does not respond, and ${sentence}`, { cause: error })
    : error
