import { setTimeout as wait } from 'node:timers/promises'
import type { ApiGatewayV2Client } from '@aws-sdk/client-apigatewayv2'
import { CLIENT_SETTINGS } from './client-settings.ts'

/** The only stage of the API. */
const STAGE = '$default'

/** The keys of the routes for which the deployed stage has limits of their own, whether these routes exist or not. */
export const limitedRouteKeys = (apiId: string): Promise<string[]> =>
  withClient(async (client, { GetStageCommand }) => {
    const stage = await client.send(new GetStageCommand({ ApiId: apiId, StageName: STAGE }))
    return Object.keys(stage.RouteSettings ?? {})
  })

/** Before each try to remove limits but the first. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 16_000]

/**
 * Removes a route's own limits from the deployed stage. A key that the stage does not have is an error of AWS. Each change of
 * the stage is deployed separately, and until then AWS can refuse the next one as a concurrent modification:
 * https://github.com/hashicorp/terraform-provider-aws/issues/18018
 */
export const removeLimits = (
  apiId: string,
  routeKey: string,
  pause: (ms: number) => Promise<unknown> = wait,
): Promise<void> =>
  withClient(async (client, { DeleteRouteSettingsCommand, ConflictException }) => {
    const removal = new DeleteRouteSettingsCommand({ ApiId: apiId, StageName: STAGE, RouteKey: routeKey })
    for (const pauseMs of PAUSES_MS) {
      try {
        return void (await client.send(removal))
      } catch (error) {
        if (!(error instanceof ConflictException)) throw error
        await pause(pauseMs)
      }
    }
    await client.send(removal)
  })

/** AWS takes ten changes of all APIs of an account in a second, and throttles the others. */
const MOST_TRIES = 8

/** The client is loaded only here. */
async function withClient<T>(
  work: (client: ApiGatewayV2Client, sdk: typeof import('@aws-sdk/client-apigatewayv2')) => Promise<T>,
): Promise<T> {
  const sdk = await import('@aws-sdk/client-apigatewayv2')
  const client = new sdk.ApiGatewayV2Client({ ...CLIENT_SETTINGS, maxAttempts: MOST_TRIES })
  try {
    return await work(client, sdk)
  } finally {
    client.destroy()
  }
}
