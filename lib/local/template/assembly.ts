import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isJsonObject } from '../../domain/body/json-object.ts'
import { childEnvironment } from '../lambda/child-environment.ts'
import type { Json, JsonObject } from './json.ts'
import { digestOf } from './sources.ts'
import { readTemplate, type Template } from './template.ts'

const PROJECT_ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** A synthesized stack: its template, and the path of each asset on this disk. */
export interface Assembly {
  stackName: string
  template: Template
  assetPath(objectKey: string): string
}

/**
 * Writes the cloud assembly of bin/storefront.ts to `outDir`, as `cdk synth` does: the CDK command line only runs
 * the app with `CDK_OUTDIR` and the context of cdk.json. What was in `outDir` before is removed. `context` takes the
 * place of settings in cdk.json, as `-c name=value` does. Throws the end of the app's stderr when the app fails.
 */
export async function synthesize(outDir: string, context: JsonObject = {}): Promise<void> {
  const settings = await readJson(join(PROJECT_ROOT, 'cdk.json'))
  await rm(outDir, { recursive: true, force: true })
  const env = {
    ...childEnvironment(),
    CDK_OUTDIR: resolve(outDir),
    CDK_CONTEXT_JSON: JSON.stringify({ ...(isJsonObject(settings.context) && settings.context), ...context }),
    // The CDK's rules check the template for 7 s. `cdk synth`, `npm run deploy` and test/infra/nag.test.ts keep them on.
    CDK_VALIDATION: 'false',
  }
  const run = promisify(execFile)(process.execPath, ['bin/storefront.ts'], { cwd: PROJECT_ROOT, env })
  const kill = () => run.child.kill()
  process.once('exit', kill)
  try {
    await run
  } catch (error) {
    const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    throw new Error(`bin/storefront.ts could not be synthesized:\n${stderr.slice(-2000) || error}`, {
      cause: error,
    })
  } finally {
    process.off('exit', kill)
  }
}

/** In an assembly's folder: the digest of what it was made of. */
const DIGEST_FILE = 'sources.sha256'

/**
 * Writes the cloud assembly to `outDir` as `synthesize` does, unless the one that is there was made of the same sources,
 * packages and settings: synthesizing takes most of the start of a local stack.
 */
export async function keepSynthesized(
  outDir: string,
  context: JsonObject = {},
  write: typeof synthesize = synthesize,
): Promise<void> {
  const digest = digestOf(context, PROJECT_ROOT)
  const file = join(outDir, DIGEST_FILE)
  if ((await readFile(file, 'utf8').catch(() => '')) === digest) return
  await write(outDir, context)
  // Last, so that an assembly which a killed run left half written is made again.
  await writeFile(file, digest)
}

/**
 * Reads a cloud assembly with one stack.
 * https://docs.aws.amazon.com/cdk/v2/guide/deploy.html#deploy-how-synth-assemblies
 *
 * Throws when the folder holds no assembly, or one with several stacks.
 */
export async function readAssembly(assemblyDir: string): Promise<Assembly> {
  const manifest = await readJson(join(assemblyDir, 'manifest.json'))
  const artifacts = Object.entries(isJsonObject(manifest.artifacts) ? manifest.artifacts : {})
  const ofType = (type: string) =>
    artifacts.flatMap(([id, artifact]) => {
      const properties = isJsonObject(artifact) && artifact.type === type ? artifact.properties : undefined
      return isJsonObject(properties) ? [{ id, properties }] : []
    })
  const [stack, ...others] = ofType('aws:cloudformation:stack')
  if (!stack || others.length > 0) throw new Error(`${assemblyDir} must hold exactly one stack`)
  const template = readTemplate(await readJson(join(assemblyDir, String(stack.properties.templateFile))))
  const assets = new Map<string, string>()
  for (const { properties } of ofType('cdk:asset-manifest')) {
    const { files } = await readJson(join(assemblyDir, String(properties.file)))
    for (const [key, path] of fileAssets(files)) assets.set(key, path)
  }
  return {
    stackName: String(stack.properties.stackName ?? stack.id),
    template,
    assetPath(objectKey) {
      const path = assets.get(objectKey)
      if (path === undefined) throw new Error(`no asset of ${assemblyDir} is published as ${objectKey}`)
      return resolve(assemblyDir, path)
    },
  }
}

/** Pairs of S3 object key and path inside the assembly. */
function fileAssets(files: Json | undefined): [string, string][] {
  return Object.values(isJsonObject(files) ? files : {}).flatMap((file) => {
    if (!isJsonObject(file) || !isJsonObject(file.source) || !isJsonObject(file.destinations)) return []
    const path = String(file.source.path)
    return Object.values(file.destinations).map((destination): [string, string] => [
      String(isJsonObject(destination) ? destination.objectKey : ''),
      path,
    ])
  })
}

async function readJson(path: string): Promise<JsonObject> {
  const json: Json = JSON.parse(await readFile(path, 'utf8'))
  if (!isJsonObject(json)) throw new Error(`${path} does not hold a JSON object`)
  return json
}
