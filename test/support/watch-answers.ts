import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { BASE_PATH } from '../../lib/api/route.ts'
import { describeStrictly } from '../../lib/docs/description/describe.ts'
import type { GatewayAnswer } from '../../lib/local/gateway/answer.ts'
import type { OnAnswer } from '../../lib/local/gateway/gateway.ts'
import type { RecordName } from '../afterwards/records.ts'
import { linesOf } from '../afterwards/seen.ts'
import { createJudge } from '../docs/description/judge.ts'

/** Pages for people, which the description leaves out. */
const PAGE = /^\/(?:docs(?:\/[^/]+)?|shop\/.+)$/

/** Judges every answer of the running stack by the description, and records what was seen and what does not fit. */
export function watchAnswers(record: (name: RecordName, line: string) => void): OnAnswer {
  const judge = createJudge(describeStrictly())
  const seen = new Set<string>()
  return ({ method = '', url = '' }, answer) => {
    const [target = ''] = url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/)
    if (!target.startsWith(`${BASE_PATH}/`)) return
    const { status, headers } = answer
    // The gateway writes one answer of its own to whatever method, and HTTP sends none of it after a HEAD.
    const isUnsent = method === 'HEAD' && headers.every(([name]) => name.toLowerCase() !== 'x-request-id')
    const body = isUnsent ? '' : textOf(answer)
    const path = target.slice(BASE_PATH.length)
    if (PAGE.test(path) && (method === 'GET' || method === 'HEAD')) return
    const { operationId, faults } = judge({
      method,
      path,
      status,
      headers: Object.fromEntries(headers),
      body,
    })
    if (faults.length > 0)
      record('misfits', `${method} ${path} ${status}: ${faults.join('; ')} ${body.slice(0, 300)}`)
    if (operationId === undefined) return
    for (const line of linesOf(operationId, status, body)) {
      if (seen.has(line)) continue
      seen.add(line)
      record('seen', line)
    }
  }
}

/** The body with its content coding taken away. */
function textOf({ headers, body }: GatewayAnswer): string {
  // The answer to HEAD names a coding too.
  if (body.length === 0) return ''
  const coding = headers.find(([name]) => name === 'content-encoding')?.[1]
  if (coding === 'br') return brotliDecompressSync(body).toString()
  return (coding === 'gzip' ? gunzipSync(body) : body).toString()
}
