import type { KeptFile } from '../answer/file-answer.ts'
import { Problem } from '../problems/problem.ts'

/** How long an instance returns the same file: channels fetch one at most every hour, and a shop is read for each. */
export const KEPT_MS = 15 * 60_000

/** How long a feed that cannot be made is not tried again. */
export const REFUSED_MS = 60_000

/** All kept files together, in bytes. */
const MOST_BYTES = 64 * 1024 * 1024

interface Kept {
  outcome: KeptFile | Problem
  /** Everything that it depends on besides the catalogue. */
  of: string
  madeAt: number
}

/** By business and name, the oldest first. */
const files = new Map<string, Kept>()

/**
 * A file of a business: the one that was made less than 15 minutes ago, or else what `make` gives. `of` says what it
 * depends on besides the catalogue. A problem that `make` throws is thrown again for a minute.
 */
export async function keptFile(
  { businessId, name, of }: { businessId: string; name: string; of: string },
  make: () => Promise<KeptFile>,
): Promise<KeptFile> {
  const place = `${businessId} ${name}`
  const known = files.get(place)
  if (known && known.of === of && isFresh(known)) return fileIn(known)
  files.delete(place)
  const madeAt = Date.now()
  const outcome = await make().catch((error: unknown) => {
    if (error instanceof Problem) return error
    throw error
  })
  const made = { outcome, of, madeAt }
  files.set(place, made)
  makeRoom()
  return fileIn(made)
}

/** By its absolute value: a clock that is put back must not make a file last longer. */
const isFresh = ({ outcome, madeAt }: Kept): boolean =>
  Math.abs(Date.now() - madeAt) < (outcome instanceof Problem ? REFUSED_MS : KEPT_MS)

function fileIn({ outcome }: Kept): KeptFile {
  if (outcome instanceof Problem) throw outcome
  return outcome
}

function makeRoom(): void {
  const bytesOf = ({ outcome }: Kept) => (outcome instanceof Problem ? 1_000 : outcome.gzip.length)
  let bytes = 0
  for (const kept of files.values()) bytes += bytesOf(kept)
  for (const [place, kept] of files) {
    if (bytes <= MOST_BYTES) return
    files.delete(place)
    bytes -= bytesOf(kept)
  }
}
