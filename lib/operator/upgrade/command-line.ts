import { statSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { isJsonObject } from '../../domain/body/json-object.ts'
import { plural } from '../../domain/text/plural.ts'
import { quoted } from '../../domain/text/quoted.ts'
import { stackNameOf } from '../../infra/settings/stack-name.ts'
import type { Stages } from '../../infra/settings/stages.ts'
import { synthesize } from '../../local/template/assembly.ts'
import { templateOf } from '../command-line/aws/stacks.ts'
import { errorLine, Failure } from '../command-line/failure.ts'
import { compareTemplates, type StackTemplate } from './compare.ts'

interface Options {
  stack: string
  template?: string
  new?: string
  context: Record<string, string>
  accept: string[]
}

const INTRODUCTION =
  'Compares the template of a deployed stack with the one that would be deployed now, and refuses an update that loses, replaces or leaves the table or the bucket, moves the address of the API or of the edge, or creates or deletes more than one index. It reads templates and changes nothing.'

const NOTES = `
Without --new it synthesizes this directory. It reads the deployed template with cloudformation:GetTemplate, in the region of
-c region=<name>, else of the stage, else of the environment. \`cdk diff\` shows every other change.

Exit code: 0 if the update can be deployed, 1 if it is refused, 2 if a template cannot be read.`

/** Checks an update and returns the exit code of the process. `stages` say the region of the stack, if it is one of theirs. */
export async function runUpgradeCheck(argv: readonly string[], stages: Stages): Promise<number> {
  let exitCode = 0
  const collect = (value: string, previous: string[]) => [...previous, value]
  const program = new Command('upgrade-check')
    .description(INTRODUCTION)
    .option(
      '--stack <name>',
      'the deployed stack, or its ARN (default: the one of -c stage=<stage>, else Storefront)',
    )
    .option('--template <file>', 'the deployed template in a file, not from a stack')
    .option('--new <file>', 'the new template in a file or a folder such as cdk.out, not synthesized')
    .option('-c, --context <name=value>', 'a setting for the synthesis (can be repeated)', readContext, {})
    .option('--accept <logical id>', 'accept the changes of this resource (can be repeated)', collect, [])
    .option('--debug', 'show the place in the code that an error comes from')
    .addHelpText('after', NOTES)
    .exitOverride()
    .action(async (options: Omit<Options, 'stack'> & { stack?: string }) => {
      const stack = options.stack ?? stackNameOf(options.context.stage ?? 'default')
      const [, stage] = Object.entries(stages).find(([name]) => stackNameOf(name) === nameIn(stack)) ?? []
      const region = options.context.region ?? regionIn(stack) ?? stage?.region
      // For the client here, and for the synthesis.
      if (region !== undefined) process.env.AWS_REGION = region
      exitCode = await check({ ...options, stack })
    })
  try {
    await program.parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    console.error(errorLine(error, argv.includes('--debug')))
    return 2
  }
}

/** The name of a stack, and its region, if it is named by its ARN: `arn:aws:cloudformation:<region>:<account>:stack/<name>/<id>`. */
const nameIn = (stack: string) => (stack.startsWith('arn:') ? stack.split('/')[1] : stack)
const regionIn = (stack: string) => (stack.startsWith('arn:') ? stack.split(':')[3] : undefined)

function readContext(text: string, previous: Options['context']): Options['context'] {
  const [name = '', value] = text.split(/=(.*)/s)
  if (name === '' || value === undefined) throw new InvalidArgumentError('It must be name=value.')
  return { ...previous, [name]: value }
}

/** Prints a line for each finding, and a summary. */
async function check(options: Options): Promise<number> {
  const { stack, template, accept } = options
  const before = template ? await read(template) : parsed(await templateOf(stack), `the stack ${stack}`)
  const after = await newTemplate(options)
  const unknown = accept.find((id) => !before.has(id))
  if (unknown !== undefined)
    throw new Failure(
      `--accept ${quoted(unknown)} is not a resource of the deployed template; without --accept the refusal names the resource`,
    )
  let refused = 0
  for (const { logicalId, type, what, why, todo, isAcceptable } of compareTemplates(before, after)) {
    const isAccepted = isAcceptable && accept.includes(logicalId)
    if (!isAccepted) refused += 1
    const hint = isAcceptable && !isAccepted ? `; if you want this change, add --accept ${logicalId}` : ''
    console.log(
      `${isAccepted ? 'accepted' : 'refused'}: ${logicalId} (${type}): ${what}; ${why}; ${todo}${hint}`,
    )
  }
  const summary = refused > 0 ? `is refused: ${refused} ${plural(refused, 'finding')}` : 'can be deployed'
  console.log(`the update ${summary}`)
  return refused > 0 ? 1 : 0
}

/** Of a folder, the template of the stack. Without one it synthesizes in a folder of its own, so that `cdk.out` stays as it is. */
async function newTemplate({ new: given, stack, context }: Options): Promise<StackTemplate> {
  if (given !== undefined && !statSync(given, { throwIfNoEntry: false })?.isDirectory()) return read(given)
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'storefront-upgrade-')))
  try {
    if (given === undefined)
      await synthesize(folder, context).catch((cause: Error) => {
        throw new Failure(cause.message, { cause })
      })
    return await read(
      join(folder, `${nameIn(stack)}.template.json`),
      '; choose its stage with -c stage=<stage>',
    )
  } finally {
    if (given === undefined) await rm(folder, { recursive: true })
  }
}

async function read(file: string, hint = ''): Promise<StackTemplate> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === 'ENOENT' ? `there is no such file${hint}` : `it cannot be read (${cause.code})`
    throw new Failure(`${file}: ${why}`, { cause })
  })
  return parsed(text, file)
}

function parsed(text: string, source: string): StackTemplate {
  if (text.trim() === '') throw new Failure(`${source} has no template, or an empty one`)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new Failure(`${source} is not JSON; convert a template in YAML to JSON first`, { cause })
  }
  const resources = isJsonObject(json) && isJsonObject(json.Resources) ? Object.entries(json.Resources) : []
  const template = new Map(resources.flatMap(([id, one]) => (isJsonObject(one) ? [[id, one]] : [])))
  if (template.size > 0) return template
  throw new Failure(`${source} has no Resources, so it is not a CloudFormation template`)
}
