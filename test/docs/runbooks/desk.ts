import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isJsonObject } from '../../../lib/domain/body/json-object.ts'
import { useBucket, useTable } from '../../../lib/environment.ts'
import { type RunningStack, startStack } from '../../../lib/local/stack.ts'
import { readAssembly } from '../../../lib/local/template/assembly.ts'
import { createResolver } from '../../../lib/local/template/intrinsics.ts'
import { awsServer, escaped, noStack } from '../../support/aws-server.ts'
import { AWS_SETTINGS } from '../../support/run-program.ts'
import { templateOf } from '../../support/settings.ts'
import { readTemplate, type Template } from '../../support/template.ts'
import { tlsFront } from '../../support/tls-front.ts'
import { ROOT } from '../blocks.ts'
import { AWS_CALLS } from './aws-calls.ts'
import { printed, readAwsLine } from './aws-line.ts'
import { type Backups, openBackups } from './backups.ts'
import { type Receiver, receive } from './receiver.ts'
import { filledIn, sectionsOf } from './sections.ts'

/** Values of placeholders that are no outputs of the stack. */
export type Values = Readonly<Record<string, string>>

/** The outcome of the steps of a block. */
interface Steps {
  /** 0 unless a command found something: `verify` and `table check` end with 1 then. */
  code: number | null
  stdout: string
  stderr: string
}

/** The place of an operator: a deployed stack, a shell with `aws` and `npm`, the pages, and the log of the functions. */
export interface Desk {
  stack: RunningStack
  outputs: Values
  /** The template as it is with alarms. */
  template: Template
  /** The lines that the functions wrote, as objects. */
  log: Record<string, unknown>[]
  /** The endpoint of every webhook. */
  receiver: Receiver
  /**
   * Carries out the block of a section that has these words, in a shell that ends at the first command that fails.
   * Throws at an exit code that is not among those.
   */
  play(heading: string, words: string, values?: Values, codes?: readonly number[]): Promise<Steps>
  /** The recovery to a point in time of this stack's table: to the moments that were noted. */
  backups: Backups
  close(): Promise<void>
}

/** The blocks that were played since this process began, each with its heading. */
export const played = new Set<string>()
export const nameOfBlock = (heading: string, block: string) => `${heading}:\n${block}`

/**
 * Starts the local stack and stands for AWS before it: the table is reached over TLS, CloudFormation knows the stack by its name,
 * and `aws` is a program that has its line carried out by the table of calls. `npm run` is npm's own. The table stays in `dataDir`.
 */
export async function openDesk(assemblyDir: string, dataDir?: string): Promise<Desk> {
  const log: Desk['log'] = []
  const stack = await startStack({
    assemblyDir,
    dataDir,
    port: 0,
    log: ({ line }) => log.push(JSON.parse(line)),
  })
  useTable(stack.table)
  if (stack.bucket) useBucket(stack.bucket)
  const folder = mkdtempSync(join(tmpdir(), 'storefront-runbook-'))
  const { stackName, outputs } = await outputsOf(assemblyDir, stack)
  const backups = openBackups(stack.table)
  const place = { stack, outputs, backups }
  const [front, calls] = await Promise.all([tlsFront(stack.table.endpoint), serveCalls(place)])
  const members = Object.entries(outputs).map(
    ([name, value]) =>
      `<member><OutputKey>${name}</OutputKey><OutputValue>${escaped(value)}</OutputValue></member>`,
  )
  const services = await awsServer(({ action, parameters: { StackName = '' } }) => {
    if (action === 'GetCallerIdentity') return { xml: '<Account>123456789012</Account>' }
    if (action !== 'DescribeStacks') return { code: 'InvalidAction', message: action }
    if (StackName !== stackName) return noStack(StackName)
    return { xml: `<Stacks><member><Outputs>${members.join('')}</Outputs></member></Stacks>` }
  })
  const receiver = await receive()
  writeFileSync(join(folder, 'ca.pem'), front.certificate)
  writeFileSync(join(folder, 'aws'), programOf(calls.url))
  chmodSync(join(folder, 'aws'), 0o755)
  const env = {
    ...AWS_SETTINGS,
    PATH: `${folder}:${process.env.PATH}`,
    HOME: folder,
    AWS_EC2_METADATA_DISABLED: 'true',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    AWS_ENDPOINT_URL_DYNAMODB: front.endpoint,
    AWS_ENDPOINT_URL_CLOUDFORMATION: services.endpoint,
    AWS_ENDPOINT_URL_STS: services.endpoint,
    AWS_ENDPOINT_URL_S3: stack.bucket?.endpoint,
  }
  return {
    stack,
    outputs,
    template: templateOf({ alarmEmail: 'operations@example.com' }, assemblyDir),
    log,
    receiver,
    backups,
    async play(heading, words, values = {}, codes = [0]) {
      const block = blockOf(heading, words)
      const steps = await runShell(filledIn(block, { ...outputs, ...values }), env)
      if (!codes.includes(steps.code ?? -1))
        throw new Error(`${heading}: the steps ended with ${steps.code}:\n${steps.stdout}${steps.stderr}`)
      played.add(nameOfBlock(heading, block))
      return steps
    },
    async close() {
      await stack.stop()
      for (const one of [front, calls, services, receiver, backups]) one.close()
      rmSync(folder, { recursive: true })
    },
  }
}

function blockOf(heading: string, words: string): string {
  const blocks = sectionsOf().get(heading)?.runbook ?? []
  const found = blocks.filter((block) => block.includes(words))
  if (found.length !== 1)
    throw new Error(`"${heading}" has ${found.length} blocks of steps that have "${words}"`)
  return String(found[0])
}

async function outputsOf(assemblyDir: string, { baseUrl }: RunningStack) {
  const { stackName, template } = await readAssembly(assemblyDir)
  const apiEndpoint = new URL(baseUrl).origin
  const resolve = createResolver(template, { stackName, apiEndpoint, queueEndpoint: 'https://sqs.local' })
  const outputs = Object.entries(readTemplate(assemblyDir).Outputs).map(([name, output]) => [
    name,
    String(resolve(isJsonObject(output) ? (output.Value as never) : null)),
  ])
  return { stackName, outputs: Object.fromEntries(outputs) as Record<string, string> }
}

/** Carries out lines of the AWS CLI that come over HTTP: `{ code, stdout, stderr }`. 252 is a line that the CLI does not understand, 254 an error of a service. */
async function serveCalls(place: Pick<Desk, 'stack' | 'outputs' | 'backups'>) {
  async function carryOut(words: string[]) {
    try {
      const line = readAwsLine(words, AWS_CALLS)
      const result = await AWS_CALLS[line.call]?.run(line.options, place)
      return { code: 0, stdout: printed(result ?? {}, line.options), stderr: '' }
    } catch (error) {
      return { code: 254, stdout: '', stderr: `${error}\n` }
    }
  }
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString()
    response.end(JSON.stringify(await carryOut(JSON.parse(text))))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const programOf = (url: string) => `#!/usr/bin/env node
fetch('${url}', { method: 'POST', body: JSON.stringify(process.argv.slice(2)) })
  .then((response) => response.json())
  .then(({ code, stdout, stderr }) => {
    process.stdout.write(stdout)
    process.stderr.write(stderr)
    process.exitCode = code
  })
`

async function runShell(text: string, env: NodeJS.ProcessEnv): Promise<Steps> {
  const child = spawn('sh', ['-eu', '-c', text], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close')
  const [stdout = [], stderr = []] = await Promise.all(
    [child.stdout, child.stderr].map((stream) => Array.fromAsync(stream.setEncoding('utf8'))),
  )
  await ended
  return { code: child.exitCode, stdout: stdout.join(''), stderr: stderr.join('') }
}
