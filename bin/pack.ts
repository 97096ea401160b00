/** `npm run pack`: makes `dist/storefront-cdk-<version>.tgz`, the construct as a package for a CDK app of your own. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { buildPackage } from '../lib/infra/package.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'dist/package')
buildPackage(root, folder)
const name = execFileSync('npm', ['pack', '--silent', '--pack-destination', '..'], {
  cwd: folder,
  encoding: 'utf8',
})
console.log(`dist/${name.trim()}: install it into a CDK app, as docs/construct.md shows.`)
