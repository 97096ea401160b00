import { spawn } from 'node:child_process'
import { Command, CommanderError } from 'commander'
import { InvalidSettings } from '../../infra/settings/settings.ts'
import { chooseStage, type Stages } from '../../infra/settings/stages.ts'
import { describePlace, readConcurrency } from '../command-line/aws/account.ts'
import { limitedRouteKeys, removeLimits } from '../command-line/aws/gateway.ts'
import { findOutputs } from '../command-line/aws/stacks.ts'
import { confirm } from '../command-line/confirmation.ts'
import { errorLine, Failure } from '../command-line/failure.ts'
import { deploy, type Tools, type Wishes } from './deploy.ts'

const INTRODUCTION =
  'Deploys a stage into the AWS account and region of the environment: runs the checks, shows every change, asks, deploys, and then checks the API from outside.'

const NOTES = `
The settings of the stages are in storefront.config.ts. No resource changes before you confirm.

Examples:
  npm run deploy
  npm run deploy -- -c stage=staging
  npm run deploy -- -c stage=staging --yes     # in a pipeline`

interface Options extends Wishes {
  /** False with `--no-check`. */
  check: boolean
  yes?: boolean
  debug?: boolean
}

/** Deploys and returns the exit code of the process. */
export async function runDeploy(argv: readonly string[], stages: Stages): Promise<number> {
  const program = new Command('deploy')
    .description(INTRODUCTION)
    .option(
      '-c, --context <name=value>',
      'the stage, or a setting for this run (can be repeated)',
      collect,
      [],
    )
    .option(
      '--accept <logical id>',
      'let the check before an update accept the loss of this resource (can be repeated)',
      collect,
      [],
    )
    .option('--yes', 'deploy without a question')
    .option('--no-check', 'leave out the code checks, which a pipeline has already done')
    .option('--debug', 'show the place in the code that an error comes from')
    .addHelpText('after', NOTES)
    .exitOverride()
    .action(async ({ context, accept, check, yes = false }: Options) => {
      const stage = chooseStage(stages, Object.fromEntries(context.map(readSetting)))
      const { region } = stage.settings
      // For the clients here, and for every program that is started.
      if (region !== undefined) process.env.AWS_REGION = region
      await deploy(stage, { context, accept, noCheck: !check }, toolsFor(yes))
    })
  try {
    await program.parseAsync(argv, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode
    console.error(
      error instanceof InvalidSettings ? error.message : errorLine(error, argv.includes('--debug')),
    )
    return 1
  }
}

const collect = (value: string, previous: string[]) => [...previous, value]

function readSetting(text: string): [string, string] {
  const at = text.indexOf('=')
  if (at < 1) throw new Failure(`-c ${text}: must be name=value`)
  return [text.slice(0, at), text.slice(at + 1)]
}

const toolsFor = (isUnattended: boolean): Tools => ({
  script: (name, ...args) => run('npm', 'run', '--silent', name, '--', ...args),
  cdk: (...args) => run('npx', 'cdk', ...args),
  describePlace,
  readConcurrency,
  findOutputs,
  limitedRouteKeys,
  removeLimits,
  async confirm(question) {
    if (isUnattended) return
    if (!process.stdin.isTTY) throw new Failure('there is no terminal to confirm on: use --yes in a pipeline')
    await confirm(question)
  },
  say: console.log,
})

/** Runs a program on this terminal. Throws a `Failure` unless it ends with 0. */
async function run(program: string, ...args: string[]): Promise<void> {
  const child = spawn(program, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('error', reject)
  child.once('exit', resolve)
  const code = await promise
  if (code !== 0) throw new Failure(`${[program, ...args].join(' ')} failed; nothing after it was done`)
}
