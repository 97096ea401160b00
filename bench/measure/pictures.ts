import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { begin } from '../progress.ts'
import type { DrawnCost, PicturesPart } from '../report/figures.ts'
import { ask } from './callers.ts'
import { thisMachine, today } from './machine.ts'
import { quantile, spread } from './statistics.ts'

/** A message to bench/measure/child/painter.ts: a picture in base64, to be drawn a number of times. */
export interface DrawOrder {
  picture: string
  times: number
}
/** Its response: what each time cost, and the largest resident set of the process until then. */
export interface DrawCosts {
  costs: { cpu_us: number; wall_us: number }[]
  /** Of all renditions. */
  stored_bytes: number
  peak_bytes: number
}

const program = fileURLToPath(new URL('./child/painter.ts', import.meta.url))

/** As a phone takes them, and the largest that is taken. */
const PHOTO = { width: 4_000, height: 3_000, grain: 4, kernel: 'lanczos3' } as const
/** Of squares: 20 MB are the most that is read from another system. */
const LARGEST = { width: 8_000, height: 6_200, grain: 8, kernel: 'nearest' } as const
const TIMES_OF_LARGEST = 3

/** The cost of drawing an uploaded picture in every width, `repetitions` times, in a process of its own for each kind. */
export async function measurePictures(repetitions: number): Promise<PicturesPart> {
  const advance = begin('pictures', 2)
  const photo = await drawn(await pictureOf(PHOTO).jpeg({ quality: 90 }).toBuffer(), repetitions)
  advance()
  const largest = await drawn(await pictureOf(LARGEST).png().toBuffer(), TIMES_OF_LARGEST)
  advance()
  return { measured_on: today(), machine: thisMachine(), repetitions, photo, largest }
}

/** Noise with a grain of `grain` pixels, which compresses about as photographs do. */
const pictureOf = ({ width, height, grain, kernel }: typeof PHOTO | typeof LARGEST) =>
  sharp({
    create: {
      width: width / grain,
      height: height / grain,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  }).resize(width, height, { fit: 'fill', kernel })

async function drawn(picture: Buffer, times: number): Promise<DrawnCost> {
  const child = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  try {
    const order: DrawOrder = { picture: picture.toString('base64'), times: times + 1 }
    const { costs, stored_bytes, peak_bytes } = await ask<DrawCosts>(child, order)
    const [first, ...later] = costs
    if (!first) throw new Error('no picture was drawn')
    const seconds = later.map(({ wall_us }) => wall_us / 1e6)
    return {
      file_bytes: picture.length,
      stored_bytes,
      first_cpu_ms: first.cpu_us / 1000,
      cpu_ms: spread(later.map(({ cpu_us }) => cpu_us / 1000)),
      wall_p95_ms: quantile(seconds, 0.95) * 1000,
      per_second: seconds.length / seconds.reduce((sum, one) => sum + one, 0),
      peak_mib: peak_bytes / 2 ** 20,
    }
  } finally {
    child.disconnect()
  }
}
