import { type Mappings, readMappings } from './event-sources/mappings.ts'
import { readSchedules, type Schedule } from './event-sources/schedules.ts'
import { type FunctionDefinition, readFunctions } from './lambda/function-definition.ts'
import type { FunctionRole } from './permissions/permissions.ts'
import { readRoles } from './permissions/permissions.ts'
import { readBuckets } from './s3/buckets.ts'
import { readPictureHeaders } from './s3/pictures.ts'
import { type QueueDefinition, readQueues } from './sqs/queues.ts'
import { type ApiDefinition, readApi } from './template/api-definition.ts'
import { readAssembly } from './template/assembly.ts'
import { createResolver } from './template/intrinsics.ts'
import { readTable, type TableDefinition } from './template/table-definition.ts'

/** Everything that the template of a stack defines and that runs on this machine. */
export interface StackDefinition {
  table: TableDefinition
  queues: QueueDefinition[]
  buckets: string[]
  /** the headers that the edge adds to pictures */
  pictureHeaders: [string, string][]
  functions: FunctionDefinition[]
  roles: FunctionRole[]
  api: ApiDefinition
  triggers: { mappings: Mappings; schedules: Schedule[] }
}

/** The addresses and variables that the template leaves to its deployment. */
export interface Surroundings {
  /** `http://localhost:<port>`, of the gateway */
  apiEndpoint: string
  /** where the queues' URLs lead */
  queueEndpoint: string
  /** what every function has in its environment in addition to the template's variables */
  environment: Record<string, string>
}

/** Webhooks can be sent to this machine over http. No template can say so (lib/environment.ts). */
const LOOPBACK_TARGETS = { STOREFRONT_LOOPBACK_TARGETS: 'allowed' }

/**
 * Reads everything that a template defines, before any of it is made. Throws one line for what cannot be run on this machine.
 *
 * @param assemblyDir a synthesized cloud assembly with one stack
 */
export async function readStack(
  assemblyDir: string,
  { apiEndpoint, queueEndpoint, environment }: Surroundings,
): Promise<StackDefinition> {
  const assembly = await readAssembly(assemblyDir)
  const { stackName, template } = assembly
  const resolve = createResolver(template, { stackName, apiEndpoint, queueEndpoint })
  const table = readTable(template, resolve)
  const queues = readQueues(template, resolve)
  const added = { ...environment, ...LOOPBACK_TARGETS }
  const functions = readFunctions(assembly, resolve, added, {
    STOREFRONT_MEDIA_BASE_URL: `${apiEndpoint}/media`,
  })
  return {
    table,
    queues,
    buckets: readBuckets(template, resolve),
    pictureHeaders: readPictureHeaders(template),
    functions,
    roles: readRoles(template, resolve),
    api: readApi(template, resolve, functions),
    triggers: {
      mappings: readMappings(template, { resolve, functions, queues }),
      schedules: readSchedules(template, resolve, functions),
    },
  }
}
