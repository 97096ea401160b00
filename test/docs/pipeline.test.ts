import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { blocksOf, ROOT, readPage } from './blocks.ts'

interface Step {
  uses?: string
  with?: Record<string, unknown>
  run?: string
}

interface Job {
  if: string
  needs?: string
  steps: Step[]
  permissions?: Record<string, string>
  environment?: string
  concurrency?: object
}

interface Workflow {
  on: Record<string, unknown>
  permissions: Record<string, string>
  env: Record<string, string>
  defaults: { run: { shell: string } }
  jobs: Record<string, Job>
}

const text = blocksOf(readPage('docs/pipeline.md')).find(({ info }) => info === 'workflow')?.text ?? ''
const workflow: Workflow = parse(text, { strict: true })
const steps = Object.values(workflow.jobs).flatMap((job) => job.steps)
const commands = steps.flatMap(({ run }) => run ?? [])

test('the workflow runs on pull requests, on merges and on a schedule, and every event has its jobs', () => {
  expect(Object.keys(workflow.on)).toEqual(['pull_request', 'push', 'schedule'])
  const conditions = Object.fromEntries(Object.entries(workflow.jobs).map(([name, job]) => [name, job.if]))
  expect(conditions).toEqual({
    test: "github.event_name != 'schedule'",
    diff: "github.event_name == 'pull_request'",
    deploy: "github.event_name == 'push'",
    drift: "github.event_name == 'schedule'",
  })
  expect(workflow.jobs.deploy).toMatchObject({ needs: 'test', concurrency: { 'cancel-in-progress': false } })
})

test('it has no secret: AWS knows it by its token', () => {
  expect(workflow.permissions).toEqual({ contents: 'read' })
  const known = Object.entries(workflow.jobs).filter(
    ([, { permissions }]) => permissions?.['id-token'] === 'write',
  )
  expect(known.map(([name]) => name)).toEqual(['diff', 'deploy', 'drift'])
  expect(text).not.toMatch(/secrets\.|AWS_ACCESS_KEY_ID/)
  const roles = steps.flatMap(({ with: options }) => options?.['role-to-assume'] ?? [])
  expect(roles).toEqual(['READ', 'DEPLOY', 'DRIFT'].map((role) => `\${{ vars.AWS_${role}_ROLE }}`))
})

test('a job that assumes a role has the subject that the trust policy of this role names', () => {
  const page = readPage('docs/pipeline.md')
  expect(page).toContain(
    '"token.actions.githubusercontent.com:sub": "repo:acme/storefront:environment:production"',
  )
  expect(workflow.jobs.deploy?.environment).toBe('production')
  // GitHub names the environment of a job in place of its branch, and the event of a pull request.
  expect(workflow.jobs.drift?.environment).toBeUndefined()
  expect(workflow.jobs.diff?.environment).toBeUndefined()
})

test('a command before a pipe fails its step', () => {
  expect(commands.some((command) => command.includes('|'))).toBe(true)
  expect(workflow.defaults.run.shell).toBe('bash')
})

test('every script that it runs is one, with options that it has', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const named = commands.flatMap((command) => /^npm run ([\w-]+)(?: -- (.*))?$/.exec(command) ?? [])
  expect(named.length).toBeGreaterThan(5)
  for (const command of commands) {
    const [, script, options = ''] = /^npm run ([\w-]+)(?: -- (.*))?$/.exec(command) ?? []
    if (script === undefined) continue
    expect(Object.keys(scripts)).toContain(script)
    if (options === '') continue
    const help = execFileSync(process.execPath, [join(ROOT, `bin/${script}.ts`), '--help'], {
      encoding: 'utf8',
    })
    for (const option of options.split(' ')) expect(help).toContain(option)
  }
})

test('the CDK has the commands that it runs, and they read the stack that is deployed', () => {
  const ofCdk = commands.flatMap((command) => /^npx cdk (\w+) (\w+)(.*)$/.exec(command) ?? [])
  expect(ofCdk.length).toBeGreaterThan(0)
  for (const command of commands) {
    const [, name, stack, rest = ''] = /^npx cdk (\w+) (\w+)(.*)$/.exec(command) ?? []
    if (name === undefined) continue
    expect(stack).toBe('Storefront')
    const help = execFileSync(join(ROOT, 'node_modules/.bin/cdk'), [name, '--help'], { encoding: 'utf8' })
    expect(help).toContain(`cdk ${name}`)
    for (const [option] of rest.matchAll(/--[\w-]+/g)) expect(help).toContain(option)
  }
})
