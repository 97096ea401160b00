import { BASE_PATH } from '../../api/route.ts'
import { Failure } from '../command-line/failure.ts'
import { type Client, createClient, type Received } from './client.ts'
import { shown, Unexpected } from './failures.ts'

/** The base URL of an argument. Throws `Failure`. */
export function readBaseUrl(text: string | undefined): URL {
  if (!text) throw new Failure(`name the base URL: npm run smoke -- https://api.example.com${BASE_PATH}`)
  const url = URL.canParse(text) ? new URL(text) : undefined
  const example = `write it as https://api.example.com${BASE_PATH}`
  if (!url) throw new Failure(`${quoted(text)} is not a URL: ${example}`)
  if (!/^https?:$/.test(url.protocol)) throw new Failure(`${quoted(text)} is not an http(s) URL: ${example}`)
  if (url.username || url.password)
    throw new Failure('the URL has a user name or a password: remove it; a key is set as STOREFRONT_API_KEY')
  if (url.search || url.hash) throw new Failure(`${quoted(text)} has a query or a fragment: remove it`)
  url.pathname = url.pathname.replace(/\/+$/, '')
  return url
}

/**
 * A client of the deployment at this URL, or at its usual base path if only that responds. Throws `Failure` if
 * neither is the API.
 */
export async function reach(url: URL, timeoutMs?: number): Promise<Client> {
  const client = createClient(url, timeoutMs)
  const first = await health(client)
  if (isHealthy(first) || (url.pathname.endsWith(BASE_PATH) && isFailing(first))) return client
  const longer = new URL(url)
  longer.pathname = `${url.pathname.replace(/\/$/, '')}${BASE_PATH}`
  const below = createClient(longer, timeoutMs)
  if (isHealthy(await health(below))) return below
  throw new Failure(`${url.href} is not the base URL of a deployment: ${complaint(url, first)}`)
}

/** Throws `Failure` if nothing responds. */
async function health(client: Client): Promise<Received> {
  try {
    return await client.send('/health')
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error
    throw new Failure(`${client.base.href} does not respond: ${shown(error.came)}; check the URL`)
  }
}

const isHealthy = ({ status, body }: Received) => status === 200 && /"status":\s*"ok"/.test(body.toString())

/** A deployment, or what is in front of it, that does not work: the checks show how far. */
const isFailing = ({ status }: Received) => status >= 500 || status === 429

function complaint(url: URL, { status, headers, body }: Received): string {
  const type = headers.get('content-type') ?? ''
  const name = `GET ${url.href.replace(/\/$/, '')}/health`
  const location = headers.get('location')
  const form = `the URL ends in ${BASE_PATH}`
  if (location && status >= 300 && status < 400)
    return `${name} redirects to ${shown(location)}; use the URL to which it leads`
  if (/html/.test(type)) return `${name} returned a web page (${status}); ${form}`
  if (/json/.test(type))
    return `${name} returned ${status} with other JSON, ${shown(body.toString())}; ${form}`
  return `${name} returned ${status}; ${form}`
}

/** True if a deployment runs on this machine. */
export const isLocal = ({ hostname }: URL): boolean =>
  /^((?:[\w-]+\.)*localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

const quoted = (text: string) => JSON.stringify(shown(text))
