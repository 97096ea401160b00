import { CLIENT_SETTINGS } from './client-settings.ts'

/** The id of the AWS account whose credentials this process has. */
export const accountId = async (): Promise<string> => (await readPlace()).account

/** The account and region that the environment leads to, in words. */
export async function describePlace(): Promise<string> {
  const { account, region } = await readPlace()
  return `account ${account}, region ${region}`
}

/** The client is loaded only here. */
async function readPlace(): Promise<{ account: string; region: string }> {
  const { GetCallerIdentityCommand, STSClient } = await import('@aws-sdk/client-sts')
  const client = new STSClient(CLIENT_SETTINGS)
  try {
    const { Account = '' } = await client.send(new GetCallerIdentityCommand())
    return { account: Account, region: await client.config.region() }
  } finally {
    client.destroy()
  }
}

/** How many functions can run at once in the account and the region of the environment. The client is loaded only here. */
export async function readConcurrency(): Promise<number> {
  const { GetAccountSettingsCommand, LambdaClient } = await import('@aws-sdk/client-lambda')
  const client = new LambdaClient(CLIENT_SETTINGS)
  try {
    const { AccountLimit } = await client.send(new GetAccountSettingsCommand())
    return AccountLimit?.ConcurrentExecutions ?? 0
  } finally {
    client.destroy()
  }
}
