import type { Command } from 'commander'
import type { StorefrontEvent } from '../resources.ts'
import { type CommonOptions, printJson, withCommonOptions } from './common-options.ts'
import { connect } from './connection.ts'
import { SINCE } from './event-position.ts'
import { type FollowingOptions, followEvents } from './follow-events.ts'
import { untilInterrupted } from './interruption.ts'
import { shown } from './shown.ts'
import { wholeNumber } from './whole-number.ts'
import { COMMAND } from './words.ts'

const NOTES = `An event appears 15 seconds after its change, so that none is missed. Ctrl-C ends it. It waits out
lost connections, 429 and 5xx. A line has time, type, object, and the key that made the change.`

/** `events follow`. `finish` gets the exit code. */
export function addEventsCommands(program: Command, finish: (exitCode: number) => void): void {
  const events = program.command('events').description('show the changes of your shop')
  const command = withFollowingOptions(
    events.command('follow').description('print every change as it happens, one per line'),
  )
  const examples = [
    `${COMMAND} events follow`,
    `${COMMAND} events follow --since 1h --types 'product.*,inventory.adjusted'`,
    `${COMMAND} events follow --json | jq --unbuffered .data.name`,
  ]
  withCommonOptions(command, examples, NOTES).action(async (options: FollowingOptions & CommonOptions) => {
    const { client } = await connect()
    const begin = () => console.error('following the changes; Ctrl-C ends it')
    const each = options.json ? printJson : (event: StorefrontEvent) => console.log(eventLine(event))
    finish(await untilInterrupted((signal) => followEvents(client, options, signal, { begin, each })))
  })
}

/** Adds the options of a command that follows the change feed. */
export const withFollowingOptions = (command: Command): Command =>
  command
    .option('--since <position>', `begin there instead of now: ${SINCE}`)
    .option(
      '--types <types>',
      "only events of these types, separated by commas: 'product.*,category.deleted'",
    )
    .option(
      '--interval <seconds>',
      'the time between two requests when nothing is new',
      wholeNumber(3_600),
      5,
    )

/** As long as the longest type, and as a UUID. */
const TYPE = 22
const ID = 36

/** An event on one line. The name of a key is last, because it has no known width. */
function eventLine({ timestamp, type, data, actor }: StorefrontEvent): string {
  const id = 'id' in data ? String(data.id) : '-'
  const by = actor.key_name ?? actor.kind
  return shown([timestamp, type.padEnd(TYPE), id.padEnd(ID), by].join('  '))
}
