import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')

/** Runs `npm run synth` in a folder whose `cdk` is this shell script; the real one takes 13 s of processor time. */
async function synth(cdk: string, ...args: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-synth-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'cdk'), `#!/bin/sh\n${cdk}\n`)
  await chmod(join(folder, 'cdk'), 0o700)
  const env = { ...process.env, PATH: [folder, process.env.PATH].join(delimiter) }
  const [program = '', file = ''] = manifest.scripts.synth.split(' ')
  return run(program, [join(ROOT, file), ...args], { cwd: folder, env }).catch((failed: unknown) => failed)
}

const written = (output: string) =>
  `mkdir -p ${output}; echo '{"artifacts":{"Tree":{},"Shop":{"properties":{"templateFile":"Shop.template.json"}}}}' > ${output}/manifest.json`

test.each([
  ['cdk.out', []],
  ['other', ['-o', 'other', '-c', 'stage=staging']],
])('it ends with the place of the template, here in %s', async (output, args) => {
  const { stdout } = (await synth(`echo "$@"; ${written(output)}`, ...args)) as { stdout: string }
  expect(stdout.trim().split('\n')).toEqual([
    ['synth', '--quiet', ...args].join(' '),
    `The template is in ${output}/Shop.template.json.`,
  ])
})

test('it fails as the CDK does, and names no template', async () => {
  expect(await synth('exit 3')).toMatchObject({ code: 3, stdout: '' })
})
