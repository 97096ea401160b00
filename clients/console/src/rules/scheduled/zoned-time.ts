import { localTime } from '../../../../../lib/domain/local-time.ts'

const DAY_MS = 24 * 3_600_000

/** How far the clocks of a zone are ahead of UTC at an instant. Both in milliseconds. */
function aheadAt(at: number, zone: string): number {
  const second = Math.floor(at / 1000) * 1000
  return Date.parse(`${localTime(new Date(second), zone).replace(' ', 'T')}Z`) - second
}

/** The offset of a zone at an instant, as RFC 3339 writes it: `+02:00`. */
export function offsetAt(at: number, zone: string): string {
  const minutes = Math.round(aheadAt(at, zone) / 60_000)
  const two = (count: number) => String(count).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
}

/** Every instant at which clocks in a zone show this date and time, which is UTC in `shown`: none, one or two. */
function instantsOf(shown: number, zone: string): number[] {
  // A zone does not change its offset twice within two days.
  const ahead = new Set([aheadAt(shown - DAY_MS, zone), aheadAt(shown + DAY_MS, zone)])
  return [...ahead].map((ms) => shown - ms).filter((at) => aheadAt(at, zone) === shown - at)
}

/** A date and a time as a field of a browser has them. Years of another length are not typed to the end yet. */
const LOCAL = /^[2-9]\d{3}-\d\d-\d\dT\d\d:\d\d$/

/**
 * The instant of a date and a time of day, such as `2027-03-28T00:00`, in a zone. One that clocks skip, or show twice, is refused and
 * never guessed.
 */
export function instantIn(local: string, zone: string): { at: number } | { fault: string } {
  const shown = LOCAL.test(local) ? Date.parse(`${local}Z`) : Number.NaN
  if (Number.isNaN(shown)) return { fault: 'Type a date and a time.' }
  const [at, other] = instantsOf(shown, zone).sort((one, next) => one - next)
  const time = local.slice(-5)
  if (at === undefined)
    return { fault: `${time} does not exist on this day: clocks in ${zone} skip it. Type another time.` }
  if (other === undefined) return { at }
  const offsets = `${offsetAt(at, zone)} and then ${offsetAt(other, zone)}`
  return { fault: `Clocks in ${zone} show ${time} twice on this day, at ${offsets}. Type another time.` }
}

/** An instant as RFC 3339 with the offset of a zone. */
export const withOffset = (local: string, at: number, zone: string): string =>
  `${local}:00${offsetAt(at, zone)}`

/** An instant as clocks in a zone show it. */
export const inZone = (at: number, zone: string, locale?: string): string =>
  new Date(at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone })

/** An instant where the browser is; empty where its clocks show the same. */
export const elsewhere = (at: number, { zone, own, locale }: Zones): string =>
  aheadAt(at, zone) === aheadAt(at, own) ? '' : `${inZone(at, own, locale)} in ${own}`

/** The zone of the business, and the browser's own. */
export interface Zones {
  zone: string
  own: string
  locale?: string
}

/** What a date and a time of the business are exactly, or why they are not an instant. */
export function instantWords(local: string, zones: Zones): string {
  const found = instantIn(local, zones.zone)
  if (!('at' in found)) return found.fault
  const there = elsewhere(found.at, zones)
  return `UTC${offsetAt(found.at, zones.zone)}${there && `, which is ${there}`}`
}
