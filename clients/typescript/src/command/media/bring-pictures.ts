import type { Methods } from '../../calls.ts'
import type { Medium } from '../../media.ts'
import { StorefrontError, unwrap } from '../../problem.ts'
import { Failure } from '../failure.ts'
import { inTurn } from './in-turn.ts'

/** The reason why a picture could not be brought in. */
export interface Refusal {
  code: string
  detail: string
}

/** A picture that the deployment has now, or the reason why it does not. */
export type Brought = { medium: Medium } | { refusal: Refusal }

/**
 * A function that lets the deployment read the picture at an address, once for each address; `show` is called with the number
 * of addresses that are done. It throws a `Failure` if the business can have no more pictures, `StorefrontError` if the request
 * is refused for another reason than the picture, and the reason of the signal.
 */
export function pictureBringer(
  client: Methods,
  { signal, show }: { signal: AbortSignal; show: (done: number) => void },
): (url: string) => Promise<Brought> {
  const known = new Map<string, Promise<Brought>>()
  let done = 0
  const bringNew = async (url: string) => {
    const brought = await bring(client, url, signal)
    show(++done)
    return brought
  }
  return (url) => {
    const brought = known.get(url) ?? bringNew(url)
    known.set(url, brought)
    return brought
  }
}

async function bring(client: Methods, url: string, signal: AbortSignal): Promise<Brought> {
  try {
    signal.throwIfAborted()
    const upload = () => unwrap(client.POST('/admin/media', { body: { source_url: url }, signal }))
    return { medium: await inTurn(upload) }
  } catch (error) {
    if (!(error instanceof StorefrontError)) throw error
    if (error.problem?.code === 'limit_reached') throw noMoreRoom(error.problem.detail)
    // A function that fails at this picture may well succeed at the next one.
    if (error.status !== 422 && error.status < 500) throw error
    return { refusal: refusalOf(error) }
  }
}

const noMoreRoom = (detail: string) =>
  new Failure(`${detail} Delete pictures that nothing shows, and run the same command again`)

/** The problem in words that name no field of the API. */
export function refusalOf({ problem, status, message }: StorefrontError): Refusal {
  if (!problem) return { code: String(status), detail: `the API responded ${message}` }
  const { code, detail, errors = [] } = problem
  const [first] = errors
  const plain = first ? `Its address ${first.detail}.` : detail.replace('source_url', 'its address')
  return { code, detail: code === 'object_too_large' ? `${plain} The new addresses are longer.` : plain }
}
