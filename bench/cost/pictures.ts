import { RENDITION_NAMES } from '../../lib/domain/media.ts'
import { MEDIA_ROUTES } from '../../lib/routes/media.ts'
import type { Assumptions } from './assumptions.ts'
import { coldCpuOf, type Measured } from './calls.ts'
import { durationUsd } from './model.ts'
import { PRICES } from './prices.ts'

const GB = 1e9
const THOUSAND = 1_000

/** The parts of a bill that the upload of a picture has a share in. */
export const PICTURE_BILL = {
  requests: 'gateway, invocations',
  drawing: 'function, duration',
  objects: 'S3, requests',
  writes: 'DynamoDB, write units',
} as const

/** A picture and its place in the count, in a transaction, and the one number of the key’s rate limit. */
const WRITE_UNITS = 5
/** Five requests to the bucket at once, a transaction, and reads before it. */
const WAIT_MS = 60

/** Dollars for a thousand uploads of 12 megapixels. */
export function pictureBill(
  { cold, pictures }: Measured,
  a: Assumptions,
): Record<keyof typeof PICTURE_BILL, number> {
  const [, create] = MEDIA_ROUTES
  const { cpu_ms, first_cpu_ms } = pictures.photo
  const drawing = {
    memoryMb: create.memoryMb,
    cpuMs: cpu_ms.median,
    waitMs: WAIT_MS,
    // Its own start was not measured; that of the plain handler with the default SDK is near.
    coldCpuMs: first_cpu_ms + coldCpuOf(cold, 'baseline_list'),
  }
  return {
    requests: THOUSAND * (PRICES.gatewayRequest.usd + 2 * PRICES.lambdaRequest.usd),
    drawing: THOUSAND * durationUsd(drawing, a),
    objects: THOUSAND * RENDITION_NAMES.length * PRICES.objectPut.usd,
    writes: THOUSAND * WRITE_UNITS * PRICES.writeUnit.usd,
  }
}

/** Dollars a month for a thousand stored pictures of 12 megapixels. */
export const storedPictures = ({ pictures }: Measured): number =>
  ((THOUSAND * pictures.photo.stored_bytes) / GB) * PRICES.objectGbMonth.usd
