import { PICTURE_TYPES, Unfit } from '../../api/pictures.ts'

/** The largest file that the API takes, and the widest picture that it draws. */
const MOST_BYTES = 4_400 * 1024
const MOST_PX = 2_000

/** A picture that can be uploaded: itself if it fits, else a smaller one, upright. Throws a sentence if that cannot be. */
export async function fitting(file: Blob): Promise<Blob> {
  if (!PICTURE_TYPES.includes(file.type)) throw new Unfit('It is not a JPEG, PNG, WebP, GIF or AVIF.')
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  const isSmall = file.size <= MOST_BYTES
  // A file that this browser cannot read is for the API to check.
  if (isSmall && (!bitmap || bitmap.width <= MOST_PX)) {
    bitmap?.close()
    return file
  }
  const smaller = bitmap && (await drawn(bitmap, file.type).catch(() => undefined))
  if (!smaller || smaller.size > MOST_BYTES)
    throw new Unfit('It is larger than 4,400 KB, and this browser cannot make it smaller.')
  return smaller
}

async function drawn(bitmap: ImageBitmap, type: string): Promise<Blob> {
  const scale = Math.min(1, MOST_PX / bitmap.width)
  const size = [bitmap.width, bitmap.height].map((px) => Math.max(1, Math.round(px * scale)))
  const [width = 1, height = 1] = size
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  // A JPEG would be black where a picture shows what is behind it.
  return canvas.convertToBlob({ type: type === 'image/jpeg' ? type : 'image/webp', quality: 0.9 })
}
