import { inject } from 'vitest'
import { readFunctions } from '../../../lib/local/lambda/function-definition.ts'
import { type ApiDefinition, readApi } from '../../../lib/local/template/api-definition.ts'
import { readAssembly } from '../../../lib/local/template/assembly.ts'
import { createResolver } from '../../../lib/local/template/intrinsics.ts'
import { onlyResource } from '../../../lib/local/template/template.ts'

/** The API of the stack that the suite runs on, its stage with these settings. */
export async function readSuiteApi(settings: { [name: string]: object } = {}): Promise<ApiDefinition> {
  const assembly = await readAssembly(inject('assemblyDir'))
  const { stackName, template } = assembly
  Object.assign(onlyResource(template, 'AWS::ApiGatewayV2::Stage').properties, settings)
  const resolve = createResolver(template, {
    stackName,
    apiEndpoint: 'http://localhost',
    queueEndpoint: 'http://localhost',
  })
  return readApi(template, resolve, readFunctions(assembly, resolve, {}))
}

/** The throttle of a route as a template has it. */
export const throttle = (requestsPerSecond: number, burst: number) => ({
  ThrottlingRateLimit: requestsPerSecond,
  ThrottlingBurstLimit: burst,
})
