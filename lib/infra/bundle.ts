import { globSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

/**
 * Bundles every function under `functions/` in one go, each into a folder of its own with one file,
 * `index.cjs`. CommonJS, because a static import of a Node module from ESM loads more of Node at a cold start;
 * and `.cjs`, because a `.js` would be taken for ESM.
 */
export function bundleFunctions(projectDir: string, outDir: string): void {
  const functionsDir = join(projectDir, 'functions')
  const entryPoints = globSync('**/*.ts', { cwd: functionsDir }).map((file) => ({
    in: join(functionsDir, file),
    out: join(file.replace(/\.ts$/, ''), 'index'),
  }))
  buildSync({
    entryPoints,
    outdir: outDir,
    absWorkingDir: projectDir,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    minify: true,
    legalComments: 'none',
    logLevel: 'error',
  })
}
