import { join } from 'node:path'
import { type BuildAppOptions, buildApp } from 'fauxqs'
import { type Fauxqs, fromFauxqs } from '../sqs/fauxqs.ts'
import { REGION } from '../template/intrinsics.ts'

type Stores = NonNullable<BuildAppOptions['stores']>
type S3Store = Stores['s3Store']
type Persistence = NonNullable<S3Store['persistence']> & { loadS3(store: S3Store): void }

/** An S3 that listens nowhere, with its objects as files in a folder below `dataDir`, or in memory without one. */
export async function openFauxqsS3(dataDir: string | undefined): Promise<Fauxqs> {
  const { SqsStore }: { SqsStore: new () => Stores['sqsStore'] } = await fromFauxqs('sqs/sqsStore.js')
  const { SnsStore }: { SnsStore: new () => Stores['snsStore'] } = await fromFauxqs('sns/snsStore.js')
  const { S3Store }: { S3Store: new () => S3Store } = await fromFauxqs('s3/s3Store.js')
  const s3Store = new S3Store()
  if (dataDir !== undefined) {
    const { FileS3Persistence }: { FileS3Persistence: new (dir: string) => Persistence } =
      await fromFauxqs('s3/fileS3Persistence.js')
    const persistence = new FileS3Persistence(join(dataDir, 'buckets'))
    persistence.loadS3(s3Store)
    s3Store.persistence = persistence
  }
  const stores = { sqsStore: new SqsStore(), snsStore: new SnsStore(), s3Store }
  const app = buildApp({ logger: false, defaultRegion: REGION, stores })
  await app.ready()
  return { app, stop: () => app.close() }
}
