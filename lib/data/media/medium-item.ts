import { hash } from 'node:crypto'
import { type Medium, type PictureType, WIDTHS } from '../../domain/media.ts'
import { mediaBaseUrl } from '../../environment.ts'
import type { Key } from '../table/keys.ts'

/** A picture as it is stored. Its addresses follow from its id. */
export interface MediumItem extends Key {
  type: 'medium'
  id: string
  /** Of the file as it was sent. */
  media_type: PictureType
  bytes: number
  width: number
  height: number
  created_at: string
  /** Its renditions are being deleted: it has no addresses any more. */
  is_going?: true
  /** When that began. Pictures that a former version marked do not have it. */
  deleted_at?: string
}

/** The id of a picture: the same bytes of the same business always have the same one. */
export const mediumIdOf = (businessId: string, bytes: Uint8Array): string =>
  hash('sha256', Buffer.concat([Buffer.from(`${businessId}\n`), bytes]), 'hex')

/** A picture as its merchant sees it. */
export function shownMedium(businessId: string, item: MediumItem): Medium {
  const { id, width, height, bytes, created_at } = item
  const [largest] = WIDTHS
  const address = (name: number) => `${mediaBaseUrl()}/${businessId}/${id}/${name}.webp`
  return {
    id,
    url: address(largest),
    widths: Object.fromEntries(WIDTHS.map((name) => [String(name), address(name)])),
    width,
    height,
    bytes,
    created_at,
  }
}
