import type { Command } from 'commander'
import type { StorefrontEvent } from '../resources.ts'
import { waitFor } from '../retry.ts'
import { type CommonOptions, printJson, withCommonOptions } from './common-options.ts'
import { connect } from './connection.ts'
import { withFollowingOptions } from './events-follow.ts'
import { usageFailure } from './failure.ts'
import { type FollowingOptions, followEvents } from './follow-events.ts'
import { untilInterrupted } from './interruption.ts'
import { paint } from './paint.ts'
import { newSecret, readSecret } from './signature.ts'
import { type Try, tryOnce } from './webhook-try.ts'
import { COMMAND } from './words.ts'

interface ListenOptions extends CommonOptions, FollowingOptions {
  forwardTo?: string
  secret?: string
}

/** The waits before the second and the third try. */
const WAITS_MS = [1_000, 5_000]

const NOTES = `Follows the changes and POSTs each to your receiver, signed like webhooks, so that you can try a receiver on your machine
without a public address. It needs a key with events:read; no webhook is created.

An event arrives 15 seconds after its change. Every status except 2xx is a failed try; an event is tried up to 3 times, the waits
are 1 s and 5 s, and the next event waits for it. Deployed webhooks get 10 tries over two days, and delay no other event.`

/** `listen`. `finish` gets the exit code. */
export function addListenCommand(program: Command, finish: (exitCode: number) => void): void {
  const command = withFollowingOptions(
    program
      .command('listen')
      .description('send every change to a URL on your machine, signed like webhooks')
      .option('--forward-to <url>', 'the URL of your receiver')
      .option('--secret <secret>', 'sign with this secret, whsec_…, instead of a new one'),
  )
  const examples = [
    `${COMMAND} listen --forward-to http://localhost:3000/hook`,
    `${COMMAND} listen --forward-to http://localhost:3000/hook --types 'product.*' --since 10m`,
  ]
  withCommonOptions(command, examples, NOTES).action(async (options: ListenOptions) => {
    const url = readTarget(options.forwardTo)
    const secret = options.secret === undefined ? newSecret() : readSecret(options.secret)
    const { client } = await connect()
    const begin = () => sayBeginning(url, secret, options)
    finish(
      await untilInterrupted((signal) =>
        followEvents(client, options, signal, {
          begin,
          each: (event) => deliver(url, event, { secret, signal, show: options.json ? printJson : showTry }),
        }),
      ),
    )
  })
}

function readTarget(text: string | undefined): string {
  if (text === undefined) throw usageFailure('--forward-to is missing: the URL of your receiver')
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw usageFailure(`--forward-to ${text}: it must be a URL such as http://localhost:3000/hook`)
}

function sayBeginning(url: string, secret: string, { json }: CommonOptions): void {
  if (json) printJson({ forward_to: url, secret })
  else console.log(`signing secret: ${secret}`)
  console.error(
    `Forwarding every change to ${url} (about 15 seconds after it happens), up to 3 tries each. Ctrl-C ends it.`,
  )
}

async function deliver(
  url: string,
  event: StorefrontEvent,
  { secret, signal, show }: { secret: string; signal: AbortSignal; show: (outcome: Try) => void },
): Promise<void> {
  for (let tryNumber = 1; ; tryNumber++) {
    const outcome = await tryOnce(url, event, { secret, tryNumber, signal })
    show(outcome)
    const waitMs = isSuccess(outcome) ? undefined : WAITS_MS[tryNumber - 1]
    if (waitMs === undefined) return
    await waitFor(waitMs, signal)
  }
}

const isSuccess = ({ status_code }: Try) => status_code !== null && status_code >= 200 && status_code < 300

function showTry(outcome: Try): void {
  const { event_id, type, status_code, error, duration_ms } = outcome
  const status = paint(isSuccess(outcome) ? 'green' : 'red', String(status_code ?? error))
  const isLast = !isSuccess(outcome) && outcome.try > WAITS_MS.length
  console.log(
    `${status}  try ${outcome.try}  ${duration_ms} ms  ${type}  ${event_id}${isLast ? '  given up' : ''}`,
  )
}
