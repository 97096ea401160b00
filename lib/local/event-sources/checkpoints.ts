import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** How far a mapping has come in each shard of a stream. */
export interface Checkpoints {
  /** the sequence number of the last record that is done */
  of(shardId: string): string | undefined
  set(shardId: string, sequenceNumber: string): Promise<void>
}

/**
 * Keeps them in the folder `dataDir`, in a file of the mapping; in memory without one. Those of another stream, such as that
 * of a table which was created again, count for nothing. A file is never half-written: it is renamed when it is
 * complete. A process that is killed before that reads some records again.
 */
export async function openCheckpoints(
  dataDir: string | undefined,
  mappingId: string,
  streamArn: string,
): Promise<Checkpoints> {
  const file = dataDir === undefined ? undefined : join(dataDir, `stream-${mappingId}.json`)
  const kept = file === undefined ? undefined : await readKept(file)
  const shards = new Map(kept?.streamArn === streamArn ? Object.entries(kept.shards) : [])
  if (dataDir !== undefined) await mkdir(dataDir, { recursive: true })
  // One after the other: shards are read at the same time.
  let writing: Promise<void> = Promise.resolve()
  const write = async (path: string) => {
    await writeFile(`${path}.new`, JSON.stringify({ streamArn, shards: Object.fromEntries(shards) }))
    await rename(`${path}.new`, path)
  }
  return {
    of: (shardId) => shards.get(shardId),
    async set(shardId, sequenceNumber) {
      shards.set(shardId, sequenceNumber)
      if (file === undefined) return
      const next = () => write(file)
      writing = writing.then(next, next)
      await writing
    },
  }
}

interface Kept {
  streamArn: string
  shards: { [shardId: string]: string }
}

const readKept = (file: string): Promise<Kept | undefined> =>
  readFile(file, 'utf8').then(
    (text) => JSON.parse(text),
    () => undefined,
  )
