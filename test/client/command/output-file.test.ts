import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as merchants from '../../../clients/typescript/src/command/output-file.ts'
import * as operators from '../../../lib/operator/export/output.ts'

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-output-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

async function* parts(fault?: Error) {
  yield 'new'
  if (fault) throw fault
}

const WRITERS = [
  ['merchants', { ...merchants, write: merchants.writeFileOf }],
  [
    'operators',
    {
      ...operators,
      write: async (path: string, all: AsyncIterable<string>) =>
        operators.writeFileOf(path, await collected(all)),
    },
  ],
] as const

const collected = (all: AsyncIterable<string>) => Array.fromAsync(all)

describe.each(WRITERS)('a file of %s', (_, { write, requireWritable }) => {
  test('is written beside its target, and files of others there stay as they are', async () => {
    const folder = await makeFolder()
    const path = join(folder, 'products.jsonl')
    await writeFile(`${path}.unfinished`, 'of another')
    await writeFile(path, 'before')
    await requireWritable(path)
    expect(await readFile(path, 'utf8')).toBe('before')
    await write(path, parts())
    expect((await readFile(path, 'utf8')).trim()).toBe('new')
    expect(await readFile(`${path}.unfinished`, 'utf8')).toBe('of another')
    expect((await readdir(folder)).sort()).toEqual(['products.jsonl', 'products.jsonl.unfinished'])
  })

  test('that fails half-way leaves the previous one, and nothing else', async () => {
    const folder = await makeFolder()
    const path = join(folder, 'products.jsonl')
    await writeFile(path, 'before')
    await writeFile(`${path}.unfinished`, 'of another')
    await expect(write(path, parts(new Error('lost')))).rejects.toThrow('lost')
    expect(await readFile(path, 'utf8')).toBe('before')
    expect((await readdir(folder)).sort()).toEqual(['products.jsonl', 'products.jsonl.unfinished'])
  })

  test('cannot be where there is no folder, and the error says so', async () => {
    const folder = await makeFolder()
    await expect(requireWritable(join(folder, 'none', 'a.jsonl'))).rejects.toThrow(
      /no such (file or )?folder/,
    )
    await expect(requireWritable(folder)).rejects.toThrow('this is a folder')
    expect(await readdir(folder)).toEqual([])
  })
})
