/** A process that draws a picture again and again, and reports the cost of each time. */
import { registerHooks } from 'node:module'
import type { DrawCosts, DrawOrder } from '../pictures.ts'
import { peakMemory } from './peak-memory.ts'

// Without the binary for this machine sharp takes its WebAssembly, as in a deployment.
registerHooks({
  resolve(name, context, next) {
    if (/^@img\/sharp-(?!wasm32)/.test(name)) throw new Error(`${name} is not deployed`)
    return next(name, context)
  },
})
const { drawPicture } = await import('../../../lib/api/media/draw.ts')

async function draw({ picture, times }: DrawOrder): Promise<DrawCosts> {
  const bytes = Buffer.from(picture, 'base64')
  const costs: DrawCosts['costs'] = []
  let stored_bytes = 0
  for (let time = 0; time < times; time++) {
    const began = performance.now()
    const before = process.cpuUsage()
    const drawing = await drawPicture(bytes)
    if (typeof drawing === 'string') throw new Error(`the picture is ${drawing}`)
    const { user, system } = process.cpuUsage(before)
    costs.push({ cpu_us: user + system, wall_us: (performance.now() - began) * 1000 })
    stored_bytes = drawing.renditions.reduce((sum, rendition) => sum + rendition.bytes.length, 0)
  }
  return { costs, stored_bytes, peak_bytes: peakMemory() }
}

process.on('message', (order: DrawOrder) => {
  draw(order).then(
    (costs) => process.send?.(costs),
    (error) => process.send?.({ error: String(error?.stack ?? error) }),
  )
})
// The parent has gone, however it went.
process.on('disconnect', () => process.exit())
