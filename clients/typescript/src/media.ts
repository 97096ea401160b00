import type { components } from './api.ts'
import type { Methods } from './calls.ts'
import { unwrap } from './problem.ts'

/** A picture that the deployment keeps, with its addresses. */
export type Medium = components['schemas']['Medium']

export interface UploadOptions {
  /** The media type, such as `image/jpeg`. Default: that of the `Blob` or the `File`. */
  type?: string
  signal?: AbortSignal
}

/** Uploads a picture. */
export type UploadPicture = (file: Blob | Uint8Array<ArrayBuffer>, options?: UploadOptions) => Promise<Medium>

/** The upload of pictures; a slow line needs a `fetch` that waits for it. */
export const uploadWith =
  (client: Pick<Methods, 'POST'>, fetch: (request: Request) => Promise<Response>): UploadPicture =>
  (file, { type = file instanceof Blob ? file.type : '', signal } = {}) =>
    unwrap(
      client.POST('/admin/media', {
        headers: { 'content-type': type },
        body: '',
        bodySerializer: () => file,
        fetch,
        ...(signal && { signal }),
      }),
    )
