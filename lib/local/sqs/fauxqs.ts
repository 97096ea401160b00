import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildAppOptions, buildApp } from 'fauxqs'
import { REGION } from '../template/intrinsics.ts'

type Stores = NonNullable<BuildAppOptions['stores']>
type Persistence = NonNullable<Stores['sqsStore']['persistence']>

/** An SQS that listens nowhere: requests are handed to it. */
export interface Fauxqs {
  app: ReturnType<typeof buildApp>
  stop(): Promise<void>
}

/**
 * fauxqs, with its messages in the folder `dataDir`, or in memory without one.
 *
 * Its own `startFauxqs` would listen on every address of the machine, with no option for one. `buildApp` listens nowhere,
 * but leaves the persistence to its caller: the classes for that are in the package and not among its exports. They are
 * put together as `startFauxqs` does, which loads before it writes, so that loading writes nothing.
 */
export async function openFauxqs(dataDir: string | undefined): Promise<Fauxqs> {
  const { SqsStore }: { SqsStore: new () => Stores['sqsStore'] } = await fromFauxqs('sqs/sqsStore.js')
  const { SnsStore }: { SnsStore: new () => Stores['snsStore'] } = await fromFauxqs('sns/snsStore.js')
  const { S3Store }: { S3Store: new () => Stores['s3Store'] } = await fromFauxqs('s3/s3Store.js')
  const stores = { sqsStore: new SqsStore(), snsStore: new SnsStore(), s3Store: new S3Store() }
  const persistence = dataDir === undefined ? undefined : await openPersistence(dataDir, stores)
  const app = buildApp({ logger: false, defaultRegion: REGION, stores })
  await app.ready()
  return {
    app,
    async stop() {
      await app.close()
      persistence?.close()
    },
  }
}

async function openPersistence(dataDir: string, { sqsStore, snsStore }: Stores): Promise<Persistence> {
  const { PersistenceManager }: { PersistenceManager: new (dir: string) => Persistence } =
    await fromFauxqs('persistence.js')
  const persistence = new PersistenceManager(dataDir)
  persistence.loadSqsAndSns(sqsStore, snsStore)
  sqsStore.persistence = persistence
  for (const queue of sqsStore.allQueues()) queue.persistence = persistence
  return persistence
}

/** A module of fauxqs that is not among its exports. */
export function fromFauxqs(file: string) {
  const manifest = findPackageJSON('fauxqs', import.meta.url)
  if (manifest === undefined) throw new Error('fauxqs is not installed: run npm ci')
  return import(pathToFileURL(join(dirname(manifest), 'dist', file)).href)
}
