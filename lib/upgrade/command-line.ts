import { globSync, statSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { statusOf, templateOf } from '../command-line/aws/stacks.ts'
import { errorLine, Failure } from '../command-line/failure.ts'
import { quoted } from '../domain/text/quoted.ts'
import { stackNameOf } from '../infra/settings/stack-name.ts'
import type { Stages } from '../infra/settings/stages.ts'
import { synthesize } from '../local/template/assembly.ts'
import { compareTemplates } from './compare.ts'
import { report } from './report.ts'
import { readStackTemplate, type StackTemplate } from './template.ts'

interface Options {
  stack?: string
  template?: string
  new?: string
  context: Record<string, string>
  accept: string[]
}

/** The options with the stack that they mean. */
type Comparison = Options & { stack: string }

const INTRODUCTION =
  'Compares the template of a deployed stack with the one that would be deployed now, and refuses an update that replaces or deletes a table, an API, a key, a domain name, a distribution, a bucket, a queue or a secret, switches off a protection of one of them, takes an alias or a path from a distribution or switches it off, or creates or deletes more than one index of a table. It reads templates and changes nothing.'

const NOTES = `
Without --new it synthesizes the stack of this directory, as \`npm run synth\` does. It reads the deployed template with
cloudformation:DescribeStacks and GetTemplate, with the credentials of the environment and in the region of -c region=<name>,
else of the stage in storefront.config.ts, else of the environment.

Each finding is one line: what changes, why that is refused, what to do. A finding that a person can want is let through
with --accept and its logical id. A warning does not refuse the update.

Exit code: 0 if the update can be deployed, 1 if it is refused, 2 if a template cannot be read, or if the stack is in a state
in which it cannot be updated.

Examples:
  npm run upgrade-check
  npm run upgrade-check -- -c stage=staging
  npm run upgrade-check -- --template deployed.json --new cdk.out/Storefront.template.json`

/** The exit codes besides 0. */
const REFUSED = 1
const UNREADABLE = 2

/** Checks an update and returns the exit code of the process. `stages` say the region of the stack, if it is one of theirs. */
export async function runUpgradeCheck(argv: readonly string[], stages: Stages): Promise<number> {
  let exitCode = 0
  const program = new Command('upgrade-check')
    .description(INTRODUCTION)
    .option('--stack <name>', 'the deployed stack (default: that of -c stage=<stage>, else Storefront)')
    .option('--template <file>', 'the deployed template in a file, instead of that of a stack')
    .option(
      '--new <file>',
      'the new template in a file, or a folder such as cdk.out, instead of synthesizing it',
    )
    .option('-c, --context <name=value>', 'a setting for the synthesis (can be repeated)', readContext, {})
    .option(
      '--accept <logical id>',
      'let the findings of this resource through (can be repeated)',
      collect,
      [],
    )
    .option('--debug', 'show the place in the code that an error comes from')
    .addHelpText('after', NOTES)
    .exitOverride()
    .action(async (options: Options) => {
      const stack = options.stack ?? stackNameOf(options.context.stage ?? 'default')
      const region = options.context.region ?? regionOf(stack, stages)
      // For the client here, and for the synthesis.
      if (region !== undefined) process.env.AWS_REGION = region
      exitCode = await check({ ...options, stack })
    })
  try {
    await program.parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : UNREADABLE
    console.error(errorLine(error, argv.includes('--debug')))
    return UNREADABLE
  }
}

const collect = (value: string, previous: string[]) => [...previous, value]

function readContext(text: string, previous: Options['context']): Options['context'] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined) throw new InvalidArgumentError('It must be name=value.')
  return { ...previous, [name]: value }
}

/** The region of the stage with this stack. */
const regionOf = (stack: string, stages: Stages): string | undefined =>
  Object.entries(stages).find(([name]) => stackNameOf(name) === stack)?.[1].region

async function readDeployed(stack: string): Promise<StackTemplate> {
  const template = readStackTemplate(await templateOf(stack), `the template of the stack ${stack}`)
  const status = await statusOf(stack)
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/view-stack-events.html#cfn-console-view-stack-status-codes
  if (/_IN_PROGRESS$|_FAILED$|^(ROLLBACK|DELETE)_COMPLETE$/.test(status))
    throw new Failure(`the stack ${stack} is in the state ${status}, in which it cannot be updated`)
  return template
}

async function check(options: Comparison): Promise<number> {
  const before = await (options.template === undefined
    ? readDeployed(options.stack)
    : readFileTemplate(options.template))
  const after = await newTemplate(options)
  for (const logicalId of options.accept)
    if (!before.has(logicalId))
      throw new Failure(`--accept ${quoted(logicalId)} is not a resource of the deployed template`)
  const { lines, isRefused } = report(compareTemplates(before, after), options.accept)
  console.log(lines.join('\n'))
  return isRefused ? REFUSED : 0
}

function newTemplate(options: Comparison): Promise<StackTemplate> {
  if (options.new === undefined) return synthesized(options)
  const isFolder = statSync(options.new, { throwIfNoEntry: false })?.isDirectory()
  return isFolder ? readSynthesis(options.new, options) : readFileTemplate(options.new)
}

async function readFileTemplate(file: string): Promise<StackTemplate> {
  try {
    return readStackTemplate(await readFile(file, 'utf8'), file)
  } catch (error) {
    if (error instanceof Failure) throw error
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const why = code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${code ?? error})`
    throw new Failure(`${file}: ${why}`, { cause: error })
  }
}

/** Synthesizes in a folder of its own, so that `cdk.out` stays as it is. */
async function synthesized(options: Comparison): Promise<StackTemplate> {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-upgrade-'))
  try {
    await synthesize(folder, options.context).catch((cause: unknown) => {
      throw new Failure(cause instanceof Error ? cause.message : String(cause), { cause })
    })
    return await readSynthesis(folder, options)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The template in the folder of a synthesis, which must be that of the deployed stack. */
async function readSynthesis(folder: string, { stack, template }: Comparison): Promise<StackTemplate> {
  const [file, ...others] = globSync('*.template.json', { cwd: folder })
  if (file === undefined) throw new Failure(`${folder} has no template: choose the folder of a synthesis`)
  if (others.length > 0) throw new Failure(`${folder} has several templates: choose one with --new <file>`)
  const name = basename(file, '.template.json')
  if (template === undefined && name !== stack)
    throw new Failure(
      `the synthesis has the stack ${name}, not ${stack}: choose its stage with -c stage=<stage>`,
    )
  return readFileTemplate(join(folder, file))
}
