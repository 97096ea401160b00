import { createInterface } from 'node:readline/promises'
import { Failure } from './failure.ts'

/** The terminal of the process, for a question and its reply. */
export interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  output: NodeJS.WritableStream
}

/**
 * Asks a person at a terminal whether to do something that cannot be undone. A script has no terminal and is not asked.
 * Throws a `Failure` unless the response is yes.
 */
export async function confirm(
  question: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> {
  if (!input.isTTY) return
  const lines = createInterface({ input, output })
  try {
    // Ctrl-C and Ctrl-D end the question without a response.
    const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
    const response = await Promise.race([lines.question(`${question} Type yes to continue: `), closed])
    if (response.trim().toLowerCase() !== 'yes') throw new Failure('nothing was changed')
  } finally {
    lines.close()
  }
}
