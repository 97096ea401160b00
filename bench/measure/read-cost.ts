import type { ReadCost } from '../report/figures.ts'
import type { Ask } from './in-process.ts'
import type { Coding, Question } from './questions.ts'
import type { TableMeter } from './table-meter.ts'

/** The cost of one public read. It is sent in every coding, which makes no difference to the table. */
export async function readCost(
  ask: Ask,
  meter: TableMeter,
  question: (coding: Coding) => Question,
): Promise<ReadCost> {
  const bodyBytes = async (coding: Coding) => {
    const answer = await ask(question(coding))
    if (answer.statusCode !== 200) throw new Error(`${question(coding).bundle}: ${JSON.stringify(answer)}`)
    return Buffer.byteLength(answer.body ?? '', answer.isBase64Encoded ? 'base64' : 'utf8')
  }
  // The first call may do what later ones need not.
  await bodyBytes('identity')
  meter.take()
  const body_bytes = await bodyBytes('identity')
  const { requests, read_units, read_bytes, reported_read_units } = meter.take()
  const wire_bytes = { br: await bodyBytes('br'), gzip: await bodyBytes('gzip') }
  return { read_units, reported_read_units, requests, read_bytes, body_bytes, wire_bytes }
}
