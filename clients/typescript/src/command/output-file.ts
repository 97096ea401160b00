import { randomUUID } from 'node:crypto'
import { accessSync, constants, createWriteStream, statSync } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { usageFailure } from './failure.ts'
import { fileFailure, reasonOf } from './file-failure.ts'
import { identityOf, type Place, placeOf } from './output-place.ts'

/** A file in parts, one after the other. */
type Parts = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

/**
 * Writes parts to a file that appears only when it is complete, in place of one of that name; a link to it stays a link. A
 * device, a pipe, and the file that stdout or stderr leads to are written as they are. Throws a `Failure` if it cannot be
 * written, and leaves nothing behind.
 */
export const writeFileOf = (path: string, parts: Parts): Promise<void> =>
  explained(path, async () => {
    const place = placeOf(path)
    if (place.kind === 'file')
      return beforeRenaming(place.target, async (unfinished) => {
        await pipeline(Readable.from(parts), createWriteStream(unfinished))
        await rename(unfinished, place.target)
      })
    if (place.kind === 'socket')
      return pipeline(Readable.from(parts), place.fd === 1 ? process.stdout : process.stderr, { end: false })
    await pipeline(Readable.from(parts), await streamTo(place))
  })

/**
 * Throws a `Failure` for an output that cannot be written, and for one that is an input or another output: the same file,
 * however it is named. Changes nothing. `outputs` have their options as names; `-` among the inputs is stdin.
 */
export async function requireOutputs(
  outputs: Readonly<Record<string, string | undefined>>,
  inputs: readonly string[],
): Promise<void> {
  const taken = new Set<string>()
  const take = (identity: string | undefined): boolean => {
    const isFree = identity === undefined || !taken.has(identity)
    if (identity !== undefined) taken.add(identity)
    return isFree
  }
  for (const path of inputs) take(identityIfKnown(path))
  for (const [option, path] of Object.entries(outputs)) {
    if (path === undefined) continue
    const isFree = await explained(path, async () => {
      await requireWritable(placeOf(path))
      return take(identityOf(path))
    })
    if (!isFree) throw usageFailure(`${option} ${path}: this file already has another use`)
  }
}

/** The identity of an input; undefined if it cannot be looked at: then it is not an output either, and reading it reports the error. */
function identityIfKnown(input: string): string | undefined {
  try {
    return identityOf(input)
  } catch (error) {
    if (reasonOf(error) === undefined) throw error
    return undefined
  }
}

/** Throws the errors of `writeFileOf` already, when there is nothing to write yet. */
async function requireWritable(place: Place): Promise<void> {
  if (place.kind === 'file') await beforeRenaming(place.target, (unfinished) => rm(unfinished))
  if (place.kind === 'stream') accessSync(place.path, constants.W_OK)
}

async function streamTo(place: Exclude<Place, { kind: 'file' | 'socket' }>) {
  if (place.kind === 'descriptor') return createWriteStream('', { fd: place.fd, autoClose: false })
  // For writing alone: a pipe that nobody reads waits for its reader.
  return (await open(place.path, constants.O_WRONLY)).createWriteStream()
}

async function beforeRenaming(target: string, work: (unfinished: string) => Promise<void>): Promise<void> {
  // A name that nobody can have prepared, as a file or as a link to one.
  const unfinished = `${target}.${randomUUID()}.unfinished`
  // Only a file that is new (`wx`) is written to and, if that fails, deleted. What its owner alone could read stays so.
  await writeFile(unfinished, '', {
    flag: 'wx',
    mode: statSync(target, { throwIfNoEntry: false })?.mode ?? 0o666,
  })
  try {
    await work(unfinished)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function explained<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw fileFailure(path, error)
  }
}
