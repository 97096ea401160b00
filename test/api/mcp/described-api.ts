import { expect } from 'vitest'
import type { CallApi, Tool } from '../../../lib/api/mcp/tool.ts'
import { describeStrictly } from '../../../lib/docs/description/describe.ts'
import { createJudge } from '../../docs/description/judge.ts'

/** A call that a tool made of the API. */
export interface Called {
  /** Method and path, as `GET /products`. */
  route: string
  query: Record<string, string>
  body?: object | undefined
}

/** A response that a test gives: a body with the status 200, or a problem. */
export type Given = object | { problem: { status: number; code: string; [member: string]: unknown } }

const judge = createJudge(describeStrictly())

/** The faults of a body, judged by the description of the API. Its headers are no concern of a tool. */
function faultsOf(route: string, status: number, body: object): string[] {
  const [method = '', path = ''] = route.split(' ')
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  const headers = { 'content-type': type }
  const { operationId, faults } = judge({ method, path, status, headers, body: JSON.stringify(body) })
  if (operationId === undefined) return [`there is no operation ${route}`]
  return faults.filter((fault) => !fault.startsWith('header '))
}

/** An API that gives these bodies, which must be as its description says: a change of the API breaks the tests of its tools. */
export function apiOf(bodies: Record<string, Given | ((called: Called) => Given)>) {
  const calls: Called[] = []
  const api: CallApi = async (method, path, { query, body } = {}) => {
    const route = `${method} ${path}`
    const called = { route, query: Object.fromEntries(query ?? []), body }
    calls.push(called)
    const given = bodies[route]
    if (!given) throw new Error(`the test has no body for ${route}`)
    const response = typeof given === 'function' ? given(called) : given
    const [status, json] = 'problem' in response ? problemOf(response.problem) : [200, response]
    expect(faultsOf(route, status, json), route).toEqual([])
    return { status, body: json }
  }
  return { api, calls }
}

/** A problem with the members that all have. */
function problemOf(problem: object): [number, object] {
  const request_id = '8f14e45f-ceea-467f-8d2c-2f3a1b9c0d4e'
  const whole = {
    type: 'https://example.com/problems#x',
    title: 'A title',
    status: 500,
    detail: 'A detail.',
    instance: `urn:uuid:${request_id}`,
    request_id,
    ...problem,
  }
  return [whole.status, whole]
}

/** The result of a tool as an object, with whether it is an error. */
export async function resultOf(tool: Tool, api: CallApi, args: unknown = {}) {
  const { text, isError = false } = await tool.run(api, args)
  const result: Record<string, unknown> = JSON.parse(text)
  return { result, isError, text }
}
