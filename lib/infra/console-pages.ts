import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildSync } from 'esbuild'

/**
 * Writes the console into the folder of the documentation's pages: `console`, and the scripts and the style that it
 * loads, with a hash in their names.
 */
export function writeConsole(projectDir: string, folder: string): void {
  for (const [name, content] of Object.entries(consolePages(projectDir)))
    writeFileSync(join(folder, name), content)
}

const SCRIPT = 'clients/console/src/main.tsx'
const STYLE = 'clients/console/src/console.css'

/** The files of the console by their names. Each `import()` makes a script of its own, which is loaded when a screen is opened. */
export function consolePages(projectDir: string): Record<string, string> {
  const { outputFiles, metafile } = buildSync({
    entryPoints: [SCRIPT, STYLE],
    absWorkingDir: projectDir,
    outdir: 'out',
    entryNames: 'console-[hash]',
    chunkNames: 'console-[hash]',
    splitting: true,
    metafile: true,
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
  const outputs = Object.entries(metafile.outputs)
  const builtFrom = (entry: string) => {
    const [path = '', output] = outputs.find(([, { entryPoint }]) => entryPoint === entry) ?? []
    return { name: basename(path), imports: output?.imports ?? [] }
  }
  const script = builtFrom(SCRIPT)
  const parts = script.imports
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => basename(path))
  return {
    console: page({ style: builtFrom(STYLE).name, script: script.name, parts }),
    ...Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text])),
  }
}

interface FirstFiles {
  style: string
  script: string
  /** The imports of the script: named in the page, they are loaded at the same time. */
  parts: readonly string[]
}

const page = ({ style, script, parts }: FirstFiles): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Console</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
${parts.map((name) => `<link rel="modulepreload" href="${name}">\n`).join('')}<script type="module" src="${script}"></script>
<div id="app"></div>
<noscript>The console needs JavaScript.</noscript>
</html>
`
