import { execFile, type StdioOptions, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  link,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as merchants from '../../clients/typescript/src/command/output-file.ts'
import * as operators from '../../lib/operator/export/output.ts'

const run = promisify(execFile)

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

describe.each(WRITERS)('a file of %s', (_, { write, requireOutputs }) => {
  test('is written next to its target, and other files there stay as they are', async () => {
    const folder = await makeFolder()
    const path = join(folder, 'products.jsonl')
    await writeFile(`${path}.unfinished`, 'of another')
    await writeFile(path, 'before')
    await requireOutputs({ '--report': path }, [])
    expect(await readFile(path, 'utf8')).toBe('before')
    await write(path, parts())
    expect((await readFile(path, 'utf8')).trim()).toBe('new')
    expect(await readFile(`${path}.unfinished`, 'utf8')).toBe('of another')
    expect((await readdir(folder)).sort()).toEqual(['products.jsonl', 'products.jsonl.unfinished'])
  })

  test('that its owner alone could read stays so', async () => {
    const path = join(await makeFolder(), 'products.jsonl')
    await writeFile(path, 'before', { mode: 0o600 })
    await write(path, parts())
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await readFile(path, 'utf8')).trim()).toBe('new')
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
    await expect(requireOutputs({ '--report': join(folder, 'none', 'a.jsonl') }, [])).rejects.toThrow(
      'no such file or folder',
    )
    await expect(requireOutputs({ '--report': folder }, [])).rejects.toThrow('this is a folder')
    // As a variable is that nobody has set, and the name of a folder that is not there.
    for (const name of ['', `${folder}/none/`])
      await expect(requireOutputs({ '--report': name }, [])).rejects.toThrow('no such file or folder')
    expect(await readdir(folder)).toEqual([])
  })

  test('that a link leads to is replaced there, and the link stays', async () => {
    const folder = await makeFolder()
    const file = join(folder, 'file')
    const link = join(folder, 'link')
    const toLink = join(folder, 'to-link')
    const toNothing = join(folder, 'to-nothing')
    await writeFile(file, 'before')
    await symlink('file', link)
    await symlink(link, toLink)
    await symlink('new', toNothing)
    for (const path of [toLink, toNothing]) {
      await requireOutputs({ '--report': path }, [])
      await write(path, parts())
    }
    expect((await readFile(file, 'utf8')).trim()).toBe('new')
    expect((await readFile(join(folder, 'new'), 'utf8')).trim()).toBe('new')
    const links = await Promise.all([link, toLink, toNothing].map((path) => readlink(path)))
    expect(links).toEqual(['file', link, 'new'])
    expect(await readdir(folder)).toHaveLength(5)
  })

  test('that is a device or a pipe is written as it is', async () => {
    const folder = await makeFolder()
    const [device, pipe] = [join(folder, 'device'), join(folder, 'pipe')]
    // A link: whoever runs this as root must not lose the device if it fails.
    await symlink('/dev/null', device)
    await run('mkfifo', [pipe])
    const reader = readFile(pipe, 'utf8')
    await requireOutputs({ '--report': device, '--redirects': device }, [])
    await requireOutputs({ '--report': pipe }, [])
    await write(device, parts())
    await write(pipe, parts())
    expect((await reader).trim()).toBe('new')
    expect([await readlink(device), (await stat(device)).isCharacterDevice()]).toEqual(['/dev/null', true])
    expect((await lstat(pipe)).isFIFO()).toBe(true)
    expect(await readdir(folder)).toHaveLength(2)
  })

  test.skipIf(!existsSync('/dev/full'))('for which no space is left is a line', async () => {
    const path = join(await makeFolder(), 'full')
    await symlink('/dev/full', path)
    await expect(write(path, parts())).rejects.toThrow(`${path}: no space is left`)
  })

  test('cannot be an input or another output, by any of its names', async () => {
    const folder = await makeFolder()
    const input = join(folder, 'input')
    const hard = join(folder, 'hard')
    const soft = join(folder, 'soft')
    const other = join(folder, 'other')
    const none = join(folder, 'none')
    await writeFile(input, 'before')
    await link(input, hard)
    await symlink('input', soft)
    await symlink(folder, other)
    const again = (path: string) => `--report ${path}: this file already has another use`
    for (const path of [input, hard, soft, join(other, 'hard'), relative(process.cwd(), input)]) {
      await expect(requireOutputs({ '--report': path }, [input])).rejects.toThrow(again(path))
      await expect(requireOutputs({ '--redirects': input, '--report': path }, [])).rejects.toThrow(
        again(path),
      )
    }
    const elsewhere = join(other, 'none')
    await expect(requireOutputs({ '--redirects': none, '--report': elsewhere }, [])).rejects.toThrow(
      again(elsewhere),
    )
    await requireOutputs({ '--redirects': none, '--report': join(folder, 'another') }, [input])
    // As the file of the key is in a home that this user cannot enter.
    await symlink('round', join(folder, 'round'))
    await requireOutputs({ '--report': none }, [join(folder, 'round', 'input')])
    await rm(join(folder, 'round'))
    expect(await readFile(input, 'utf8')).toBe('before')
    expect(await readdir(folder)).toHaveLength(4)
  })
})

test('a file that is stdout is written there, whatever that is, and stays open', async () => {
  const module = join(import.meta.dirname, '../../clients/typescript/src/command/output-file.ts')
  const program = `
    import { requireOutputs, writeFileOf } from '${module}'
    await requireOutputs({ '--report': '/dev/stdout' }, [])
    await writeFileOf('/dev/stdout', ['report '.repeat(100_000)])
    console.log('and more')`
  const argv = ['--input-type=module-typescript', '-e', program]
  const all = `${'report '.repeat(100_000)}and more\n`
  // A socket, as Node gives it to its children.
  const { stdout } = await run(process.execPath, argv, { maxBuffer: 2 * all.length })
  expect(stdout).toBe(all)
  const through = await run('sh', ['-c', '"$0" "$@" | cat', process.execPath, ...argv], {
    maxBuffer: 2 * all.length,
  })
  expect(through.stdout).toBe(all)
  const path = join(await makeFolder(), 'out')
  await run('sh', ['-c', `"$0" "$@" > '${path}'`, process.execPath, ...argv])
  expect(await readFile(path, 'utf8')).toBe(all)
})

test.skipIf(!existsSync('/dev/fd'))(
  'a file that the shell has opened is written behind what it has',
  async () => {
    const path = join(await makeFolder(), 'log')
    await writeFile(path, 'before\n')
    const module = join(import.meta.dirname, '../../clients/typescript/src/command/output-file.ts')
    const program = `
    import { writeFileOf } from '${module}'
    await writeFileOf('/dev/fd/3', ['new'])`
    await run('sh', [
      '-c',
      `"$0" "$@" 3>> '${path}'`,
      process.execPath,
      '--input-type=module-typescript',
      '-e',
      program,
    ])
    expect(await readFile(path, 'utf8')).toBe('before\nnew')
  },
)

describe('the program of merchants', () => {
  const ENV = {
    PATH: process.env.PATH,
    STOREFRONT_API_KEY: `sfk_${'0'.repeat(49)}`,
    STOREFRONT_URL: 'http://localhost:1',
  }
  const MAIN = join(import.meta.dirname, '../../clients/typescript/src/command/main.ts')
  const outcomeOf = (argv: string[], stdio: StdioOptions, settings = {}) =>
    spawnSync(process.execPath, [MAIN, ...argv], { stdio, env: { ...ENV, ...settings }, encoding: 'utf8' })

  test('does not write a report over the file that it reads, or that stdin is', async () => {
    const path = join(await makeFolder(), 'products.csv')
    await writeFile(path, 'name,price')
    const stdin = await open(path)
    onTestFinished(() => stdin.close())
    for (const file of [path, '-']) {
      const { status, stderr } = outcomeOf(['import', file, '--report', path], [stdin.fd, 'pipe', 'pipe'])
      expect([status, stderr]).toEqual([2, `error: --report ${path}: this file already has another use\n`])
    }
    expect(await readFile(path, 'utf8')).toBe('name,price')
  })

  test('does not write an export or a report over the key that login saved', async () => {
    const XDG_CONFIG_HOME = await makeFolder()
    const path = join(XDG_CONFIG_HOME, 'storefront/credentials.json')
    await mkdir(join(XDG_CONFIG_HOME, 'storefront'))
    await writeFile(path, 'the key')
    for (const [option, ...argv] of [
      ['the file', 'export', path],
      ['--report', 'imports', 'follow', 'imp_1', '--report', path],
    ]) {
      const { status, stderr } = outcomeOf(argv, 'pipe', { XDG_CONFIG_HOME })
      expect([status, stderr]).toEqual([2, `error: ${option} ${path}: this file already has another use\n`])
    }
    expect(await readFile(path, 'utf8')).toBe('the key')
  })
})
