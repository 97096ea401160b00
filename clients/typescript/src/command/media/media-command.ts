import type { Command } from 'commander'
import { textsOf } from '../api/tables.ts'
import { asList } from '../columns.ts'
import { type CommonOptions, printJson, withCommonOptions } from '../common-options.ts'
import { connect } from '../connection.ts'
import { untilInterrupted } from '../interruption.ts'
import { COMMAND } from '../words.ts'
import { type AdoptOptions, adopt, readHost } from './adopt.ts'
import { uploadPicture } from './upload.ts'

const NOTES = `Products in any status, their variants, categories and the logo often show pictures that another shop still hosts, and lose
them with it. The deployment copies each of these pictures, and the objects get the new addresses; nothing else
changes. Pictures already in the deployment are left alone, so you can run the command again at any time.
Ctrl-C ends it; run it again to continue.

Run it after the last import: a file would bring back the old addresses.

The key needs media:write, products:write, categories:write and business:write; for --dry-run the same with :read. Exit code: 0
if every picture is in the deployment, 3 if some could not be read, 1 if the command failed, 130 after Ctrl-C.`

/** `media adopt` and `media upload`. `finish` gets the exit code. */
export function addMediaCommands(program: Command, finish: (exitCode: number) => void): void {
  const media = program.command('media').description('keep pictures in the deployment')
  const command = media
    .command('adopt')
    .description('copy pictures that are still hosted by your old shop')
    .option('--only-from <host>', 'only pictures of this host, such as cdn.shopify.com', readHost)
    .option('--dry-run', 'count the pictures of each host, change nothing')
  const examples = [
    `${COMMAND} media adopt --dry-run`,
    `${COMMAND} media adopt`,
    `${COMMAND} media adopt --only-from cdn.shopify.com`,
    `${COMMAND} media adopt --json | jq -r '.failed[].source'`,
  ]
  withCommonOptions(command, examples, NOTES).action(async (options: AdoptOptions) => {
    finish(await adopt(options))
  })
  const upload = media
    .command('upload')
    .description('upload a picture, and print its addresses')
    .argument('<file>', 'the picture, or an https address to read it from')
  const uploads = [
    `${COMMAND} media upload pepper-mill.jpg`,
    `${COMMAND} media upload https://old.example/mill.png`,
  ]
  withCommonOptions(upload, uploads).action(async (source: string, { json }: CommonOptions) => {
    const { client } = await connect()
    const exitCode = await untilInterrupted(async (signal) => {
      const medium = await uploadPicture(client, source, signal)
      if (json) printJson(medium)
      else console.log(asList(textsOf(medium)))
    })
    finish(exitCode)
  })
}
