import type { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { quoted } from '../../../domain/text/quoted.ts'
import { Failure } from '../failure.ts'
import { CLIENT_SETTINGS } from './client-settings.ts'

/** A name as CreateStack takes it, or a stack's ARN. */
const STACK_NAME = /^(arn:.*|[A-Za-z][A-Za-z0-9-]{0,127})$/

/** The template of a deployed stack, as it was uploaded. Throws a `Failure` if there is no such stack. */
export const templateOf = (stackName: string): Promise<string> =>
  ofStack(stackName, async (client, { GetTemplateCommand }) => {
    const command = new GetTemplateCommand({ StackName: stackName, TemplateStage: 'Original' })
    return (await client.send(command)).TemplateBody ?? ''
  })

/** The outputs of a deployed stack. Throws a `Failure` if there is no such stack. */
export const outputsOf = (stackName: string): Promise<Map<string, string>> =>
  ofStack(stackName, readOutputs(stackName))

/** The same; undefined if there is no such stack. */
export const findOutputs = (stackName: string): Promise<Map<string, string> | undefined> =>
  findInStack(stackName, readOutputs(stackName))

type Sdk = typeof import('@aws-sdk/client-cloudformation')
type Work<T> = (client: CloudFormationClient, sdk: Sdk) => Promise<T>

const readOutputs =
  (stackName: string): Work<Map<string, string>> =>
  async (client, { DescribeStacksCommand }) => {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: stackName }))
    const outputs = Stacks?.[0]?.Outputs ?? []
    return new Map(outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]))
  }

async function ofStack<T>(stackName: string, work: Work<T>): Promise<T> {
  const found = await findInStack(stackName, work)
  if (found !== undefined) return found
  throw new Failure(
    `this account has no stack ${quoted(stackName)} in this region: check --stack, the region and AWS_PROFILE`,
  )
}

/** Undefined if there is no such stack. The client is loaded only here: most commands do not need it. */
async function findInStack<T>(stackName: string, work: Work<T>): Promise<T | undefined> {
  if (!STACK_NAME.test(stackName)) throw new Failure(`--stack ${quoted(stackName)} is not a valid stack name`)
  const sdk = await import('@aws-sdk/client-cloudformation')
  const client = new sdk.CloudFormationClient(CLIENT_SETTINGS)
  try {
    return await work(client, sdk)
  } catch (error) {
    // CloudFormation has no code of its own for it.
    if (error instanceof Error && error.name === 'ValidationError') return undefined
    throw error
  } finally {
    client.destroy()
  }
}
