import type { Permission } from './permissions.ts'

const ACTIONS = new Map([
  ['PUT', 's3:PutObject'],
  ['GET', 's3:GetObject'],
  ['DELETE', 's3:DeleteObject'],
])

/**
 * The permission that S3 demands for a request with the bucket in its path. Roles allow objects by the first part of their
 * keys, so `media/a/1.webp` needs it on `media/*`.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html
 */
export function neededForBucket(method: string, url: string): Permission {
  const { pathname, searchParams } = new URL(url, 'http://bucket')
  const [bucket = '', first = '', ...rest] = pathname.slice(1).split('/')
  const resource = `arn:aws:s3:::${bucket}`
  if (first === '')
    return { action: searchParams.get('list-type') === '2' ? 's3:ListBucket' : `s3:${method}`, resource }
  const objects = rest.length > 0 ? `${first}/*` : first
  return { action: ACTIONS.get(method) ?? `s3:${method}`, resource: `${resource}/${objects}` }
}
