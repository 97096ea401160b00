import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { EXIT } from './exit-codes.ts'
import { Failure } from './failure.ts'

/** Asks at the terminal. The question is on stderr: stdout has the result alone. */
export const ask = (question: string): Promise<string> => read(question, process.stderr)

/** Asks without showing the keys that are pressed. */
export async function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const text = await read('', nowhere)
  process.stderr.write('\n')
  return text
}

async function read(question: string, output: NodeJS.WritableStream): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  try {
    // Ctrl-C and Ctrl-D end the question without a response.
    const closed = new Promise<never>((_, reject) => {
      lines.once('close', () => reject(new Failure('nothing was changed', EXIT.interrupted)))
    })
    return (await Promise.race([lines.question(question), closed])).trim()
  } finally {
    lines.close()
  }
}

/** All that is on stdin. */
export async function readStdin(): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
