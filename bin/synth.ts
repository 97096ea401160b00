/** `npm run synth`: `cdk synth` with its options, which ends with a line about its own flags; and then the place of the template. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

interface Manifest {
  artifacts: Record<string, { properties?: { templateFile?: string } }>
}

const argv = process.argv.slice(2)
const output = { type: 'string', short: 'o', default: 'cdk.out' } as const
const { values } = parseArgs({ args: argv, options: { output }, strict: false })

const { status, error } = spawnSync('cdk', ['synth', '--quiet', ...argv], { stdio: 'inherit' })
if (error) throw error
process.exitCode = status ?? 1
if (status === 0) {
  const { artifacts }: Manifest = JSON.parse(readFileSync(join(`${values.output}`, 'manifest.json'), 'utf8'))
  for (const { properties } of Object.values(artifacts))
    if (properties?.templateFile)
      console.log(`The template is in ${join(`${values.output}`, properties.templateFile)}.`)
}
