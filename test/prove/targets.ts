import { targetFault } from '../../lib/delivery/send/egress-guard.ts'
import { sendWebhook } from '../../lib/delivery/send/send.ts'
import { connectsDuring, WEBHOOK } from '../delivery/receiver.ts'
import { hold, type Run } from './run.ts'
import {
  brokenUrl,
  disguise,
  forbiddenAddress,
  hostOfAddress,
  privateName,
  publicAddress,
} from './target-urls.ts'

const DEPLOYED = { loopback: false }
/** Sends at once that are watched together. */
const ROUND = 100

/**
 * Makes URLs that must never get a webhook, and names that lead where none is allowed: none passes, none is connected.
 * Public ones, which pass, show that not everything is refused. Counts URLs. It needs no stack.
 */
export async function proveTargets(_stack: unknown, run: Run): Promise<void> {
  while (run.goesOn()) {
    const round = run.left(ROUND)
    const connects = await connectsDuring(async () => {
      for (let n = 0; n < round; n++) await run.oneOf([tryUrl, tryUrl, tryName, tryPublic])(run)
    })
    hold(connects === 0, () => `${connects} connections were tried`)
    run.advance(round)
  }
}

/** A URL that is refused at creation, and at connect, where nobody even resolves it. */
async function tryUrl(run: Run): Promise<void> {
  const make = run.oneOf([
    () => `https://${hostOfAddress(forbiddenAddress(run), run)}/`,
    () => `https://${hostOfAddress(forbiddenAddress(run), run)}/`,
    () => `https://${privateName(run)}/`,
    () => brokenUrl(run),
  ])
  const url = make()
  hold(targetFault(url, DEPLOYED) !== undefined, () => `${JSON.stringify(url)} can be a target`)
  await expectForbidden(url, [], 0)
  run.count('URLs refused')
}

/** A name of which one address is forbidden, and that has only public ones when it is resolved again. */
async function tryName(run: Run): Promise<void> {
  const url = `https://${disguise(`shop-${run.below(1000)}.example`, run)}/`
  hold(targetFault(url, DEPLOYED) === undefined, () => `${JSON.stringify(url)} cannot be a target`)
  const addresses = Array.from({ length: run.below(4) }, () => publicAddress(run))
  const forbidden = run.below(20) === 0 ? [] : [forbiddenAddress(run)]
  addresses.splice(run.below(addresses.length + 1), 0, ...forbidden)
  await expectForbidden(url, forbidden.length ? addresses : [], 1)
  run.count('names refused')
}

async function expectForbidden(
  url: string,
  addresses: readonly string[],
  resolutions: number,
): Promise<void> {
  let resolved = 0
  const resolve = async () => (resolved++ === 0 ? addresses : ['93.184.215.14'])
  const { error } = await sendWebhook({ ...WEBHOOK, url }, { ...DEPLOYED, resolve })
  hold(error === 'forbidden_target', () => `${JSON.stringify(url)} at ${addresses}: ${error}`)
  hold(resolved === resolutions, () => `${JSON.stringify(url)} was resolved ${resolved} times`)
}

/** A public address, which nobody connects to here. */
async function tryPublic(run: Run): Promise<void> {
  const url = `https://${hostOfAddress(publicAddress(run), run)}/`
  const fault = targetFault(url, DEPLOYED)
  hold(fault === undefined, () => `${JSON.stringify(url)} cannot be a target: ${fault}`)
  run.count('public addresses')
}
