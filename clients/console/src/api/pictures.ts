import { unwrap } from '../../../typescript/src/problem.ts'
import type { Image } from '../rules/lists.ts'
import { type Api, isRefusal } from './client.ts'

/** The types of pictures that the API takes. */
export const PICTURE_TYPES: readonly string[] = ['jpeg', 'png', 'webp', 'gif', 'avif'].map(
  (type) => `image/${type}`,
)

/** Uploads a picture; the same one again has the same address. It is without a description. */
export async function uploadPicture(api: Api, file: Blob): Promise<Image> {
  const headers = { 'content-type': file.type }
  const { url, width, height } = await unwrap(
    api.POST('/admin/media', { headers, body: '', bodySerializer: () => file }),
  )
  return { url, alt: '', width, height }
}

/** True if this deployment keeps pictures. */
export async function hasMedia(api: Api): Promise<boolean> {
  try {
    await unwrap(api.GET('/admin/media', { params: { query: { limit: 1 } } }))
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

/** A file that cannot be uploaded; the message says why. */
export class Unfit extends Error {}
