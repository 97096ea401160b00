import { expect, onTestFinished, test, vi } from 'vitest'
import { BACKGROUND } from '../../../lib/api/routes.ts'
import { routesOf } from '../../../lib/infra/route-keys.ts'
import { readSettings } from '../../../lib/infra/settings/settings.ts'
import { Failure } from '../../../lib/operator/command-line/failure.ts'
import { runDeploy } from '../../../lib/operator/deploy/command-line.ts'
import {
  concurrencyAdvice,
  keptReady,
  reservationFault,
  reservedInstances,
} from '../../../lib/operator/deploy/concurrency.ts'
import { deploy, type Tools } from '../../../lib/operator/deploy/deploy.ts'
import { readPage } from '../../docs/blocks.ts'

const STAGE = { stackName: 'Storefront', settings: readSettings({ alarmEmail: 'operations@example.com' }) }
const NONE = { context: [], accept: [] }
const WISHES = { context: ['stage=default'], accept: ['Table'] }
const ENOUGH = 1_000
const OUTPUTS = new Map([['BaseUrl', 'https://api.example.com/api/v1']])

/** Tools that only write down what they are used for; `failing` is the step that fails. */
function toolsOf({
  isDeployed = false,
  failing = '',
  ...others
}: Partial<Tools> & { isDeployed?: boolean; failing?: string }) {
  const steps: string[] = []
  const said: string[] = []
  let hasStack = isDeployed
  const step = async (...words: string[]) => {
    steps.push(words.join(' '))
    if (words.join(' ').startsWith(failing || '-')) throw new Failure(`${failing} failed`)
    if (words[1] === 'deploy') hasStack = true
  }
  const tools: Tools = {
    script: (...words) => step('npm', ...words),
    cdk: (...words) => step('cdk', ...words),
    describePlace: async () => 'account 1, region eu-central-1',
    readConcurrency: async () => ENOUGH,
    findOutputs: async () => (hasStack ? OUTPUTS : undefined),
    limitedRouteKeys: async () => [],
    removeLimits: (...words) => step('remove', ...words),
    confirm: (question) => step(question),
    say: (line) => said.push(line),
    ...others,
  }
  return { tools, steps, said }
}

const FIRST = [
  'npm check',
  'cdk synth --quiet -c stage=default',
  'cdk diff --app cdk.out Storefront',
  'Deploy Storefront into account 1, region eu-central-1?',
  'cdk deploy --app cdk.out Storefront --require-approval never',
  'npm smoke https://api.example.com/api/v1',
]

test('a first deployment checks, shows, asks, deploys, looks from outside, and says what is next', async () => {
  const { tools, steps, said } = toolsOf({})
  await deploy(STAGE, WISHES, tools)
  expect(steps).toEqual(FIRST)
  expect(said.join('\n')).toContain('npm run operator -- business create --stack Storefront')
  expect(said.join('\n')).toContain('operations@example.com')
})

test('the page of operations has these steps in their order, and the question as it is', () => {
  const [, section = ''] = /^## First deployment$(.*?)^## /ms.exec(readPage('docs/operations.md')) ?? []
  const rows = [...section.matchAll(/^\| `(?:npm run (check|smoke)|(cdk \w+))`/gm)]
  const steps = rows.map(([, script, cdk]) => cdk ?? `npm ${script}`)
  expect(steps).toEqual(
    FIRST.filter((step) => /^(npm|cdk) /.test(step)).map((step) => step.split(' ').slice(0, 2).join(' ')),
  )
  expect(section.replaceAll('123456789012', '1')).toContain(FIRST[3])
})

test('before a stack is updated it is compared', async () => {
  const { tools, steps } = toolsOf({ isDeployed: true })
  await deploy(STAGE, WISHES, tools)
  const check =
    'npm upgrade-check --stack Storefront --new cdk.out/Storefront.template.json -c stage=default --accept Table'
  expect(steps).toEqual([...FIRST.slice(0, 2), check, ...FIRST.slice(2)])
})

// Any later update of the stage would be refused, and those of /admin would not stop writers.
test('limits that the new version does not name are removed before an update, after the yes', async () => {
  const [gone, stays, left] = ['GET /api/v1/old', 'GET /api/v1/products', 'POST /api/v1/admin/products']
  const { tools, steps, said } = toolsOf({
    findOutputs: async () => new Map([...OUTPUTS, ['ApiId', 'a1']]),
    limitedRouteKeys: async (apiId) => (apiId === 'a1' ? [gone, stays, left] : []),
  })
  await deploy(STAGE, WISHES, tools)
  expect(steps.slice(-5)).toEqual([
    'Deploy Storefront into account 1, region eu-central-1?',
    `remove a1 ${gone}`,
    `remove a1 ${left}`,
    ...FIRST.slice(-2),
  ])
  expect(said.join('\n')).toContain(`Removed the limits of "${gone}" from the stage`)
})

test('after an update the way to bring stored cards up to date is said', async () => {
  const { tools, said } = toolsOf({ isDeployed: true })
  await deploy(STAGE, WISHES, tools)
  expect(said.join('\n')).toContain('npm run operator -- reindex --stack Storefront --every-business')
})

test('after a deployment that is read-only nothing is said but that writers are refused', async () => {
  const { tools, said } = toolsOf({ isDeployed: true })
  await deploy({ ...STAGE, settings: readSettings({ readOnly: true }) }, WISHES, tools)
  expect(said.join('\n')).toContain('This stage is read-only: every write gets 503 read_only.')
  expect(said.join('\n')).not.toContain('reindex')
})

test('without a receiver of alarms one line says that there are none', async () => {
  const { tools, said } = toolsOf({})
  await deploy({ ...STAGE, settings: readSettings({}) }, WISHES, tools)
  expect(said.filter((line) => line.startsWith('WARNING: this stage has no alarms'))).toHaveLength(1)
  for (const settings of [
    { alarmEmail: 'a@example.com' },
    { alarmTopicArn: 'arn:aws:sns:eu-central-1:111122223333:alarms' },
  ]) {
    const other = toolsOf({})
    await deploy({ ...STAGE, settings: readSettings(settings) }, WISHES, other.tools)
    expect(other.said.join()).not.toContain('WARNING')
  }
})

test('a pipeline leaves out the checks that it has done', async () => {
  const { tools, steps } = toolsOf({})
  await deploy(STAGE, { ...WISHES, noCheck: true }, tools)
  expect(steps).toEqual(FIRST.slice(1))
})

test.each([...FIRST, 'npm upgrade-check'])('nothing follows after "%s" has failed', async (failing) => {
  const { tools, steps } = toolsOf({ isDeployed: true, failing })
  await expect(deploy(STAGE, WISHES, tools)).rejects.toThrow(`${failing} failed`)
  expect(steps.at(-1)).toContain(failing)
})

test('a reservation that the account cannot make is refused before anything else', async () => {
  const { tools, steps } = toolsOf({ readConcurrency: async () => 10 })
  const settings = readSettings({ reservedConcurrency: { authorizer: 5 } })
  const deployment = deploy({ ...STAGE, settings }, NONE, tools)
  await expect(deployment).rejects.toThrow('reserve 5 instances, but this account has a limit of 10')
  expect(steps).toEqual([])
})

test('a reservation holds for each function of a kind, and leaves 100 instances to the account', () => {
  const admin = routesOf({ media: false }).filter(({ access }) => !['public', 'none'].includes(access)).length
  const reserved = reservedInstances(readSettings({ reservedConcurrency: { authorizer: 40, admin: 2 } }))
  expect(reserved).toBe(40 + 2 * admin)
  const background = readSettings({ reservedConcurrency: { background: 10 }, webhookConcurrency: 5 })
  expect(reservedInstances(background)).toBe(10 * BACKGROUND.length)
  expect(reservationFault(900, ENOUGH)).toBeUndefined()
  expect(reservationFault(901, ENOUGH)).toContain('901')
  expect(reservationFault(0, 10)).toBeUndefined()
})

test('a deployment that keeps instances ready asks with their dollars', async () => {
  const settings = readSettings({ provisionedConcurrency: { authorizer: 2 } })
  // Two of 1,769 MB for 30 days.
  const usdAMonth = 2 * (1769 / 1024) * 30 * 86_400 * 0.0000033334
  expect(keptReady(settings)).toEqual({ instances: 2, usdAMonth: expect.closeTo(usdAMonth, 9) })
  const { tools, steps } = toolsOf({})
  await deploy({ ...STAGE, settings }, NONE, tools)
  expect(steps).toContain(
    'Deploy Storefront into account 1, region eu-central-1, and keep 2 instances ready for about $30 a month?',
  )
})

test('an account with few instances gets the number to request', async () => {
  expect(concurrencyAdvice(ENOUGH)).toBeUndefined()
  expect(concurrencyAdvice(10)).toContain('10 functions at once in this region, as in every new account')
  const { tools, said } = toolsOf({ readConcurrency: async () => 50 })
  await deploy(STAGE, NONE, tools)
  expect(said.at(-1)).toContain('Request 1,000')
})

test('a deployment is looked at without its domain name, which may have no DNS record yet', async () => {
  const outputs = new Map([...OUTPUTS, ['GatewayUrl', 'https://abc.example.com/api/v1']])
  const { tools, steps } = toolsOf({ findOutputs: async () => outputs })
  await deploy(STAGE, NONE, tools)
  expect(steps.at(-1)).toBe('npm smoke https://abc.example.com/api/v1')
})

test.each([
  [['-c', 'requestPerSecond=5'], '-c requestPerSecond: is not a setting'],
  [['-c', 'tracing'], '-c tracing: must be name=value'],
  [['-c', 'tracing=maybe'], 'tracing: must be true or false, not "maybe"'],
  [['-c', 'stage=prod'], 'stage: storefront.config.ts has no stage "prod"; it has default'],
])('%j is refused before anything is done', async (argv, line) => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => written.mockRestore())
  expect(await runDeploy(argv, { default: {} })).toBe(1)
  expect(written.mock.calls.join('\n')).toContain(line)
})
