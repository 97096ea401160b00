import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

test('architecture.md explains every class of errors, and no other', () => {
  const [, section = ''] = read('docs/architecture.md').split('## Errors inside\n')
  const explained = [...(section.split('\n## ')[0]?.matchAll(/^\| `(\w+)` \|/gm) ?? [])].map(
    ([, name]) => name,
  )
  const classes = globSync('lib/**/*.ts', { cwd: ROOT }).flatMap((file) =>
    [...read(file).matchAll(/class (\w+)(?:<[^>]*>)? extends Error\b/g)].map(([, name]) => name),
  )
  expect(explained.sort()).toEqual(classes.sort())
})
