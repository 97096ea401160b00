import { mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux's file system in memory. */
const IN_MEMORY = '/dev/shm'

/** A whole run of the tests writes a third of it. A container has 64 MB there by default. */
const ROOM_BYTES = 2 * 1024 ** 3

/**
 * Makes a folder for the data of an engine that nobody keeps: in memory where there is room, because an engine waits for
 * the disk at the end of every transaction, for 4 ms of 6. The keeper of the engine removes it, however that ends.
 */
export const makeScratchFolder = async (): Promise<string> =>
  mkdtemp(join(await scratchParent(), 'storefront-table-'))

/** The folder in which data that nobody keeps is put. */
export async function scratchParent(inMemory = IN_MEMORY, roomBytes = ROOM_BYTES): Promise<string> {
  return (await freeBytes(inMemory)) >= roomBytes ? inMemory : tmpdir()
}

/** 0 for a file system that is not there. */
const freeBytes = (folder: string): Promise<number> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
