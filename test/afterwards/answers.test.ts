import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operations, problemsOfOperations } from './described.ts'
import { IS_WHOLE } from './is-whole-run.ts'
import { readRecord } from './records.ts'

const seen = new Set(readRecord('seen').split('\n'))

/** Problems that one part of the API returns for all operations, and that no request brings about by itself. */
const OF_NO_REQUEST = [
  'internal_error',
  'temporarily_unavailable',
  'rate_limited',
  // Another call has to be under way under the same key.
  'idempotency_in_progress',
]

/** The limits of their members keep keys and webhooks far below the size at which an object is refused. */
const NEVER_LARGE = /^\w+(ApiKey|Webhook|WebhookSecret) 422 object_too_large$/

const codeOf = (problem: string) => problem.split(' ').at(-1) ?? ''

if (IS_WHOLE) {
  test('every operation returned every problem that it can return', () => {
    const unseen = problemsOfOperations.filter(
      (problem) =>
        !seen.has(problem) && !OF_NO_REQUEST.includes(codeOf(problem)) && !NEVER_LARGE.test(problem),
    )
    expect(unseen, 'described, and not returned in this run').toEqual([])
  })

  test.each(OF_NO_REQUEST)('some operation returned %s', (code) => {
    expect([...seen].some((line) => line.endsWith(` ${code}`))).toBe(true)
  })
}

test('the page of what each operation returned is made from the run', () => {
  const pages = operations.map(([route, { operationId }]) => {
    // HEAD says nothing but the status of a problem.
    const own = [...seen].filter((line) => line.startsWith(`${operationId} `) && !/ [45]\d\d $/.test(line))
    return [
      `## ${route}`,
      ...own.sort().map((line) => `- ${line.slice(operationId.length + 1).trim()}`),
    ].join('\n')
  })
  const folder = join(import.meta.dirname, '../../dist/tests')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'answers.md'),
    `# What each operation returned in the last run\n\n${pages.join('\n\n')}\n`,
  )
})
