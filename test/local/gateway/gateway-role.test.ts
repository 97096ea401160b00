import { expect, test } from 'vitest'
import { startStack } from '../../../lib/local/stack.ts'
import type { JsonObject } from '../../../lib/local/template/json.ts'
import { fixtureTemplate, gatewayRole, temporaryFolder, writeAssembly } from '../fixture.ts'
import { readSuiteApi } from './suite-api.ts'

/** The answers to clients, and the lines that functions write, of a stack whose gateway has this role. */
async function answersWith(role: JsonObject) {
  await using resources = new AsyncDisposableStack()
  const assembly = resources.use(await temporaryFolder())
  const template = fixtureTemplate()
  template.Resources.GatewayRole = { Type: 'AWS::IAM::Role', Properties: role }
  await writeAssembly(assembly.path, template)
  const lines: string[] = []
  const log = ({ line }: { line: string }) => lines.push(line)
  const stack = await startStack({ assemblyDir: assembly.path, port: 0, log })
  resources.defer(stack.stop)
  const root = stack.baseUrl.replace('/api/v1', '')
  const answerOf = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${root}${path}`, init)
    return answer.ok ? answer.status : `${answer.status} ${await answer.text()}`
  }
  return {
    echo: await answerOf('/api/v1/items/1'),
    guarded: await answerOf('/api/v1/guarded/1'),
    busy: await answerOf('/busy', { method: 'POST' }),
    lines,
  }
}

const REFUSED = '500 {"message":"Internal Server Error"}'

test('a function that the role does not allow is not run: 500 from the gateway', async () => {
  const answers = await answersWith(gatewayRole('Echo', 'Authorizer'))
  expect(answers).toEqual({ echo: 200, guarded: 200, busy: REFUSED, lines: [] })
})

test('nor is an authorizer, and then no function behind it', async () => {
  const answers = await answersWith(gatewayRole('Echo', 'Busy'))
  expect(answers).toMatchObject({ echo: 200, guarded: REFUSED, busy: 200 })
})

const trust = (change: object) => ({
  Statement: [
    {
      Action: 'sts:AssumeRole',
      Effect: 'Allow',
      Principal: { Service: 'apigateway.amazonaws.com' },
      ...change,
    },
  ],
})

test.each<[string, JsonObject]>([
  ['another service', trust({ Principal: { Service: 'lambda.amazonaws.com' } })],
  ['nobody', trust({ Effect: 'Deny' })],
  ['whoever meets a condition', trust({ Condition: { StringEquals: { 'aws:SourceAccount': '1' } } })],
])('a role that %s can take serves no route', async (_, AssumeRolePolicyDocument) => {
  const role = { ...gatewayRole('Echo', 'Authorizer', 'Busy'), AssumeRolePolicyDocument }
  expect(await answersWith(role)).toMatchObject({ echo: REFUSED, guarded: REFUSED, busy: REFUSED })
})

test('the role of the stack allows the gateway to serve every route', async () => {
  const { routes } = await readSuiteApi()
  expect(routes.length).toBeGreaterThan(80)
  for (const { routeKey, function: invoked, authorizer } of routes)
    expect([invoked.isAllowed, authorizer?.isAllowed ?? true], routeKey).toEqual([true, true])
})
