import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { operationsOf } from '../../../lib/docs/site/reference/description.ts'
import { pathNames } from '../../../lib/docs/site/samples/call.ts'
import { typescriptSample } from '../../../lib/docs/site/samples/typescript.ts'

const root = join(import.meta.dirname, '../../..')
const client = join(root, 'clients/typescript')
const description = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'))

/** A file beside the client's, which is not on disk. */
const SAMPLES = join(client, 'src/samples.ts')

/** The errors of the compiler in functions with these bodies. */
function errorsIn(bodies: readonly { names: readonly string[]; text: string }[]): string[] {
  const functions = bodies.map(({ names, text }, n) => {
    const parameters = ['storefront: Storefront', ...names.map((name) => `${name}: string`)]
    return `export async function sample${n}(${parameters.join(', ')}) {\n${text}\n}`
  })
  const source = `import { type Storefront, unwrap } from './index.ts'\n${functions.join('\n')}`
  const read = ts.readConfigFile(join(client, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, client)
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (file) => file === SAMPLES || fileExists(file)
  host.readFile = (file) => (file === SAMPLES ? source : readFile(file))
  host.getSourceFile = (file, ...rest) =>
    file === SAMPLES
      ? ts.createSourceFile(file, source, ts.ScriptTarget.ES2022)
      : getSourceFile(file, ...rest)
  const program = ts.createProgram([SAMPLES], { ...options, noEmit: true }, host)
  const file = program.getSourceFile(SAMPLES)
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
    ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'),
  )
}

test('the samples in TypeScript compile with the client', () => {
  const bodies = operationsOf(description).map((placed) => ({
    names: pathNames(placed).map(({ typescript }) => typescript),
    text: typescriptSample(placed),
  }))
  expect(errorsIn(bodies)).toEqual([])
  expect(errorsIn([{ names: [], text: "await unwrap(storefront.GET('/nowhere'))" }])).not.toEqual([])
})
