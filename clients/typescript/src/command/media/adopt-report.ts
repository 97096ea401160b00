import { inColumns } from '../columns.ts'
import { printJson } from '../common-options.ts'
import { oneLine } from '../error-line.ts'
import type { Adoption } from './adopt-pictures.ts'
import type { Found } from './find-pictures.ts'

/** The most lines that a person reads; `--json` has all. */
const MOST_LINES = 20
const MOST_PLACES = 3

/** Prints the hosts that the pictures come from, those with the most first. */
export function printHosts(found: readonly Found[], json: true | undefined): void {
  const hosts = hostsOf(found)
  if (json) printJson({ dry_run: true, hosts })
  else if (hosts.length > 0)
    console.log(
      inColumns(
        ['PICTURES', 'PLACES', 'HOST'],
        hosts.map(({ pictures, places, host }) => [String(pictures), String(places), host]),
      ),
    )
}

function hostsOf(found: readonly Found[]) {
  const hosts = new Map<string, string[]>()
  for (const { places } of found)
    for (const { url } of places) {
      const { host } = new URL(url)
      const urls = hosts.get(host) ?? []
      urls.push(url)
      hosts.set(host, urls)
    }
  return [...hosts]
    .map(([host, urls]) => ({ host, pictures: new Set(urls).size, places: urls.length }))
    .sort((a, b) => b.pictures - a.pictures)
}

/** Prints the pictures that are here now, and those that are not. */
export function printAdoption({ adopted, unadopted }: Adoption, json: true | undefined): void {
  const pictures = adopted.size
  const places = [...adopted.values()].reduce((sum, count) => sum + count, 0)
  const failed = [...unadopted]
    .map(([source, { code, detail, usedIn }]) => ({ source, code, detail, used_in: [...usedIn].sort() }))
    // Pictures are brought in several at once, and end in any order.
    .sort((a, b) => (a.source < b.source ? -1 : 1))
  for (const one of failed.slice(0, MOST_LINES)) console.error(oneLine(lineOf(one)))
  if (failed.length > MOST_LINES)
    console.error(`and ${failed.length - MOST_LINES} more pictures that were not adopted: --json has all`)
  if (json) printJson({ dry_run: false, pictures, places, failed })
  else
    console.log(
      `${count(pictures, 'picture')} adopted in ${count(places, 'place')}, ${failed.length} not adopted`,
    )
}

interface Failed {
  source: string
  code: string
  detail: string
  used_in: string[]
}

/** `https://old.example/a.jpg (product cup; logo): The picture cannot be read: … (unreachable)`. */
function lineOf({ source, code, detail, used_in }: Failed): string {
  const more = used_in.length - MOST_PLACES
  const shown = used_in.slice(0, MOST_PLACES).join('; ')
  return `${source} (${shown}${more > 0 ? `; and ${more} more` : ''}): ${detail} (${code})`
}

const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`
