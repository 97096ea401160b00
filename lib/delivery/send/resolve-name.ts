import { Resolver } from 'node:dns/promises'

/** All addresses of a name, IPv4 first. Throws Node's own error if there is none. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>

/** A name server that is silent about one family leaves time to connect to an address of the other. */
const PATIENCE = { timeout: 2_000, tries: 2 }

/**
 * Asks the name servers for the addresses of a name, without the machine's own list of hosts and without search
 * domains: both lead to private names. Not `dns.lookup`: four threads serve all of its callers, and nothing stops it,
 * so the dead name server of one receiver would keep DynamoDB's and SQS's names waiting.
 */
export async function resolveName(
  name: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<readonly string[]> {
  // RFC 6761, 6.3: it is never looked up.
  if (name === 'localhost') return ['127.0.0.1', '::1']
  const resolver = new Resolver(PATIENCE)
  if (servers) resolver.setServers(servers)
  signal.addEventListener('abort', () => resolver.cancel(), { once: true })
  // Some name servers fail for the family that a name does not have.
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  for (const answer of answers)
    if (addresses.length === 0 && answer.status === 'rejected') throw answer.reason
  return addresses
}
