import { execFile } from 'node:child_process'
import { childEnvironment } from '../lambda/child-environment.ts'

const OLDEST_JAVA = 17

/**
 * Why DynamoDB Local cannot run here, with what to do, in one line: Java is missing or older than 17. Undefined when
 * it can.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DynamoDBLocal.DownloadingAndRunning.html
 */
export async function javaFault(command = 'java'): Promise<string | undefined> {
  const answer = await javaVersion(command)
  const remedy = `Install Java ${OLDEST_JAVA} or newer, so that "java -version" shows it: https://adoptium.net`
  const version = answer?.match(/version "(?:1\.)?(\d+)/)?.[1]
  if (version === undefined) return `DynamoDB Local needs Java, which was not found. ${remedy}`
  return Number(version) < OLDEST_JAVA
    ? `DynamoDB Local needs Java ${OLDEST_JAVA}, this machine has Java ${version}. ${remedy}`
    : undefined
}

/** The output of `java -version` (on stderr), or undefined when it cannot be run. */
function javaVersion(command: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(command, ['-version'], { env: childEnvironment() }, (error, _stdout, stderr) => {
      resolve(error ? undefined : stderr)
    })
  })
}
