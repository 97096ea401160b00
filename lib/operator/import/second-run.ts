import type { ImportCommandOptions } from './import-options.ts'

type Options = Pick<ImportCommandOptions, 'stock' | 'allowUnkeyed' | 'dryRun'>

/** A sentence about the effects that a second run of the same command would have once more; undefined if it only continues. */
export function ofASecondRun(slug: string, { stock, allowUnkeyed, dryRun }: Options): string | undefined {
  if (dryRun) return undefined
  const effects = [
    ...(allowUnkeyed ? ['rows without external_id, sku and slug would be made again'] : []),
    ...(stock === 'set' ? ['--stock set would bring back what was sold since'] : []),
  ]
  if (effects.length === 0) return undefined
  const rows = stock === 'set' ? 'the rows that were imported' : 'the existing ones'
  return `${effects.join(', and ')}: look at \`operator export --business ${slug}\`, and take ${rows} out of the file first`
}
