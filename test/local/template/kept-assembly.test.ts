import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { ELSEWHERE } from '../../../lib/docs/site/places.ts'
import { keepSynthesized } from '../../../lib/local/template/assembly.ts'
import { digestOf } from '../../../lib/local/template/sources.ts'

let outDir: string
let written: number
beforeEach(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'storefront-assembly-'))
  onTestFinished(() => rm(outDir, { recursive: true }))
  written = 0
})

async function write(folder: string): Promise<void> {
  written += 1
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  await writeFile(join(folder, 'manifest.json'), String(written))
}

test('an assembly of the same sources and settings is kept', async () => {
  await keepSynthesized(outDir, { stage: 'one' }, write)
  await keepSynthesized(outDir, { stage: 'one' }, write)
  expect(written).toBe(1)
  expect((await readdir(outDir)).sort()).toEqual(['manifest.json', 'sources.sha256'])
})

test('one of other settings is made again', async () => {
  await keepSynthesized(outDir, { stage: 'one' }, write)
  await keepSynthesized(outDir, { stage: 'two' }, write)
  expect(written).toBe(2)
})

test.each([...ELSEWHERE, 'clients/shop/index.html'])(
  'one is made again after a change of %s, which is served as a page',
  async (file) => {
    const path = join(outDir, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, 'before')
    const before = digestOf({}, outDir)
    await writeFile(path, 'after')
    expect(digestOf({}, outDir)).not.toBe(before)
  },
)

test('one that is not there wholly is made again', async () => {
  const fail = async (folder: string) => {
    await write(folder)
    throw new Error('killed')
  }
  await expect(keepSynthesized(outDir, {}, fail)).rejects.toThrow('killed')
  await keepSynthesized(outDir, {}, write)
  expect(written).toBe(2)
})
