import type { RunningStack } from '../../../lib/local/stack.ts'

/** Deletes the objects of the stack's bucket below an address such as `s3://bucket/media/`. */
async function removeBelow(address: string, { bucket }: RunningStack) {
  const [, name = '', prefix = ''] = /^s3:\/\/([^/]+)\/(.+\/)$/.exec(address) ?? []
  if (!bucket || bucket.name !== name) throw new Error(`NoSuchBucket: ${address}`)
  const root = `${bucket.endpoint}/${name}`
  const list = await fetch(`${root}?list-type=2&prefix=${encodeURIComponent(prefix)}`)
  const keys = [...(await list.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key)
  for (const key of keys) await fetch(`${root}/${key}`, { method: 'DELETE' })
  return { deleted: keys }
}

/** The calls for objects of the bucket of pictures. */
export const BUCKET_CALLS = {
  's3 rm': {
    required: [],
    flags: ['recursive'],
    value: 'address',
    run: (options: ReadonlyMap<string, string>, { stack }: { stack: RunningStack }) => {
      if (!options.has('recursive'))
        throw new Error('the table of AWS calls knows s3 rm with --recursive only')
      return removeBelow(String(options.get('address')), stack)
    },
  },
}
