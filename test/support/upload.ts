import type { Medium } from '../../lib/domain/media.ts'

/** A PNG of one pixel. */
export const A_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Uploads a picture, by default one of one pixel. Throws unless it is stored. */
export async function upload(
  { baseUrl, token }: { baseUrl: string; token: string },
  bytes: Uint8Array = A_PIXEL,
  type = 'image/png',
): Promise<Medium> {
  const response = await fetch(`${baseUrl}/admin/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body: new Uint8Array(bytes),
  })
  if (!response.ok) throw new Error(`POST /admin/media: ${response.status} ${await response.text()}`)
  return (await response.json()) as Medium
}
