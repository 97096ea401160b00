import type { Medium } from '../../media.ts'
import { StorefrontError } from '../../problem.ts'
import { isPassing } from '../../retry.ts'
import type { Storefront } from '../../storefront.ts'
import { type Brought, pictureBringer, type Refusal, refusalOf } from './bring-pictures.ts'
import type { Found } from './find-pictures.ts'
import type { Holder, Place } from './holders.ts'
import { inTurn } from './in-turn.ts'

/** The deployment draws a picture in about a second. */
const AT_ONCE = 4

/** An object that others change all the time is left as it is. */
const MOST_TRIES = 10

/** The outcome so far. */
export interface Adoption {
  /** The addresses that were replaced, each with the number of its places. */
  adopted: Map<string, number>
  /** The addresses that could not be replaced. */
  unadopted: Map<string, Unadopted>
}

/** The reason why an address stays, and the objects in which it stays. */
interface Unadopted extends Refusal {
  usedIn: Set<string>
}

interface Adopting {
  bring: (url: string) => Promise<Brought>
  isForeign: (url: string) => boolean
  adoption: Adoption
}

/**
 * Brings the foreign pictures of these objects in, and changes their addresses. Pictures and objects that are refused are in the
 * `adoption`; every other error is thrown, and so is the reason of the signal, once no request is under way any more.
 */
export async function adoptPictures(
  client: Storefront,
  found: readonly Found[],
  isForeign: (url: string) => boolean,
  { signal, adoption, show }: { signal: AbortSignal; adoption: Adoption; show: (pictures: number) => void },
): Promise<void> {
  const failure = new AbortController()
  const stopped = AbortSignal.any([signal, failure.signal])
  const bring = pictureBringer(client, { signal: stopped, show })
  const waiting = found.values()
  const work = async () => {
    for (const { holder } of waiting) {
      stopped.throwIfAborted()
      await adoptInto(holder, { bring, isForeign, adoption })
    }
  }
  const workers = Array.from({ length: AT_ONCE }, () => work().catch((error) => failure.abort(error)))
  await Promise.all(workers)
  stopped.throwIfAborted()
}

/** Changes one object, as it is now; from the beginning if somebody else changes it meanwhile. */
async function adoptInto(holder: Holder, adopting: Adopting): Promise<void> {
  for (let tries = 1; ; tries++) {
    const holding = await inTurn(holder)
    const places = holding?.places.filter(({ url }) => adopting.isForeign(url)) ?? []
    const media = await bringAll(places, adopting)
    if (!holding || media.size === 0) return
    const changed = places.filter(({ url }) => media.has(url))
    try {
      await holding.adopt(media)
      for (const { url } of changed)
        adopting.adoption.adopted.set(url, (adopting.adoption.adopted.get(url) ?? 0) + 1)
      return
    } catch (error) {
      if (!(error instanceof StorefrontError)) throw error
      const { status } = error
      // One that was deleted is not there when it is read again.
      if (tries < MOST_TRIES && ([404, 412].includes(status) || isPassing(status))) continue
      if (status !== 412 && status !== 422) throw error
      for (const place of changed) leave(adopting.adoption, place, refusalOf(error))
      return
    }
  }
}

/** The pictures that could be brought in, by their former addresses. */
async function bringAll(places: readonly Place[], { bring, adoption }: Adopting) {
  const media = new Map<string, Medium>()
  for (const place of places) {
    const brought = await bring(place.url)
    if ('medium' in brought) media.set(place.url, brought.medium)
    else leave(adoption, place, brought.refusal)
  }
  return media
}

function leave({ unadopted }: Adoption, { url, where }: Place, refusal: Refusal): void {
  const known = unadopted.get(url) ?? { ...refusal, usedIn: new Set() }
  known.usedIn.add(where)
  unadopted.set(url, known)
}
