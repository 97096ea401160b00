import { execFile } from 'node:child_process'
import { childEnvironment } from '../child-environment.ts'

const oldestJava = 17

/**
 * Resolves when DynamoDB Local can run here.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DynamoDBLocal.DownloadingAndRunning.html
 *
 * @throws Error of one line that says what to do when Java is missing or older than 17.
 */
export async function checkJava(command = 'java'): Promise<void> {
  const answer = await javaVersion(command)
  const remedy = `Install Java ${oldestJava} or newer, so that "java -version" shows it: https://adoptium.net`
  const version = answer?.match(/version "(?:1\.)?(\d+)/)?.[1]
  if (version === undefined) throw new Error(`DynamoDB Local needs Java, which was not found. ${remedy}`)
  if (Number(version) < oldestJava) {
    throw new Error(`DynamoDB Local needs Java ${oldestJava}, this machine has Java ${version}. ${remedy}`)
  }
}

/** What `java -version` prints (to stderr), or undefined when it cannot be run. */
function javaVersion(command: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(command, ['-version'], { env: childEnvironment() }, (error, _stdout, stderr) => {
      resolve(error ? undefined : stderr)
    })
  })
}
