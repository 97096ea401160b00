import { InvalidArgumentError } from 'commander'
import { isProblem, unwrap } from '../../problem.ts'
import type { Scope } from '../../resources.ts'
import type { Storefront } from '../../storefront.ts'
import type { CommonOptions } from '../common-options.ts'
import { connect } from '../connection.ts'
import { EXIT } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { untilInterrupted } from '../interruption.ts'
import { progressOf } from '../progress-bar.ts'
import { runningLine } from '../running-line.ts'
import { type Adoption, adoptPictures } from './adopt-pictures.ts'
import { printAdoption, printHosts } from './adopt-report.ts'
import { findPictures } from './find-pictures.ts'

/** The options of `media adopt`. */
export interface AdoptOptions extends CommonOptions {
  onlyFrom?: string
  dryRun?: true
}

/** Brings the pictures of other systems in, and resolves to the exit code. Throws a `Failure` or a `StorefrontError`. */
export async function adopt(options: AdoptOptions): Promise<number> {
  const { client } = await connect()
  await requireMedia(client)
  await requireScopes(client, options.dryRun ? 'read' : 'write')
  const { id } = await unwrap(client.GET('/business'))
  const isForeign = foreignTo(id, options.onlyFrom)
  const adoption: Adoption = { adopted: new Map(), unadopted: new Map() }
  const begun = untilInterrupted((signal) => adoptAll(client, options, { isForeign, signal, adoption }))
  const exitCode = await begun.catch((error) => {
    printPart(adoption, options)
    throw error
  })
  if (exitCode !== EXIT.done) {
    printPart(adoption, options)
    return exitCode
  }
  if (!options.dryRun) printAdoption(adoption, options.json)
  return adoption.unadopted.size === 0 ? exitCode : EXIT.someRefused
}

/** Prints the outcome of a run that ended early, if it has one. */
function printPart(adoption: Adoption, { json }: AdoptOptions): void {
  if (adoption.adopted.size + adoption.unadopted.size > 0) printAdoption(adoption, json)
  console.error('stopped; run the same command again to continue')
}

interface Adopting {
  isForeign: (url: string) => boolean
  signal: AbortSignal
  adoption: Adoption
}

async function adoptAll(
  client: Storefront,
  { dryRun, json, onlyFrom }: AdoptOptions,
  { isForeign, signal, adoption }: Adopting,
): Promise<void> {
  const line = runningLine()
  try {
    const showRead = (products: number) => line.show(`${products} products read`)
    const found = await findPictures(client, isForeign, { signal, show: showRead })
    line.clear()
    if (found.length === 0)
      console.error(
        onlyFrom === undefined ? 'every picture is in the deployment' : `no picture is at ${onlyFrom}`,
      )
    if (dryRun) return printHosts(found, json)
    const total = new Set(found.flatMap(({ places }) => places.map(({ url }) => url))).size
    // An object can get further pictures in the meantime.
    const show = (done: number) => line.show(progressOf(done, Math.max(done, total), 'pictures'))
    await adoptPictures(client, found, isForeign, { signal, adoption, show })
  } finally {
    line.clear()
  }
}

/** Throws a `Failure` if the deployment keeps no pictures. */
async function requireMedia(client: Storefront): Promise<void> {
  const { error } = await client.GET('/admin/media', { params: { query: { limit: 1 } } })
  if (isProblem(error) && error.code === 'route_not_found')
    throw new Failure('this deployment has no pictures: its operator turns them on with the setting media')
}

const SUBJECTS = ['media', 'products', 'categories', 'business'] as const

/** Throws a `Failure` with all scopes that the key does not have. */
async function requireScopes(client: Storefront, right: 'read' | 'write'): Promise<void> {
  const { scopes } = await unwrap(client.GET('/admin/api-keys/current'))
  const missing = SUBJECTS.filter((subject) => {
    const enough: Scope[] = [`${subject}:${right}`, `${subject}:write`]
    return !enough.some((scope) => scopes.includes(scope))
  }).map((subject) => `${subject}:${right}`)
  if (missing.length > 0) throw new Failure(`the key also needs these scopes: ${missing.join(', ')}`)
}

/** True for the address of a picture that this deployment does not keep, on one host or on any. */
function foreignTo(businessId: string, host: string | undefined): (url: string) => boolean {
  // Without its host: an address of the distribution stays valid behind a later domain. The id is that of one business alone.
  const kept = new RegExp(`^/media/${businessId}/[0-9a-f]{64}/\\d+\\.(?:webp|jpg)$`)
  return (url) => {
    const read = new URL(url)
    return !kept.test(read.pathname) && (host === undefined || read.host === host)
  }
}

/** The host of `--only-from` as addresses have it. Throws for every other text. */
export function readHost(text: string): string {
  const url = URL.parse(`https://${text}`)
  if (!url || !/^[^/?#@\\*\s]+$/.test(text))
    throw new InvalidArgumentError('It must be a host, such as cdn.shopify.com.')
  return url.host
}
