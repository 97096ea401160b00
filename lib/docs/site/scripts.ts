import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

/** A script of the pages with all that it imports, small. What pages load on demand is a module. */
export function bundledScript(file: 'site.ts' | 'search.ts'): string {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL(`browser/${file}`, import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: file === 'site.ts' ? 'iife' : 'esm',
    target: 'es2022',
    legalComments: 'none',
  })
  return outputFiles.map(({ text }) => text).join('')
}
