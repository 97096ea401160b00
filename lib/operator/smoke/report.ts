import type { Context } from './context.ts'
import { shown } from './failures.ts'
import type { Result } from './run.ts'

/** These need the account behind the deployment: no request from outside can show them. */
const NOT_CHECKED = [
  'throttling by API Gateway, and the Retry-After of a 429',
  'keys of KMS, permissions of IAM',
  'the time of a cold start',
  'alarms and their mails, budgets, logs',
]

export interface SmokeOutcome {
  context: Context
  results: readonly Result[]
  /** The objects that the run created and could not remove. */
  left: readonly string[]
  seconds: number
}

export function heading({ client, slug, token }: Context): string {
  const business = slug === undefined ? 'no business' : `business ${shown(slug)}`
  return `${client.base.href}: ${business}, ${token === undefined ? 'no API key' : 'with an API key'}`
}

const WORDS = { passed: 'passed ', failed: 'FAILED ', skipped: 'skipped' }

/** Returns the lines of each result, with a heading where a group begins. */
export function lineWriter(): (result: Result) => string {
  let last = ''
  return (result) => {
    const head = result.group === last ? '' : `\n${result.group}\n`
    last = result.group
    return head + linesOf(result)
  }
}

function linesOf(result: Result): string {
  const line = `  ${WORDS[result.status]}  ${result.name}`
  if (result.status === 'skipped') return `${line} (${result.reason})`
  if (result.status === 'passed') return line
  return `${line}\n           expected: ${shown(result.expected)}\n           received: ${shown(result.came)}`
}

export const countOf = (results: readonly Result[], status: Result['status']) =>
  results.filter((result) => result.status === status).length

/** Everything behind the last check. */
export function closing({ results, left, seconds }: SmokeOutcome): string {
  const count = (status: Result['status']) => `${countOf(results, status)} ${status}`
  return [
    '',
    ...left.map((what) => `NOT REMOVED: ${shown(what)}; remove it`),
    `${results.length} checks in ${seconds.toFixed(1)} s: ${count('passed')}, ${count('failed')}, ${count('skipped')}${reasons(results)}`,
    `Not checked here: ${NOT_CHECKED.join('; ')}.`,
  ].join('\n')
}

/** ` (20 needs an API key …)`: how many checks each reason has skipped. */
function reasons(results: readonly Result[]): string {
  const skipped = results.flatMap((result) => (result.status === 'skipped' ? [result.reason] : []))
  const counted = [...new Set(skipped)].map(
    (reason) => `${skipped.filter((one) => one === reason).length}: ${reason}`,
  )
  return counted.length > 0 ? ` (${counted.join('; ')})` : ''
}

/** The same for programs. */
export function asJson({ context, results, left, seconds }: SmokeOutcome): string {
  const { client, slug, token } = context
  const checks = results.map((result) =>
    result.status === 'failed'
      ? { ...result, expected: shown(result.expected), came: shown(result.came) }
      : result,
  )
  const totals = {
    passed: countOf(results, 'passed'),
    failed: countOf(results, 'failed'),
    skipped: countOf(results, 'skipped'),
  }
  const about = { base_url: client.base.href, business: slug ?? null, has_key: token !== undefined }
  const rest = { checks, not_removed: left.map(shown), not_checked: NOT_CHECKED, seconds }
  return JSON.stringify({ ...about, ...totals, ...rest }, null, 2)
}
