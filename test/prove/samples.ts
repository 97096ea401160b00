import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { OpenApi } from '../../lib/docs/description/openapi.ts'
import { accessOf, operationsOf, type Placed } from '../../lib/docs/site/reference/description.ts'
import { pathNames } from '../../lib/docs/site/samples/call.ts'
import { pythonSample } from '../../lib/docs/site/samples/python.ts'
import { SETUP } from '../../lib/docs/site/samples/setup.ts'
import { filledIn, makeSampleShop, type SampleShop } from '../docs/site/sample-shop.ts'
import { hold, type Run, Violation } from './run.ts'

const run = promisify(execFile)
const description: OpenApi = JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8'))

/** Carries out the documentation's samples in Python, each in a business of its own. Counts samples. */
export async function proveSamples({ baseUrl }: { baseUrl: string }, proof: Run): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'storefront-samples-'))
  try {
    const place = { python: await makePython(folder), file: join(folder, 'sample.py'), baseUrl }
    const operations = operationsOf(description)
    for (let n = 0; proof.goesOn(); n = (n + 1) % operations.length) {
      const placed = operations[n]
      if (!placed) throw new Error('The description has no operations.')
      await runSample(place, placed, await makeSampleShop(baseUrl, placed))
      proof.advance()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function runSample(
  { python, file, baseUrl }: { python: string; file: string; baseUrl: string },
  placed: Placed,
  { merchant, values }: SampleShop,
): Promise<void> {
  const names = pathNames(placed).map(
    ({ parameter, python }) => `${python} = ${JSON.stringify(values[parameter])}`,
  )
  const setup = SETUP.python(accessOf(placed.operation).needs)
  const text = [setup, ...names, pythonSample(placed)].join('\n')
  await writeFile(file, filledIn(text, baseUrl, merchant))
  const failed = await run(python, [file]).then(
    () => undefined,
    (error: { stderr?: string }) => String(error.stderr),
  )
  hold(
    failed === undefined,
    () => `The sample of ${placed.operation.operationId} failed:\n${text}\n${failed}`,
  )
}

/** A Python of its own with httpx. Throws one line when there is none, or no package index. */
async function makePython(folder: string): Promise<string> {
  const environment = join(folder, 'environment')
  const python = join(environment, 'bin/python')
  await run('python3', ['-m', 'venv', environment]).catch(() => {
    throw new Violation('There is no Python 3 with the module venv here: install it to try the samples.')
  })
  await run(python, ['-m', 'pip', 'install', '--quiet', 'httpx']).catch(() => {
    throw new Violation('pip cannot install httpx: is there a package index that this machine reaches?')
  })
  return python
}
