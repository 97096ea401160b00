import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

/**
 * Writes the console into the folder of the documentation's pages: `console`, and the script and the style that it
 * loads, with a hash in their names.
 */
export function writeConsole(projectDir: string, folder: string): void {
  for (const [name, content] of Object.entries(consolePages(projectDir)))
    writeFileSync(join(folder, name), content)
}

/** The files of the console by their names. */
export function consolePages(projectDir: string): Record<string, string> {
  const { outputFiles } = buildSync({
    entryPoints: [
      join(projectDir, 'clients/console/src/main.tsx'),
      join(projectDir, 'clients/console/src/console.css'),
    ],
    absWorkingDir: projectDir,
    outdir: 'out',
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    // Shorter than the calls of `react-jsx`, which the types are checked with.
    tsconfigRaw: {},
    jsx: 'transform',
    jsxFactory: 'h',
    jsxFragment: 'Fragment',
    inject: ['preact'],
    legalComments: 'none',
    logLevel: 'error',
  })
  const assets = outputFiles.map(({ path, text }) => {
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
    return [`console-${hash}${path.endsWith('.css') ? '.css' : '.js'}`, text] as const
  })
  return { console: page(assets.map(([name]) => name)), ...Object.fromEntries(assets) }
}

const page = (assets: readonly string[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Console</title>
<link rel="icon" href="data:,">
${assets.map((name) => (name.endsWith('.css') ? `<link rel="stylesheet" href="${name}">` : `<script type="module" src="${name}"></script>`)).join('\n')}
<div id="app"></div>
<noscript>The console needs JavaScript.</noscript>
</html>
`
